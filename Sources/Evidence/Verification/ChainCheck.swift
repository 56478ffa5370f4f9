import Core

/// A record with what vouches for it, as it was read.
struct ChainedRecord {
  let record: WrittenRecord
  let hash: String
  let signature: String?
  /// Whether nothing of its text was lost in reading: SQLite can hold text with a zero inside.
  let isWhole: Bool
}

/// The records one after the other: whether each follows the one before, and who signed.
struct ChainCheck {
  private(set) var flaws = Flaws()
  /// The latest record, by its own word.
  private(set) var head = Head.none
  /// How many records there are.
  private(set) var count = 0
  /// The store's id.
  private(set) var store: String?
  /// Who signed, in the order of the records.
  private(set) var signers: [Signer] = []
  private(set) var history = History()
  /// Where the device went on with a store that was not what it had written, as far as these are told one by one.
  private(set) var resumptions: [(record: Int, resumption: Resumption)] = []
  /// Where the database was made anew after damage that took records.
  private(set) var rebuilds: [(record: Head, lost: LostRecords)] = []
  /// The latest record with a signature that is right.
  private(set) var lastSigned = 0
  /// Whether these are no more than what damage has left: records may be missing, and so may the signature of the last.
  let areRemains: Bool
  /// The first of these that damage has left, besides those by which keys are known; 0 for none.
  private(set) var firstLeft = 0
  /// Whether the record before the next one is known, so that the next can be said to follow it.
  private var isUnbroken = true
  private var isSigned = true

  init(ofRemains areRemains: Bool = false) { self.areRemains = areRemains }

  /// Takes in the next record as it stands; `payload` is what it says, where it is known and well written.
  ///
  /// - Returns: whether it comes after those before; of another nothing is believed.
  mutating func take(_ next: ChainedRecord, _ payload: JSON?) -> Bool {
    count += 1
    let record = next.record
    guard record.sequence > head.sequence else {
      let isSame = record.sequence == head.sequence
      flaws.add(Flaw(kind: isSame ? .recordDuplicated : .recordMisplaced, record: record.sequence))
      return false
    }
    if record.sequence > head.sequence + 1 {
      if !areRemains {
        flaws.add(
          Flaw(kind: .recordMissing, record: head.sequence + 1, last: record.sequence - 1))
      }
      isUnbroken = false
    }
    checkHash(next)
    checkWords(record, payload)
    if let payload {
      takeDevice(record, payload)
      takeResumption(record, payload)
      takeRebuild(next, payload)
    }
    checkSignature(next)
    isUnbroken = true
    history.add(next.hash, as: record.sequence)
    head = Head(sequence: record.sequence, hash: next.hash)
    return true
  }

  /// There are no more records.
  mutating func finish() {
    if !isSigned, !areRemains { flaws.add(Flaw(kind: .signatureMissing, record: head.sequence)) }
    if count == 0 { flaws.add(Flaw(kind: .recordMissing, record: 1, last: 1)) }
  }

  private mutating func checkHash(_ next: ChainedRecord) {
    let isRight = isUnbroken && Chain.hash(of: next.record, after: head.hash) == next.hash
    if !next.isWhole || isUnbroken && !isRight {
      flaws.add(Flaw(kind: .recordAltered, record: next.record.sequence))
    }
  }

  private mutating func checkWords(_ record: WrittenRecord, _ payload: JSON?) {
    let sequence = record.sequence
    if !record.isKnown {
      let words = "\(record.kind) \(record.version)"
      flaws.add(Flaw(kind: .recordUnknown, record: sequence, words: words))
    } else if payload == nil {
      flaws.add(Flaw(kind: .recordMalformed, record: sequence))
    }
    if (record.kind == Record.Kind.storeCreated.name) != (sequence == 1) {
      flaws.add(Flaw(kind: .recordMisplaced, record: sequence))
    }
  }

  private mutating func takeDevice(_ record: WrittenRecord, _ payload: JSON) {
    let isFirst = record.kind == Record.Kind.storeCreated.name
    guard isFirst || record.kind == Record.Kind.deviceChanged.name else {
      if firstLeft == 0 { firstLeft = record.sequence }
      return
    }
    guard let key = PublicKey(hexadecimal: payload.member("device")?.text("public_key") ?? "")
    else { return }
    if isFirst, store == nil { store = payload.text("store") }
    let isVouchedFor = signers.last.map { vouches($0.key, for: key, record, payload) }
    signers.append(
      Signer(key: key, isEndorsed: isVouchedFor, first: record.sequence, last: record.sequence))
  }

  /// Whether `record` has the word of the key `previous` for `key`; one that is not its word is a flaw.
  private mutating func vouches(
    _ previous: PublicKey, for key: PublicKey, _ record: WrittenRecord, _ payload: JSON
  ) -> Bool {
    guard record.kind == Record.Kind.deviceChanged.name,
      let endorsement = payload.text("endorsement")
    else { return false }
    let message = Chain.message(of: key, in: store ?? "", after: head.hash)
    let isRight = previous.verifies(endorsement, of: message)
    // Where the record before is gone nobody knows what was signed.
    if !isRight, isUnbroken {
      flaws.add(Flaw(kind: .endorsementBad, record: record.sequence, device: key.deviceID))
    }
    return isRight
  }

  private mutating func takeResumption(_ record: WrittenRecord, _ payload: JSON) {
    guard record.kind == Record.Kind.historyResumed.name, resumptions.count < Flaws.mostOfAKind,
      let seen = payload.text("seen"), let head = payload.text("head")
    else { return }
    resumptions.append((record.sequence, Resumption(seen: seen, head: head)))
  }

  private mutating func takeRebuild(_ next: ChainedRecord, _ payload: JSON) {
    guard next.record.kind == Record.Kind.storeRebuilt.name, let lost = LostRecords(payload) else {
      return
    }
    rebuilds.append((next.head, lost))
  }

  /// These, which damage has left of what one of `chains` had, have behind them what that says of earlier damage.
  mutating func inheritRebuilds(from chains: [ChainCheck]) {
    guard areRemains, let whole = chains.first(where: { $0.store == store && !$0.areRemains })
    else { return }
    let before = whole.rebuilds.filter { $0.lost.first <= firstLeft }.dropLast()
    rebuilds = before.filter { $0.record.sequence <= whole.lastSigned } + rebuilds
  }

  private mutating func checkSignature(_ next: ChainedRecord) {
    let sequence = next.record.sequence
    if !signers.isEmpty { signers[signers.count - 1].last = sequence }
    isSigned = next.signature != nil
    guard let signature = next.signature else { return }
    let key = signers.last?.key
    if key?.verifies(signature, of: Chain.message(of: next.hash)) == true {
      signers[signers.count - 1].signatureCount += 1
      lastSigned = sequence
    } else {
      flaws.add(Flaw(kind: .signatureWrong, record: sequence, device: key?.deviceID))
    }
  }
}

/// A device and the records that it vouches for.
struct Signer {
  let key: PublicKey
  /// Whether the key before it vouches for it; nil for the first.
  let isEndorsed: Bool?
  /// The first record that it made.
  let first: Int
  /// The latest.
  var last: Int
  /// How many of them have its signature; each stands for all before it.
  var signatureCount = 0

  /// Whether the key before it vouches for it.
  var vouchedFor: Bool { isEndorsed == true }
}
