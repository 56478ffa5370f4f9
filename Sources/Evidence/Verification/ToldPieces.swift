import Core

/// Piece as the records tell of it, as far as its files are concerned.
struct ToldPiece {
  let number: Int
  /// Sequence of its record.
  let record: Int
  let id: String
  /// Its own file.
  let own: StoredFile
  /// What it has beside its own file.
  let companions: [Companion: StoredFile]
  /// Whether its files were removed.
  let isPurged: Bool
  /// Number of the piece in the store that it came back from, if it did.
  let originNumber: Int?

  /// Its own file, and those beside it.
  var files: [StoredFile] { [own] + companions.inOrder }
}

/// The record of another store from which something came back.
struct ToldOrigin: Hashable {
  let origin: Origin
  /// Sequence and hash of that record.
  let record: Int
  let hash: String
  /// Sequence of the record there of the copy that came back in its place; nil where it did itself.
  let redacted: Int?
}

/// The records of another store, as a file of this one; or of an earlier state of this one.
struct KeptRecords: Hashable {
  let origin: Origin
  /// The id of who signed last.
  let device: String
  let file: StoredFile
}

/// Something that came back from another store.
struct Return {
  /// Sequence of its record here.
  let record: Int
  let origin: ToldOrigin
  /// The number of the piece here, if it is one.
  let number: Int?
}

/// All pieces that the records tell of, and what the records say of other files.
final class ToldPieces {
  /// What the records come to.
  let replay: Replay
  private(set) var flaws = Flaws()
  /// Number of pieces that came back from other stores.
  private(set) var returnCount = 0
  /// The records of other stores that are kept.
  private(set) var kept: [KeptRecords] = []
  /// Sequences of the records of which nothing is believed.
  private(set) var disbelieved: Set<Int> = []
  /// The latest record of an export, and the head at which that was made; once all are read nil unless it is the last
  /// of all.
  private(set) var lastExport: (record: Int, head: Int)?
  /// The latest record of each export, by the digest of its list.
  private(set) var exports: [String: Int] = [:]
  /// What records left in the folders that is no piece.
  private var left: [String: LeftFile] = [:]
  /// The files of pieces that were begun, by number.
  private var begun: [Int: String] = [:]
  private let digest = FileDigest()
  private let pieceOfNumber, fileOfNumber: Statement

  /// Nothing was told yet; `replay` has no rows.
  init(by replay: Replay) throws(DatabaseError) {
    pieceOfNumber = try replay.archive.database.prepare("\(ToldPiece.selection) WHERE number = ?1")
    fileOfNumber = try replay.archive.database.prepare(
      "SELECT local_file FROM evidence WHERE number = ?1")
    self.replay = replay
  }

  /// Takes in `next`, a record of this `kind` that says `payload`; of another nothing is believed.
  func take(
    _ next: ChainedRecord, _ kind: Record.Kind, _ payload: JSON
  ) throws(DatabaseError) {
    let sequence = next.record.sequence
    switch try replay.apply(next, kind, payload) {
    case .duplicate:
      disbelieve(
        Flaw(kind: .pieceDuplicated, record: sequence, number: payload.integer("number")))
    case .impossible: disbelieve(Flaw(kind: .recordMalformed, record: sequence))
    case nil: note(kind, payload, sequence)
    }
  }

  /// The record `last` is the last.
  func finish(at last: Int) { if lastExport?.record != last { lastExport = nil } }

  /// Nothing is believed of the record `sequence`.
  func disbelieve(_ sequence: Int) { disbelieved.insert(sequence) }

  private func disbelieve(_ flaw: Flaw) {
    flaws.add(flaw)
    flaw.record.map { disbelieve($0) }
  }

  private func note(_ kind: Record.Kind, _ payload: JSON, _ sequence: Int) {
    switch kind {
    case .pieceBegun: begun[payload.integer("number") ?? 0] = payload.text("file")
    case .numberSpent: begun[payload.integer("number") ?? 0] = nil
    case .fileRejected: noteRejected(payload.text("file") ?? "", LeftFile(payload))
    case .recordsKept: KeptRecords(payload).map { kept.append($0) }
    case .exportMade:
      lastExport = payload.text("head").flatMap { Head($0) }.map { (sequence, $0.sequence) }
      exports[payload.text("list") ?? ""] = sequence
    case .pieceRestored: returnCount += 1
    default: break
    }
  }

  private func noteRejected(_ file: String, _ now: LeftFile?) {
    left[file] = now
    if now == nil, let number = EvidenceFolder.number(of: file), begun[number] == file {
      begun[number] = nil
    }
  }

  /// The piece of this number; nil where no record tells of one.
  func piece(_ number: Int) throws(DatabaseError) -> ToldPiece? {
    try pieceOfNumber.first(.integer(number)) { ToldPiece($0) }
  }

