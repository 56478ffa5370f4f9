import Core

extension Record.Kind {
  /// What a visit records: what it was made for, and what it finds out about files without a row before that.
  static let visits: [Record.Kind] = [
    .pieceExported, .exportMade, .pieceRedacted, .pieceImported, .pieceAdopted, .numberSpent,
    .fileRejected,
    .fileMissing,
    .fileAltered, .fileFound, .clipRecovered, .storeReset,
    .recordsKept, .thingRestored, .requestRestored, .pieceRestored, .checklistChanged,
    .deviceChanged, .historyResumed, .formatChanged, .storeRebuilt,
  ]
}

/// Opening a store for records of a command's own, while the program that usually writes to it is away.
extension Store {
  /// Takes the one writer's place in the store of `setup`; only its own program makes what is missing there.
  static func place(
    of setup: StoreSetup, _ folder: EvidenceFolder, _ device: DeviceFolder
  ) throws(Failure) -> FolderLock {
    guard setup.isVisit else { return try takePlace(in: folder, of: device) }
    try OwnPlace.checkForWriting(setup.directory)
    return try FolderLock(setup.directory)
  }

  /// The device's key, which a visit neither makes nor has take over from another's.
  static func key(of setup: StoreSetup, _ device: DeviceFolder) throws(Failure) -> DeviceKey {
    guard setup.isVisit else { return try device.key() }
    let archive = try Archive(directory: setup.directory)
    let known = try Failure.inDatabase { () throws(DatabaseError) in try archive.deviceKey() }
    guard let stored = try device.storedKey(), let known,
      try isKey(known, of: device, archive, whoseOwnIs: stored)
    else { throw Failure(.store, .storeKeyElsewhere(setup.directory, device.path)) }
    return stored
  }

  /// Whether `key` is the one `stored`, or is to take its place: somebody cut its renewal off.
  private static func isKey(
    _ key: PublicKey, of device: DeviceFolder, _ archive: borrowing Archive,
    whoseOwnIs stored: DeviceKey
  ) throws(Failure) -> Bool {
    if key == stored.publicKey { return true }
    return try device.key(waitingFor: try archive.storeID())?.publicKey == key
  }
}

extension Phrase {
  static func storeKeyElsewhere(_ store: String, _ device: String) -> Phrase {
    Phrase(
      "store.key-elsewhere",
      "The key of the device that writes to \(store) is not in \(device), and another's is not taken for it."
    )
  }
}
