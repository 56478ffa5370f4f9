import Core

/// The renewal of a device's key, while no program writes to its store: the old key vouches for the new one.
///
/// A power cut leaves the one or the other, whichever the records name: the new key lies beside the old one before there
/// is a record of it, and takes its place once that is durable.
package struct KeyRenewal {
  /// The key before.
  package let previous: PublicKey
  /// The key that is the device's now.
  package let key: PublicKey
  /// What people should hear of files that had no record.
  package let found: [Phrase]

  /// Renews the key of the device of `setup`, which signs in its store, at the moment `now`.
  ///
  /// Blocks for as long as looking at the names of all files takes, and refuses while one of them can't be read. When it
  /// throws nobody knows which key is the device's; the next to open the store finds it out.
  package init(of setup: StoreSetup, at now: Moment) throws(Failure) {
    var setup = setup
    setup.isVisit = true
    var store = try Store(setup, at: now)
    found = try store.takeAllOver(at: now)
    previous = store.device
    key = try store.renewKey(in: DeviceFolder(setup.device, on: setup.medium), at: now)
    _ = consume store
  }
}

extension Store {
  /// Records what the old key alone is believed in: of files without a record what came with them.
  fileprivate mutating func takeAllOver(at now: Moment) throws(Failure) -> [Phrase] {
    var phrases = try recover(at: now)
    while isSurveyDue {
      try survey(entries: 1000)
      while hasFindings { phrases += try settle(at: now) }
    }
    if let first = unread.first { throw Failure(.store, .keyWaits("\(folder.root)/\(first)")) }
    return phrases
  }

  /// Puts a new key in the place of this one, which vouches for it and must sign nothing any more; each step is durable
  /// before the next.
  func renewKey(in device: DeviceFolder, at now: Moment) throws(Failure) -> PublicKey {
    let turn = try device.takeTurn()
    guard try device.storedKey()?.publicKey == key.publicKey else {
      throw Failure(.store, .storeKeyElsewhere(folder.root, device.path))
    }
    let new = DeviceKey.random()
    try device.keep(new, waitingFor: storeID)
    let word = Chain.message(of: new.publicKey, in: storeID, after: head.hash)
    let record = Record.deviceChanged(to: new.publicKey, by: key.signature(of: word))
    let ledger = try Store.ledger(on: archive.database, signing: new)
    _ = try Store.append([record], to: archive.database, ledger, at: now)
    try device.install(new, waitingFor: storeID)
    _ = consume turn
    return new.publicKey
  }
}

extension Phrase {
  static func keyWaits(_ place: String) -> Phrase {
    Phrase(
      "key.waits",
      """
      \(place) can't be read, and of what is in it without a record only the word of the present key is \
      believed. Make it readable, or move it out of the store's folder; then renew the key. It is the present \
      one still.
      """)
  }
}

/// A renewal that was cut off.
extension Store {
  /// The key that signs: of `stored` and one that waits for a record in `database` that which its records name.
  ///
  /// The log must be durable: what is decided by it can't be taken back.
  static func settleKey(
    _ stored: DeviceKey, of device: DeviceFolder, by database: borrowing Database
  ) throws(Failure) -> DeviceKey {
    let (id, named) = try names(in: database)
    guard let id, device.hasRemains(waitingFor: id) else { return stored }
    let turn = try device.takeTurn()
    let key = try settleKey(stored, of: device, waitingFor: id, named)
    _ = consume turn
    return key
  }

  private static func settleKey(
    _ stored: DeviceKey, of device: DeviceFolder, waitingFor id: String, _ named: String?
  ) throws(Failure) -> DeviceKey {
    if named == stored.publicKey.hexadecimal {
      try device.dropKey(waitingFor: id)
      return stored
    }
    let waiting = try device.key(waitingFor: id)
    guard let waiting, waiting.publicKey.hexadecimal == named else { return stored }
    try device.install(waiting, waitingFor: id)
    return waiting
  }

  /// The id of the store, and the key of its device, as its records name them; nil in a new one.
  private static func names(
    in database: borrowing Database
  ) throws(Failure) -> (store: String?, key: String?) {
    try Failure.inDatabase { () throws(DatabaseError) in
      let setting = try database.prepare("SELECT value FROM settings WHERE name = ?1")
      return (
        try setting.first(.text("store")) { $0.text(0) ?? "" },
        try setting.first(.text("device_key")) { $0.text(0) ?? "" }
      )
    }
  }
}