  /// `piece` as the copy with the digest `sha256`, in which faces are blank; nil where no record tells of that.
  func redacted(_ piece: ToldPiece, _ sha256: String) throws(Failure) -> ToldPiece? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try replay.archive.redactedCopy(of: piece.number, sha256).map { ToldPiece(piece, as: $0) }
    }
  }

  /// `piece` as the copy of which the record `sequence` tells; nil where it tells of none.
  func redacted(_ piece: ToldPiece, in sequence: Int) throws(DatabaseError) -> ToldPiece? {
    try replay.archive.redactedCopy(of: piece.number, in: sequence)
      .map { ToldPiece(piece, as: $0) }
  }

  /// Lends each piece to `body`, in the order of their numbers.
  func each(_ body: (ToldPiece) -> Void) throws(DatabaseError) {
    let statement = try replay.archive.database.prepare("\(ToldPiece.selection) ORDER BY number")
    try statement.run { body(ToldPiece($0)) }
  }

  /// Lends what came back from other stores to `body`, in the order of the records that say so.
  func eachReturn(_ body: (Return) throws(Failure) -> Void) throws(Failure) {
    let disbelieved = disbelieved
    try replay.archive.database.eachRow(Return.selection) { row throws(Failure) in
      guard let back = Return(row), !disbelieved.contains(back.record) else { return }
      try body(back)
    }
  }

  /// Whether the export that the last record tells of was made before `piece` was recorded.
  func isLater(_ piece: ToldPiece) -> Bool { isLater(piece.record) }

  /// The same of a record.
  func isLater(_ record: Int) -> Bool { lastExport.map { record > $0.head } ?? false }

  /// Whether a record tells of `file` in `folder`, which has the name that piece `number` would have; reads one that
  /// is no piece.
  func tells(
    of file: String, _ number: Int, in folder: EvidenceFolder
  ) throws(DatabaseError) -> Bool {
    if begun[number] == file || left[file]?.isThere(as: file, in: folder, by: digest) ?? false {
      return true
    }
    if try fileOfNumber.first(.integer(number), row: { $0.text(0) == file }) ?? false {
      return true
    }
    return try piece(number)?.files.contains { $0.file == file } ?? false
  }
}

extension ToldPiece {
  /// `piece` as this `copy` of it.
  fileprivate init(_ piece: ToldPiece, as copy: RecordedCopy) {
    var companions: [Companion: StoredFile] = [:]
    companions[.crop] = copy.crop?.stored(as: RedactedCopy.file(of: piece.number, .crop))
    self.init(
      number: piece.number, record: piece.record, id: piece.id,
      own: copy.picture.stored(as: RedactedCopy.file(of: piece.number)), companions: companions,
      isPurged: piece.isPurged, originNumber: piece.originNumber)
  }

  /// Selects the columns that `init(_:)` reads.
  fileprivate static let selection = """
    SELECT number, record, id, purged IS NOT NULL, origin ->> 'number', local_file, sha256,
      byte_count, CASE kind WHEN 'document' THEN data -> 'crop' END, data -> 'glyphs'
    FROM evidence
    """

  /// Reads a row of `selection`.
  fileprivate init(_ row: borrowing Row) {
    number = row.integer(0) ?? 0
    record = row.integer(1) ?? 0
    id = row.text(2) ?? ""
    isPurged = row.integer(3) == 1
    originNumber = row.integer(4)
    own = StoredFile(row, from: 5) ?? StoredFile(file: "", sha256: "", byteCount: 0)
    var companions: [Companion: StoredFile] = [:]
    let glyphs = row.json(9)
    companions[.crop] = StoredFile(row.json(8))
    companions[.text] = StoredFile(glyphs?.member("text"))
    companions[.ansi] = StoredFile(glyphs?.member("ansi"))
    self.companions = companions
  }
}

extension Return {
  /// Selects the columns that `init(_:)` reads.
  fileprivate static let selection = """
    SELECT sequence, payload -> 'origin',
      CASE kind WHEN 'piece.restored' THEN payload ->> 'number' END
    FROM records WHERE kind IN ('thing.restored', 'request.restored', 'piece.restored')
      AND json_valid(payload) ORDER BY sequence
    """

  /// Reads a row of `selection`; nil where it says nothing of an origin.
  fileprivate init?(_ row: borrowing Row) {
    guard let sequence = row.integer(0), let origin = row.json(1).flatMap({ ToldOrigin($0) }) else {
      return nil
    }
    self.init(record: sequence, origin: origin, number: row.integer(2))
  }
}

extension RedactedCopy.File {
  /// It in a bundle, as the file at this path.
  func stored(as path: String) -> StoredFile {
    StoredFile(file: path, sha256: sha256, byteCount: byteCount)
  }
}

extension StoredFile {
  /// Reads file, digest and size of a row from `first` on; nil where there is none.
  fileprivate init?(_ row: borrowing Row, from first: Int32) {
    guard let file = row.text(first), let sha256 = row.text(first + 1) else { return nil }
    self.init(file: file, sha256: sha256, byteCount: row.integer(first + 2) ?? 0)
  }
}

extension Row {
  /// The value that the JSON of a column says.
  func json(_ column: Int32) -> JSON? {
    text(column).flatMap { JSONParser.value(of: $0.utf8) }
  }
}

extension ToldOrigin {
  /// Reads the member `origin` of a record.
  fileprivate init?(_ json: JSON) {
    guard let origin = Origin(json), let record = json.integer("record"),
      let hash = json.text("hash")
    else { return nil }
    self.init(origin: origin, record: record, hash: hash, redacted: json.integer("redacted"))
  }
}

extension KeptRecords {
  /// Reads a record of them.
  init?(_ payload: JSON) {
    guard let origin = Origin(payload), let sha256 = payload.text("sha256"),
      let byteCount = payload.integer("bytes")
    else { return nil }
    self.init(
      origin: origin, device: payload.text("device") ?? "",
      file: StoredFile(file: origin.file, sha256: sha256, byteCount: byteCount))
  }

  /// The members of a record of them.
  var members: [(String, JSON)] {
    [
      ("store", .string(origin.store)), ("head", .string(origin.head.text)),
      ("device", .string(device)), ("file", .string(file.file)), ("sha256", .string(file.sha256)),
      ("bytes", .integer(file.byteCount)),
    ] + origin.remains
  }
}
