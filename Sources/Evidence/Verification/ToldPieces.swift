import Core

/// All pieces that the records tell of, and what the records say of other files.
struct ToldPieces {
  private(set) var flaws = Flaws()
  /// By number.
  private(set) var pieces: [Int: ToldPiece] = [:]
  /// Pieces whose file was gone or changed, by what was recorded last.
  private var states: [Int: String] = [:]
  /// What people did to pieces, by number.
  private var marks: [Int: PieceRecords] = [:]
  private var ids: Set<String> = []
  /// What came back from other stores: the record of the piece, thing or request here, and the one there.
  private(set) var returns: [Return] = []
  /// The records of other stores that are kept.
  private(set) var kept: [KeptRecords] = []
  /// Files that a record tells of, and that are no pieces.
  private var otherFiles: Set<String> = []

  /// Takes in what the record `kind` number `sequence` says.
  mutating func take(_ kind: Record.Kind, _ payload: Payload, _ sequence: Int) {
    payload.kept.map { kept.append($0) }
    payload.origin.map {
      returns.append(Return(record: sequence, origin: $0, piece: payload.piece))
    }
    switch kind {
    case .photoStored, .pieceAdopted, .pieceImported, .clipStored, .clipRecovered,
      .pieceRestored:
      payload.piece.map { add($0) }
    case .fileMissing: payload.number.map { states[$0] = "missing" }
    case .fileAltered: payload.number.map { states[$0] = "altered" }
    case .fileFound: payload.number.map { states[$0] = nil }
    case .pieceDeleted: mark(payload.pieces) { $0.deleted = $0.deleted ?? sequence }
    case .pieceUndeleted: mark(payload.pieces) { $0.deleted = nil }
    case .pieceLocked: mark(payload.pieces) { $0.locked = payload.isLocked ? sequence : nil }
    case .pieceTitled: mark(payload.pieces) { $0.title = payload.word }
    case .pieceDecided, .optionConfirmed:
      mark(payload.pieces) { $0.decision = payload.word }
    case .pieceExported: markExported(payload, sequence)
    case .piecePurged: mark(payload.pieces) { $0.purged = $0.purged ?? sequence }
    case .changeUndone: undo(payload.records, sequence)
    case .pieceBegun, .fileRejected: payload.file.map { _ = otherFiles.insert($0) }
    case .storeCreated, .deviceChanged, .programStarted, .programStopped, .storeReopened,
      .storeRebuilt, .storeReset, .configurationChanged, .settingChanged, .settingKept, .clockTold,
      .clockSynchronised, .thingCreated,
      .thingUsed, .thingChanged, .thingDeleted, .cameraOpened, .captureGap, .photoFailed,
      .numberSpent, .requestImported, .requestChanged, .checklistChanged, .recordsKept,
      .thingRestored, .requestRestored, .pieceOptions, .optionDenied:
      break
    }
  }

  /// The bytes of all pieces; records can tell of more than a number holds, which are as many as it does.
  var byteCount: Int {
    pieces.values.lazy.flatMap(\.files).reduce(0) { sum, file in
      let (more, isTooMuch) = sum.addingReportingOverflow(file.byteCount)
      return isTooMuch ? .max : more
    }
  }

  /// The numbers of the pieces, in their order.
  var numbers: [Int] { pieces.keys.sorted() }

  /// Whether a record tells of `file`, which has the name that piece `number` would have.
  func tells(of file: String, _ number: Int) -> Bool {
    pieces[number]?.files.contains { $0.file == file } ?? false || otherFiles.contains(file)
  }

  /// What the table should call the state of `piece`.
  func state(of piece: ToldPiece) -> String {
    states[piece.number] ?? (piece.isAdopted ? "adopted" : "stored")
  }

  /// What people did to `piece`.
  func marks(of piece: ToldPiece) -> PieceRecords { marks[piece.number] ?? PieceRecords() }

  private mutating func mark(_ numbers: [Int], as change: (inout PieceRecords) -> Void) {
    for number in numbers where pieces[number] != nil {
      change(&marks[number, default: PieceRecords()])
    }
  }

