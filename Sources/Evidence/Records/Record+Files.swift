import Core

/// What start-up and survey find in the folders of evidence.
extension Record.Kind {
  static let ofFiles = [
    pieceAdopted, numberSpent, fileRejected, fileMissing, fileFound, fileAltered,
  ]

  static let pieceAdopted = Record.Kind(
    "piece.adopted", "a whole picture without a record was found",
    RecordMember.file + [
      .text(
        "kind",
        """
        `photo` where the facts of its file are believed, `document` where its crop too is as they say, else `imported`
        """), .text("thing"), .count("width"), .count("height"),
      .object("facts", "[those](#facts-that-travel-with-a-file)").orNull, .whole("facts.planned"),
      .object("facts.taken"), .object("facts.data"), .text("reason", reasons),
      .flag("glyphs", "true, and only where its glyphs too are as the facts say").orNone,
    ] + RecordMember.moment("facts.taken"), [adoptPiece],
    where: { payload in
      let (number, glyphs) = (payload.integer("number") ?? 0, payload.member("glyphs"))
      return payload.text("file") == EvidenceFolder.file(number) && glyphs?.isTrue ?? true
        && areBesideRight(
          payload.member("facts")?.member("data"), of: number,
          hasCrop: payload.text("kind") == "document", hasGlyphs: glyphs != nil)
    })
  static let numberSpent = Record.Kind(
    "number.spent", "no piece has this number, and none will",
    [
      .number("number"),
      .text(
        "reason",
        "`lost`: nothing of the photo reached the medium; `denied`: nor have those before it in its folder one, which can't be used"
      ),
    ], [endBegun, reserveNumber])
  static let fileRejected = Record.Kind(
    "file.rejected", "something in the folders is no piece",
    [
      .text("file"), .text("moved_to", "null: it stayed").orNull,
      .text("reason", "`incomplete`, `unreadable` or `stranger`"),
      .count("number", "that it reserves").orNull, .count("bytes").orNull,
      RecordMember.digest("sha256", "null: it is no file, or nobody has read it").orNull.orNone,
    ], [addRejected, endRejected, reserveNumber])
  static let fileMissing = Record.Kind(
    "file.missing", "the file of a piece is gone", [.number("number"), .text("file")],
    [setState("'missing'")])
  static let fileFound = Record.Kind(
    "file.found", "it is there again, as long as it was; where it was purged it is so no longer",
    [.number("number"), .text("file")],
    [setState("CASE WHEN adopted IS NULL THEN 'stored' ELSE 'adopted' END, purged = NULL")])
  static let fileAltered = Record.Kind(
    "file.altered", "it has another length",
    [.number("number"), .text("file"), .count("bytes", "now")], [setState("'altered'")])

  /// Why nobody recorded something before.
  static let reasons =
    "`power_cut`, `crash`, `clean_stop`, `number_gap`, `row_failed` or `record_lost`"

  /// The highest number that anything but a piece has had.
  ///
  /// A piece's own row keeps its number, so that a photo writes one page less.
  static let reserveNumber = """
    INSERT INTO settings (name, value)
    SELECT 'last_number', payload ->> 'number' FROM told WHERE payload ->> 'number' IS NOT NULL
    ON CONFLICT (name) DO UPDATE
    SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))
    """
  /// Without facts nobody knows when a picture was taken: the record's time is that of its adoption.
  private static let adoptPiece = """
    INSERT INTO evidence (number, id, thing, kind, data, local_file, sha256, byte_count, width,
      height, planned, actual, boot_id, wall_time, clock, utc_offset, adopted, state, record, created_at,
      updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), payload ->> 'kind',
      ifnull(\(believedData), '{}'), payload ->> 'file', payload ->> 'sha256',
      payload ->> 'bytes', payload ->> 'width', payload ->> 'height',
      payload ->> '$.facts.planned', payload ->> '$.facts.taken.monotonic',
      payload ->> '$.facts.taken.boot_id', payload ->> '$.facts.taken.wall_time' / 1e6,
      ifnull(payload ->> '$.facts.taken.clock', 'unset'), \(utcOffset), payload ->> 'reason', 'adopted',
      sequence, wall_time / 1e6, wall_time / 1e6
    FROM told
    \(AddedPiece.returning)
    """
  /// Glyphs that did not reach the medium are in the facts, and are none.
  private static let believedData = """
    iif(payload -> 'glyphs' IS NULL, json_remove(payload -> '$.facts.data', '$.glyphs'),
      payload -> '$.facts.data')
    """
  private static let addRejected = """
    INSERT OR REPLACE INTO rejected (file, moved_to, reason, record)
    SELECT payload ->> 'file', payload ->> 'moved_to', payload ->> 'reason', sequence
    FROM told
    """

