import Core

/// What verification wants to know of a record's payload.
struct Payload {
  /// The store's id, of `store.created`.
  var store: String?
  /// The key of the device that makes the records from here on.
  var key: PublicKey?
  /// The piece that the record tells of.
  var piece: ToldPiece?
  /// The number and the file that the record says something else of.
  var number: Int?
  var file: String?
  /// The numbers of the pieces that something became of.
  var pieces: [Int] = []
  /// Sequences of the records that are undone.
  var records: [Int] = []
  /// The digest by which the pieces were told that lie elsewhere too.
  var sha256: String?
  /// Whether the pieces are locked from here on.
  var isLocked = false
  /// The title, or the decision, that the pieces have from here on.
  var word: String?
  /// Where what came back comes from.
  var origin: ToldOrigin?
  /// The records of another store that are kept here.
  var kept: KeptRecords?
}

/// The record of another store from which something came back.
struct ToldOrigin: Hashable {
  let origin: Origin
  /// Sequence and hash of that record.
  let record: Int
  let hash: String
}

/// The records of another store, as a file of this one.
struct KeptRecords: Hashable {
  let origin: Origin
  let file: StoredFile
}

/// A piece as its record tells of it.
struct ToldPiece {
  let number: Int
  /// Sequence of its record.
  let record: Int
  let id: String
  /// Its file, relative to the store.
  let file: String
  let sha256: String
  let byteCount: Int
  /// Whether it was found without a row, and not stored in good order.
  let isAdopted: Bool
  /// What it has beside its own file.
  var companions: [Companion: StoredFile] = [:]
  /// Number of the piece in the store that it came back from, if it did.
  var originNumber: Int?
  /// What it had already when it came back.
  var initial = PieceRecords()

  /// Its own file, and those beside it.
  var files: [StoredFile] {
    [StoredFile(file: file, sha256: sha256, byteCount: byteCount)] + companions.inOrder
  }
}

/// Reads payloads, with SQLite's own JSON functions.
struct PayloadReader: ~Copyable {
  private let statement: Statement

  init(of database: borrowing Database) throws(DatabaseError) {
    statement = try database.prepare(
      """
      SELECT ?1 ->> 'store', ?1 ->> '$.device.public_key', ?1 ->> '$.device.id', ?1 ->> 'number',
        ?1 ->> 'file', ?1 ->> 'id', ?1 ->> 'sha256', ?1 ->> 'bytes', ?1 -> 'pieces',
        ?1 -> 'records', ?1 -> 'locked', json_type(?1, '$.title'), ?1 ->> 'title',
        json_type(?1, '$.decision'), ?1 ->> 'decision', ?1 ->> 'kind',
        \(PayloadReader.file(at: "$.data.crop")), \(PayloadReader.file(at: "$.facts.data.crop")),
        ?1 ->> '$.origin.store', ?1 ->> '$.origin.head', ?1 ->> '$.origin.number',
        ?1 ->> '$.origin.record', ?1 ->> '$.origin.hash', ?1 ->> 'head',
        \(PayloadReader.wrongOptionCount), json_type(?1, '$.option'),
        json_type(?1, '$.name'), json_type(?1, '$.value'), json_type(?1, '$.requester'),
        json_type(?1, '$.glyphs'), json_type(?1, '$.data.glyphs'),
        \(PayloadReader.file(at: "$.data.glyphs.text")),
        \(PayloadReader.file(at: "$.data.glyphs.ansi")),
        \(PayloadReader.file(at: "$.facts.data.glyphs.text")),
        \(PayloadReader.file(at: "$.facts.data.glyphs.ansi"))
      """)
  }

  /// What `record` says; nil where this program doesn't know its kind, or it isn't written as that kind is.
  func payload(of record: WrittenRecord) throws(DatabaseError) -> Payload? {
    guard let kind = Record.Kind(rawValue: record.kind), record.isKnown,
      CanonicalScanner.isObject(record.payload.text)
    else { return nil }
    let found = try statement.first(.text(record.payload.text)) { row in
      PayloadReader.read(row, kind, record.sequence)
    }
    return found ?? nil
  }