  /// A record with the digest of other pieces than those that are stored under its numbers tells nothing.
  private mutating func markExported(_ payload: Payload, _ sequence: Int) {
    let digests = payload.pieces.reduce(into: [:]) { $0[$1] = pieces[$1]?.sha256 }
    let told = ReadBackPieces(digests)
    guard told.numbers == payload.pieces, told.sha256 == payload.sha256 else {
      return flaws.add(Flaw(kind: .recordMalformed, record: sequence))
    }
    mark(payload.pieces) { $0.exported = $0.exported ?? sequence }
  }

  /// Deleted pieces of the undone `records` are so no longer, and captured ones are deleted by the record `sequence`.
  private mutating func undo(_ records: [Int], _ sequence: Int) {
    let records = Set(records)
    for (number, mark) in marks {
      if let deleted = mark.deleted, records.contains(deleted) { marks[number]?.deleted = nil }
    }
    let captured = pieces.values.filter { records.contains($0.record) }.map(\.number)
    mark(captured) { $0.deleted = $0.deleted ?? sequence }
  }

  private mutating func add(_ piece: ToldPiece) {
    let isNew = ids.insert(piece.id).inserted
    guard pieces[piece.number] == nil, isNew else {
      return flaws.add(
        Flaw(kind: .pieceDuplicated, record: piece.record, number: piece.number))
    }
    pieces[piece.number] = piece
    if piece.originNumber != nil { marks[piece.number] = piece.initial }
  }
}

/// Something that came back from another store.
struct Return {
  /// Sequence of its record here.
  let record: Int
  let origin: ToldOrigin
  /// What is told of it, if it is a piece.
  let piece: ToldPiece?
}

/// What people did to a piece: sequences of the records by which something became of it, and what they say of it.
struct PieceRecords {
  var deleted: Int?
  var purged: Int?
  var locked: Int?
  var title: String?
  var decision: String?
  var exported: Int?
}

/// Whether the table of the pieces says what the records say.
struct TableCheck {
  /// What is wrong with the table `evidence` of `database`, where the records tell of `told`.
  static func flaws(
    in database: borrowing Database, _ told: ToldPieces
  ) throws(DatabaseError) -> Flaws {
    var flaws = Flaws()
    var missing = Set(told.pieces.keys)
    if try hasTable(database) {
      try database.prepare(rows).run { row in
        let number = row.integer(0) ?? 0
        guard let piece = told.pieces[number] else {
          return flaws.add(Flaw(kind: .rowExtra, number: number))
        }
        missing.remove(number)
        if !agrees(row, piece, told.state(of: piece), told.marks(of: piece)) {
          flaws.add(Flaw(kind: .rowOther, record: piece.record, number: number))
        }
      }
    }
    for number in missing.sorted() {
      flaws.add(Flaw(kind: .rowMissing, record: told.pieces[number]?.record, number: number))
    }
    return flaws
  }

  private static func agrees(
    _ row: borrowing Row, _ piece: ToldPiece, _ state: String, _ marks: PieceRecords
  ) -> Bool {
    row.text(1) == piece.id && row.text(2) == piece.file
      && row.text(3) == piece.sha256 && row.integer(4) == piece.byteCount && row.text(5) == state
      && row.integer(6) == piece.record && row.integer(7) == marks.deleted
      && row.integer(8) == marks.purged && row.integer(9) == marks.locked
      && isSame(row.text(10), marks.title) && isSame(row.text(11), marks.decision)
      && row.integer(12) == marks.exported
  }

  /// Whether both have the same bytes: to Swift two spellings of an accent are one text.
  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
  }

  private static func hasTable(_ database: borrowing Database) throws(DatabaseError) -> Bool {
    try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'evidence'") > 0
  }

  private static let rows = """
    SELECT number, id, local_file, sha256, byte_count, state, record, deleted, purged, locked,
      title, decision, exported
    FROM evidence ORDER BY number
    """
}
