import Core

/// One look through all of a store or a bundle: its records, its tables, and every file to its last byte.
struct Verifier {
  private(set) var chain: ChainCheck
  private(set) var texts = TextCheck()
  let told: ToldPieces
  /// Whether the records are no more than what damage has left, of which no tables follow.
  private let areRemains: Bool

  init(by replay: Replay, areRemains: Bool = false) throws(Failure) {
    chain = ChainCheck(ofRemains: areRemains)
    self.areRemains = areRemains
    told = try Failure.inDatabase { () throws(DatabaseError) in try ToldPieces(by: replay) }
  }

  /// Verifies the store in `directory` for somebody who knows `trust`.
  ///
  /// Records and tables are read in one transaction, which ends before the files are read: they take long, and a
  /// writer's log grows while a reader stands still. A file that is newer than all of them is looked at again,
  /// until `isOver`, while a program writes: it may be about to record it.
  static func verify(
    storeIn directory: String, _ trust: Trust, until isOver: () -> Bool
  ) throws(Failure) -> Verification {
    var verifier = try Verifier(by: try Replay(ofStoreIn: directory))
    let (heads, tables) = try verifier.readStore(trust)
    let folder = EvidenceFolder(root: directory)
    let untold = try UntoldFiles(in: folder, beside: verifier.told)
    let files = try verifier.checkFiles(by: FileCheck(folder), leftOut: { _ in false })
    let unrecorded = try verifier.unrecorded(untold, folder, until: isOver)
    let origins = try OriginCheck(of: verifier.told, verifier.chain, by: FileCheck(folder))
    return verifier.verification(
      trust, untold, heads, files, origins, [unrecorded, tables])
  }

  /// What it all comes to.
  func verification(
    _ trust: Trust, _ untold: UntoldFiles, _ heads: Flaws,
    _ files: borrowing CheckedFiles,
    copyCount: Int = 0, _ origins: OriginCheck, _ others: [Flaws],
    of export: ExportFacts = ExportFacts(), _ file: VerifiedFile? = nil
  ) -> Verification {
    Verification(
      store: chain.store, recordCount: chain.count, pieceCount: files.pieceCount,
      byteCount: files.byteCount, leftOutCount: files.leftOutCount, copyCount: copyCount,
      head: chain.head,
      headCheck: trust.head == nil ? .unproved : heads.isEmpty ? .found : .other,
      signers: chain.signers, resumptions: chain.resumptions,
      rebuilds: chain.rebuilds.prefix(Flaws.mostOfAKind).map { ($0.record.sequence, $0.lost) },
      trust: trust,
      strangers: untold.strangers,
      strangerCount: untold.strangerCount,
      origins: origins.origins, restoredCount: told.returnCount,
      texts: texts.counts, export: export, file: file,
      flaws: [chain.flaws, keyFlaws(trust), heads, texts.flaws, told.flaws, files.flaws] + others
        + [origins.flaws])
  }

  /// Reads the records, and compares the tables with them where these are wanted.
  mutating func readStore(
    _ trust: Trust, withTables: Bool = true
  ) throws(Failure) -> (heads: Flaws, tables: Flaws) {
    let replay = told.replay
    var hash: String?
    let tables = try Failure.inReplay { () throws(DatabaseError) in
      try replay.begin()
      try replay.eachRecord(Verifier.records) { row throws(DatabaseError) in
        let next = ChainedRecord(row)
        if next.record.sequence == trust.head?.sequence { hash = next.hash }
        try take(next)
      }
      try finish()
      let tables =
        withTables ? try replay.tableFlaws(disbelieving: told.disbelieved) : Flaws()
      try replay.commit()
      return tables
    }
    return (Verifier.headFlaws(trust.head, hash), tables)
  }

  /// There are no more records; texts that `mayLack` were left out on purpose.
  mutating func finish(
    _ mayLack: (Record.TextPlace) -> Bool = { _ in false }
  ) throws(DatabaseError) {
    chain.finish()
    told.finish(at: chain.head.sequence)
    try texts.finish(in: told.replay.archive.database, mayLack)
  }

  /// Takes in the next record; of one that is not as its kind has to be nothing is believed but its place.
  mutating func take(_ next: ChainedRecord) throws(DatabaseError) {
    let record = next.record
    let (kind, beside) = (Record.Kind.named(record.kind), try told.replay.texts(of: record))
    let said = next.isWhole ? kind.flatMap { record.said(as: $0, with: beside) } : nil
    texts.take(record, kind, beside, gone: said?.gone ?? [])
    guard chain.take(next, said?.payload), let kind, let said else {
      return told.disbelieve(record.sequence)
    }
    if areRemains { return }
    try told.take(next, kind, said.payload)
  }

  static func headFlaws(_ head: Head?, _ hash: String?) -> Flaws {
    var flaws = Flaws()
    guard let head, hash != head.hash else { return flaws }
    flaws.add(Flaw(kind: hash == nil ? .headGone : .headOther, record: head.sequence))
    return flaws
  }