  private static func read(
    _ row: borrowing Row, _ kind: Record.Kind, _ sequence: Int
  ) -> Payload? {
    switch kind {
    case .settingKept: return Payload.ofSetting(row.text(32), row.text(33), row.text(34))
    case .storeCreated:
      guard let store = row.text(0), let key = key(row) else { return nil }
      return Payload(store: store, key: key)
    case .deviceChanged: return key(row).map { Payload(key: $0) }
    case .photoStored, .pieceImported: return piece(row, kind, sequence).map { Payload(piece: $0) }
    case .pieceAdopted, .clipStored, .clipRecovered:
      return piece(row, kind, sequence).map { Payload(piece: $0) }
    case .programStarted, .programStopped, .storeReopened, .storeRebuilt, .storeReset,
      .configurationChanged, .settingChanged, .clockTold, .clockSynchronised, .thingCreated,
      .thingUsed, .thingChanged, .requestImported, .requestChanged, .checklistChanged,
      .thingDeleted,
      .cameraOpened, .captureGap, .photoFailed:
      return Payload()
    case .recordsKept: return kept(row)
    case .thingRestored, .requestRestored: return origin(row).map { Payload(origin: $0) }
    case .pieceRestored: return restored(row, sequence)
    case .pieceDeleted, .pieceUndeleted, .piecePurged:
      return numbers(row.text(8)).map { Payload(pieces: $0) }
    case .pieceExported:
      guard let pieces = numbers(row.text(8)), let sha256 = row.text(6), sha256.utf8.count == 64
      else { return nil }
      return Payload(pieces: pieces, sha256: sha256)
    case .pieceLocked:
      guard let pieces = numbers(row.text(8)), let word = row.text(10),
        ["true", "false"].contains(word)
      else { return nil }
      return Payload(pieces: pieces, isLocked: word == "true")
    case .pieceTitled: return word(row, 11)
    case .pieceDecided: return word(row, 13)
    case .pieceOptions:
      guard let pieces = numbers(row.text(8)), row.integer(30) == 0 else { return nil }
      return Payload(pieces: pieces)
    case .optionConfirmed, .optionDenied:
      guard let pieces = numbers(row.text(8)), row.text(31) == "text" else { return nil }
      return Payload(pieces: pieces, word: PieceDecision.confirmed.rawValue)
    case .changeUndone: return numbers(row.text(9)).map { Payload(records: $0) }
    case .pieceBegun, .numberSpent, .fileRejected, .fileMissing, .fileAltered, .fileFound:
      return Payload(number: row.integer(3), file: row.text(4))
    }
  }

  private static func kept(_ row: borrowing Row) -> Payload? {
    guard let origin = origin(row.text(0), row.text(29)), row.text(4) == origin.file,
      let sha256 = row.text(6), sha256.utf8.count == 64, let byteCount = row.integer(7),
      byteCount >= 0
    else { return nil }
    let file = StoredFile(file: origin.file, sha256: sha256, byteCount: byteCount)
    return Payload(kept: KeptRecords(origin: origin, file: file))
  }

  private static func restored(_ row: borrowing Row, _ sequence: Int) -> Payload? {
    guard let origin = origin(row), let number = row.integer(26), number > 0,
      var piece = piece(row, .pieceRestored, sequence), let word = row.text(10),
      ["true", "false"].contains(word), let title = row.text(11), ["text", "null"].contains(title),
      let decision = row.text(13), ["text", "null"].contains(decision)
    else { return nil }
    piece.originNumber = number
    piece.initial.title = row.text(12)
    piece.initial.decision = row.text(14)
    piece.initial.locked = word == "true" ? sequence : nil
    return Payload(piece: piece, origin: origin)
  }

  private static func origin(_ row: borrowing Row) -> ToldOrigin? {
    guard let origin = origin(row.text(24), row.text(25)), let record = row.integer(27),
      record > 0, let hash = row.text(28), hash.isDigits(64)
    else { return nil }
    return ToldOrigin(origin: origin, record: record, hash: hash)
  }

  private static func origin(_ store: String?, _ head: String?) -> Origin? {
    guard let store, store.isDigits(32), let head = head.flatMap({ Head($0) }) else { return nil }
    return Origin(store: store, head: head)
  }

  /// What the columns from `first` on say of the pieces: a type and a text, or null.
  private static func word(_ row: borrowing Row, _ first: Int32) -> Payload? {
    guard let pieces = numbers(row.text(8)), let type = row.text(first),
      ["text", "null"].contains(type)
    else { return nil }
    return Payload(pieces: pieces, word: row.text(first + 1))
  }