  /// Gives a piece a state; a file that is as it was gives it the one that it had at first.
  private static func setState(_ state: String) -> String {
    """
    UPDATE evidence SET state = \(state), updated_at = record.wall_time / 1e6
    FROM (SELECT payload ->> 'number' AS piece, wall_time FROM told) AS record
    WHERE number = record.piece
    """
  }
}

extension Record {
  /// A whole picture without a row was found: `piece` is what it became, for `reason`.
  ///
  /// - Parameters:
  ///   - facts: what travelled with the file, if it is believed; without it nobody knows when it was taken.
  ///   - size: of the picture.
  ///   - thing: id of the thing that it belongs to where `facts` don't say.
  static func pieceAdopted(
    _ piece: StoredPiece, _ facts: CanonicalJSON?, _ size: PictureSize, thing: String,
    for reason: Adoption
  ) -> Record {
    let kind = facts == nil ? "imported" : piece.crop == nil ? "photo" : "document"
    let found: [(String, JSON)] = [
      ("kind", .string(kind)), ("thing", .string(thing)),
      ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("facts", facts.map { .spelled($0) } ?? .null), ("reason", .string(reason.rawValue)),
    ]
    let glyphs = piece.glyphs.map { _ in [("glyphs", JSON.bool(true))] } ?? []
    return Record(.pieceAdopted, members(of: piece) + found + glyphs)
  }

  /// Nothing has the number, and nothing ever will.
  static func numberSpent(_ number: Int, _ reason: String) -> Record {
    Record(.numberSpent, [("number", .integer(number)), ("reason", .string(reason))])
  }

  /// What is in the folders of evidence and is no piece.
  static func fileRejected(_ file: RejectedFile) -> Record {
    Record(
      .fileRejected,
      [
        ("file", .string(file.file)), ("moved_to", .optional(file.movedTo)),
        ("reason", .string(file.reason.rawValue)), ("number", .optional(file.number)),
        ("bytes", .optional(file.byteCount)), ("sha256", .optional(file.sha256)),
      ])
  }

  /// The file of piece `number` is not there.
  static func fileMissing(_ number: Int, _ file: String) -> Record {
    Record(.fileMissing, [("number", .integer(number)), ("file", .string(file))])
  }

  /// The file of piece `number` has another length than it had.
  static func fileAltered(_ number: Int, _ file: String, byteCount: Int) -> Record {
    Record(
      .fileAltered,
      [("number", .integer(number)), ("file", .string(file)), ("bytes", .integer(byteCount))])
  }

  /// The file of piece `number` is there again, as long as it was.
  static func fileFound(_ number: Int, _ file: String) -> Record {
    Record(.fileFound, [("number", .integer(number)), ("file", .string(file))])
  }
}

/// Why a picture had no row.
enum Adoption: String, CaseIterable {
  /// The board lost its power, in an earlier boot.
  case powerCut = "power_cut"
  /// The program ended without being told to, in this boot.
  case crash
  /// The program ended in good order: somebody put the picture there, or its row could not be written.
  case cleanStop = "clean_stop"
  /// It lies among pieces that were stored later.
  case numberGap = "number_gap"
  /// Its row could not be written while the program ran.
  case rowFailed = "row_failed"
  /// Its record was lost with an earlier database.
  case recordLost = "record_lost"
}

/// Something in the folders of evidence that is no piece.
struct RejectedFile: Hashable {
  /// Why it is none.
  enum Reason: String, CaseIterable {
    /// Its name is a piece's, and it is no whole picture.
    case incomplete
    /// It can't be read: the medium fails, or this user may not.
    case unreadable
    /// Its name is no piece's, or it is no file; it stays where it is.
    case stranger
  }

  /// Where it was found, relative to the store.
  let file: String
  /// Where it is now; nil where it stayed.
  var movedTo: String?
  let reason: Reason
  /// The number that nothing else gets because of it.
  var number: Int?
  /// Its size, where that is known.
  var byteCount: Int?
  /// SHA-256 of its bytes, where somebody has read them.
  var sha256: String?
}
