import Core

/// What came back from other stores, against the records of those, which are kept for that.
struct OriginCheck {
  /// Kept records that were read.
  private struct Found {
    let told: ToldPieces
    /// Hashes of the records, by their sequences.
    let hashes: SortedLines
  }

  private(set) var flaws = Flaws()
  /// Whose records are kept.
  private(set) var origins: [KeptOrigin] = []
  private var found: [Origin: Found] = [:]
  /// What is kept and no longer what it was.
  private var spoilt: Set<Origin> = []
  /// The chains that were read, those of the records that keep the others first.
  private var chains: [ChainCheck]

  /// Nobody has looked.
  init() { chains = [] }

  /// Looks at all that `told` says came back to the records of `chain`, and at what is kept, which `files` finds; blocks on
  /// the disk.
  init(of told: ToldPieces, _ chain: ChainCheck, by files: borrowing FileCheck) throws(Failure) {
    chains = [chain]
    for kept in told.kept { read(kept, by: files) }
    try check(told)
    // What came back may have come back before.
    for found in found.values { try check(found.told) }
  }

  private mutating func read(_ kept: KeptRecords, by files: borrowing FileCheck) {
    guard found[kept.origin] == nil else { return }
    spoilt.insert(kept.origin)
    if let flaw = files.flaw(ofKept: kept.file) {
      return flaws.add(flaw)
    }
    let flaw = Flaw(kind: .originAltered, file: kept.file.file)
    do throws(Failure) {
      let (verifier, hashes) = try Verifier.read(
        files.place(kept.file.file), areRemains: kept.origin.areRemains)
      let chain = verifier.chain
      guard chain.flaws.isEmpty, verifier.told.flaws.isEmpty, chain.head == kept.origin.head,
        chain.store == kept.origin.store
      else { return flaws.add(flaw) }
      spoilt.remove(kept.origin)
      found[kept.origin] = Found(told: verifier.told, hashes: hashes)
      compare(chain, in: kept.file.file)
      origins.append(
        KeptOrigin(kept, recordCount: chain.count, signers: chain.signers.map(\.key)))
    } catch {
      flaws.add(flaw.as(.originMissing))
    }
  }

  /// Whether one key has signed another history of the store whose records in `file` are `chain`.
  private mutating func compare(_ chain: ChainCheck, in file: String) {
    var chain = chain
    chain.inheritRebuilds(from: chains)
    if let record = chains.lazy.compactMap({ $0.fork(from: chain) }).first {
      flaws.add(Flaw(kind: .historyForked, record: record, file: file))
    }
    chains.append(chain)
  }

  private mutating func check(_ told: ToldPieces) throws(Failure) {
    let found = found
    try told.eachReturn { back throws(Failure) in
      guard let found = found[back.origin.origin] else {
        if !spoilt.contains(back.origin.origin) { flaws.add(flaw(.originMissing, back)) }
        return
      }
      let isSame = try Failure.inDatabase { () throws(DatabaseError) in
        try OriginCheck.isSame(back, in: told, found.told)
      }
      let isMadeSo = try OriginCheck.isMadeSo(back, in: told, found.told)
      let hash = try found.hashes.line(at: back.origin.record)
      if hash != back.origin.hash || !isSame || !isMadeSo {
        flaws.add(flaw(.originOther, back))
      }
    }
  }

  private func flaw(_ kind: Flaw.Kind, _ back: Return) -> Flaw {
    Flaw(kind: kind, record: back.record, number: back.number, file: back.origin.origin.file)
  }

  /// Whether what is said of the making of the piece that came `back` is what the record there says; an earlier program said
  /// nothing of it.
  private static func isMadeSo(
    _ back: Return, in told: ToldPieces, _ others: ToldPieces
  ) throws(Failure) -> Bool {
    guard back.number != nil, let here = try told.replay.archive.making(in: back.record) else {
      return true
    }
    let there = try others.replay.archive.making(in: back.origin.record)
    return there.map { CanonicalJSON($0).text } == CanonicalJSON(here).text
  }

  /// Whether the piece that came `back` is the one that the record there tells of.
  private static func isSame(
    _ back: Return, in told: ToldPieces, _ others: ToldPieces
  ) throws(DatabaseError) -> Bool {
    guard let number = back.number else { return true }
    guard let piece = try told.piece(number),
      let stored = try others.piece(piece.originNumber ?? 0),
      let there = try back.origin.redacted.map({ record throws(DatabaseError) in
        try others.redacted(stored, in: record)
      }) ?? stored
    else { return false }
    return there.record == back.origin.record && there.id == piece.id
      && there.own.sha256 == piece.own.sha256 && there.own.byteCount == piece.own.byteCount
      && there.companions.mapValues(\.sha256) == piece.companions.mapValues(\.sha256)
  }
}

extension FileCheck {
  /// What is wrong with the file of kept records; nil if nothing is.
  fileprivate func flaw(ofKept told: StoredFile) -> Flaw? {
    guard let flaw = flaw(of: told) else { return nil }
    switch flaw.kind {
    case .fileUnreadable:
      return Flaw(kind: .originUnreadable, file: told.file, words: flaw.words)
    case .fileAltered, .fileCut: return Flaw(kind: .originAltered, file: told.file)
    default: return Flaw(kind: .originMissing, file: told.file)
    }
  }
}

extension Verifier {
  /// Reads the records in the file `path`, and their hashes.
  ///
  /// Of remains pieces and things are none that follow from all records, so nothing is made of them.
  fileprivate static func read(
    _ path: String, areRemains: Bool
  ) throws(Failure) -> (verifier: Verifier, hashes: SortedLines) {
    var verifier = try Verifier.ofLines(areRemains: areRemains)
    let hashes = try SortedLines()
    let lines = try BundleReader(at: path)
    while let next = try lines.next() {
      try hashes.put(next.hash, at: next.record.sequence)
      try Failure.inReplay { () throws(DatabaseError) in try verifier.take(next) }
    }
    try Failure.inReplay { () throws(DatabaseError) in try verifier.finish { _ in true } }
    return (verifier, hashes)
  }
}

/// A store whose records are kept in another.
struct KeptOrigin {
  let kept: KeptRecords
  let recordCount: Int
  /// The keys that signed them, in their order.
  let signers: [PublicKey]

  init(_ kept: KeptRecords, recordCount: Int, signers: [PublicKey]) {
    self.kept = kept
    self.recordCount = recordCount
    self.signers = signers
  }

  /// For programs.
  var json: JSON {
    .object([
      ("store", .string(kept.origin.store)), ("head", .string(kept.origin.head.text)),
      ("file", .string(kept.file.file)), ("records", .integer(recordCount)),
      ("fingerprints", .array(signers.map { .string($0.fingerprint) })),
    ])
  }

  /// For people.
  var sentence: Phrase {
    .verifyOrigin(
      kept.origin.store, recordCount, signers.map(\.fingerprint).joined(separator: ", "))
  }
}

extension Phrase {
  static func verifyOrigin(_ store: String, _ count: Int, _ keys: String) -> Phrase {
    Phrase(
      "verify.origin",
      "Kept from store \(store): \(count) records, by the key \(keys); compare it with the one of that device."
    )
  }

  static func verifyOriginUnreadable(_ file: String, _ reason: String) -> Phrase {
    Phrase(
      "verify.origin-unreadable",
      "The kept records of another store can't be read: \(file): \(reason).")
  }

}