  func keyFlaws(_ trust: Trust) -> Flaws {
    var flaws = Flaws()
    guard !trust.devices.isEmpty else { return flaws }
    for signer in trust.unnamed(among: chain.signers) {
      flaws.add(
        Flaw(
          kind: .keyOther, record: signer.first, last: signer.last, device: signer.key.deviceID))
    }
    return flaws
  }

  /// What comes of the files, of which those of pieces that were `leftOut` may be missing.
  func checkFiles(
    by check: consuming FileCheck, leftOut: @escaping (ToldPiece) -> Bool
  ) throws(Failure) -> CheckedFiles {
    var files = CheckedFiles(by: check, leftOut: leftOut)
    try Failure.inDatabase { () throws(DatabaseError) in try told.each { files.check($0) } }
    return files
  }

  /// The files that no record tells of, nor will, as far as anybody can tell before it `isOver`.
  private func unrecorded(
    _ untold: UntoldFiles, _ folder: EvidenceFolder, until isOver: () -> Bool
  ) throws(Failure) -> Flaws {
    let newest = try told.replay.archive.newestNumber()
    var names = try lacking(untold.pieces, folder)
    while names.contains(where: { $0.number > newest }), FolderLock.isTaken(folder.root), !isOver()
    {
      names = try lacking(names, folder)
    }
    var flaws = Flaws()
    for name in names {
      flaws.add(Flaw(kind: .fileUnrecorded, number: name.number, file: name.file))
    }
    return flaws
  }

  /// Those of `names` whose file is there, and that were not recorded since the records were read.
  private func lacking(
    _ names: [UntoldFiles.PieceName], _ folder: EvidenceFolder
  ) throws(Failure) -> [UntoldFiles.PieceName] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let later = try told.replay.archive.database.prepare(Verifier.laterRecord)
      var lacking: [UntoldFiles.PieceName] = []
      for name in names where folder.holds(name.file) {
        let place = SQLValue.integer(chain.head.sequence)
        let isRecorded = try later.first(place, .integer(name.number)) { _ in true } ?? false
        if !isRecorded { lacking.append(name) }
      }
      return lacking
    }
  }

  private static let records = """
    SELECT \(WrittenRecord.columns), hash, signature,
      length(CAST(kind AS BLOB)) + length(CAST(payload AS BLOB)) + length(CAST(boot_id AS BLOB))
        + length(CAST(clock AS BLOB)) + length(CAST(hash AS BLOB))
    FROM records ORDER BY sequence
    """
  private static let laterRecord = """
    SELECT 1 FROM records
    WHERE sequence > ?1 AND CASE WHEN json_valid(payload) THEN payload ->> 'number' END = ?2
    """
}

extension ChainedRecord {
  /// Reads a row of `Verifier.records`.
  fileprivate init(_ row: borrowing Row) {
    record = WrittenRecord(row)
    hash = row.text(8) ?? ""
    signature = row.text(9)
    let texts = [record.kind, record.payload.text, record.bootID, record.clock, hash]
    isWhole = row.integer(10) == texts.reduce(0) { $0 + $1.utf8.count }
  }
}

extension Verification {
  /// Compares all that the store in `directory` has: records, signatures, tables and files.
  ///
  /// Blocks for as long as reading all of it takes; a program may write to it meanwhile.
  ///
  /// - Parameter isOver: asked before each further look for the record of a file that a program may just have
  ///   written; it may wait, or say that there was time enough.
  package init(
    ofStoreIn directory: String, _ trust: Trust = Trust(), until isOver: () -> Bool = { true }
  ) throws(Failure) {
    self = try Verifier.verify(storeIn: directory, trust, until: isOver)
  }
}

extension Archive {
  /// Lends every record up to the one with the number `last` to `body`, in their order and as a line of a bundle:
  /// canonical JSON.
  package func recordLines(
    after first: Int = 0, to last: Int = .max, _ body: (String) -> Void
  ) throws(Failure) {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT \(WrittenRecord.columns), hash, signature FROM records
        WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence
        """
      try database.prepare(sql).run(.integer(first), .integer(last)) { row in
        body(WrittenRecord(row).line(row.text(8) ?? "", row.text(9)))
      }
    }
  }
}

extension Archive {
  /// Refuses the store in `directory` where its tables are not what its records tell; those that were made of them
  /// otherwise, and the latest of them.
  ///
  /// Blocks for as long as going through all records takes.
  @discardableResult
  static func requireTables(ofStoreIn directory: String) throws(Failure) -> (Replay, Head) {
    var verifier = try Verifier(by: try Replay(ofStoreIn: directory))
    guard let first = try verifier.readStore(Trust()).tables.sentences.first else {
      return (verifier.told.replay, verifier.chain.head)
    }
    throw .refused(
      Phrase(
        "store.tables-other",
        """
        Nothing was written: the tables of \(directory) are not what its records tell. \(first) 'exhibit verify' \
        says all of it, and 'exhibit store rebuild' makes them anew from the records.
        """))
  }
}

extension WrittenRecord {
  /// It with its hash and signature, as a line of a bundle.
  func line(_ hash: String, _ signature: String?) -> String {
    let proof: [(String, JSON)] = [("hash", .string(hash)), ("signature", .optional(signature))]
    return CanonicalJSON(.object(members + proof)).text
  }
}