  /// The numbers of an array in canonical JSON, which are none below 1; nil where it is no such array.
  private static func numbers(_ text: String?) -> [Int]? {
    guard let text, text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let words = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0) }.filter { $0 > 0 }
    return numbers.isEmpty || numbers.count < words.count ? nil : numbers
  }

  private static func key(_ row: borrowing Row) -> PublicKey? {
    guard let key = PublicKey(hexadecimal: row.text(1) ?? ""), key.deviceID == row.text(2) else {
      return nil
    }
    return key
  }

  private static func piece(
    _ row: borrowing Row, _ kind: Record.Kind, _ sequence: Int
  ) -> ToldPiece? {
    guard let number = row.integer(3), number > 0, let file = row.text(4),
      isFile(file, of: number, kind),
      let id = row.text(5), let sha256 = row.text(6), sha256.utf8.count == 64,
      let byteCount = row.integer(7), byteCount >= 0,
      let crop = crop(row, kind, of: number), let glyphs = glyphs(row, kind, of: number)
    else { return nil }
    return ToldPiece(
      number: number, record: sequence, id: id, file: file, sha256: sha256, byteCount: byteCount,
      isAdopted: kind == .pieceAdopted || kind == .clipRecovered,
      companions: crop.merging(glyphs) { $1 })
  }

  /// How many options of a payload are none; null where it has no analyser or no array of at least one.
  private static let wrongOptionCount = """
    CASE WHEN json_type(?1, '$.options') = 'array' AND json_type(?1, '$.analyser') = 'text'
        AND json_array_length(?1, '$.options') > 0
      THEN (SELECT count(*) FROM json_each(?1, '$.options')
        WHERE type <> 'object' OR json_type(?1, fullkey || '.text') IS NOT 'text'
          OR json_type(?1, fullkey || '.per_mille') IS NOT 'integer'
          OR ?1 ->> (fullkey || '.per_mille') NOT BETWEEN 0 AND 1000) END
    """

  /// Columns of what a payload says of a file at `path`: its type, file, digest and size.
  private static func file(at path: String) -> String {
    "json_type(?1, '\(path)'), ?1 ->> '\(path).file', ?1 ->> '\(path).sha256', "
      + "CASE json_type(?1, '\(path).bytes') WHEN 'integer' THEN ?1 ->> '\(path).bytes' END"
  }

  /// What such columns from `first` on say of what piece `number` has as `companion`; nil where it isn't told as it
  /// should be.
  private static func file(
    _ row: borrowing Row, from first: Int32, _ companion: Companion, of number: Int
  ) -> StoredFile? {
    guard row.text(first) == "object", let file = row.text(first + 1),
      file == EvidenceFolder.file(number, companion), let sha256 = row.text(first + 2),
      sha256.utf8.count == 64, let byteCount = row.integer(first + 3), byteCount >= 0
    else { return nil }
    return StoredFile(file: file, sha256: sha256, byteCount: byteCount)
  }

  /// The crop of piece `number`, if the record tells of one; nil where it isn't told as it should be.
  ///
  /// A photo whose crop did not reach the medium was adopted as a photo, whatever its facts say, and comes back as one.
  private static func crop(
    _ row: borrowing Row, _ kind: Record.Kind, of number: Int
  ) -> [Companion: StoredFile]? {
    let first: Int32 = kind == .pieceAdopted ? 20 : 16
    let isDocument =
      kind == .photoStored ? row.text(first) != nil : row.text(15) == "document"
    guard isDocument, kind == .pieceAdopted || mayHave(kind) else { return [:] }
    return file(row, from: first, .crop, of: number).map { [.crop: $0] }
  }

  /// The glyphs of piece `number`, if the record tells of any; nil where they aren't told as they should be.
  ///
  /// What was adopted has those of its facts where it says so itself: else they did not reach the medium.
  private static func glyphs(
    _ row: borrowing Row, _ kind: Record.Kind, of number: Int
  ) -> [Companion: StoredFile]? {
    let isAdopted = kind == .pieceAdopted
    guard let type = row.text(isAdopted ? 35 : 36), isAdopted || mayHave(kind) else { return [:] }
    let first: Int32 = isAdopted ? 45 : 37
    guard type == (isAdopted ? "true" : "object"),
      let text = file(row, from: first, .text, of: number),
      let ansi = file(row, from: first + 4, .ansi, of: number)
    else { return nil }
    return [.text: text, .ansi: ansi]
  }

  /// Whether a record of this `kind` can tell itself of what stands beside a piece's file.
  private static func mayHave(_ kind: Record.Kind) -> Bool {
    kind == .photoStored || kind == .pieceRestored
  }

  /// Whether `file` is where a record of this `kind` can say that the file of piece `number` is.
  private static func isFile(_ file: String, of number: Int, _ kind: Record.Kind) -> Bool {
    if kind == .pieceImported || kind == .pieceRestored {
      return EvidenceFolder.isFile(file, of: number)
    }
    let isClip = kind == .clipStored || kind == .clipRecovered
    return file == EvidenceFolder.file(number, isClip ? BegunClip.ending : "jpg")
  }
}
