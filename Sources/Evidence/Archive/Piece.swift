import Core

/// A piece of evidence as the database knows it, for lists and for `show`.
package struct Piece: Hashable, Sendable {
  /// Unique everywhere; sorts by age within the store.
  package let id: String
  /// Number of the piece, which people use: photo 17.
  package let number: Int
  /// `photo`, `clip`, `document` or `imported`.
  package let kind: String
  /// The label of the thing that it documents.
  package let thing: String
  /// What a person called it.
  package let title: String?
  /// What a person holds of it: one of the words of `PieceDecision`.
  package let decision: String?
  /// What programs guess of it, the most certain first.
  package internal(set) var options: [PieceOption] = []
  /// The option by which it was decided, and who did that, as records have it; nil where none was.
  package internal(set) var choice: Choice?
  /// Its file, relative to the store.
  package internal(set) var file: String
  /// The SHA-256 of its bytes in lower-case hexadecimal.
  package internal(set) var sha256: String
  /// The size of its file in bytes.
  package internal(set) var byteCount: Int
  /// Pixels a row, where known.
  package let width: Int?
  /// Rows, where known.
  package let height: Int?
  /// The deadline that it was taken for, on the clock of its boot, where known.
  package let planned: Instant?
  /// When it was taken, on the clock of its boot, where known.
  package let actual: Instant?
  /// When it was taken by both clocks, where that is known.
  let taken: Moment?
  /// When it was taken by the calendar, where its own clock or another record of its boot tells.
  package let captured: KnownTime?
  /// Seconds that the place was east of UTC then, as far as anybody noted.
  package let utcOffset: Int?
  /// What is in it, where it is a clip.
  package internal(set) var clip: ClipFigures?
  /// How the picture is seen upright, where that is known.
  package let orientation: Orientation?
  /// `purged`, `deleted`, `stored`, `adopted`, `missing` or `altered`: the first of these that it is.
  package let state: String
  /// Whether it is locked: nobody can delete or purge it.
  package let isLocked: Bool
  /// Whether a copy is known to lie elsewhere, where it was read back.
  package internal(set) var isExported = false
  /// Why it had no row and was taken over, in the word of its record; nil where it always had one.
  package let adopted: String?
  /// What an imported file was called; nil for all others.
  package internal(set) var source: String?
  /// The part of a document that is kept too, as a file of its own; nil for all others.
  package internal(set) var crop: StoredCrop?
  /// The picture as glyphs, where somebody wanted that.
  package internal(set) var glyphs: StoredGlyphs?
  /// Where it came back from, where it did; nil for what became a piece here.
  package internal(set) var restored: PieceOrigin?
  /// The sequence of the record that it comes from.
  package let record: Int

  /// An option that was confirmed.
  package struct Choice: Hashable, Sendable {
    /// What it says.
    package let text: String
    /// The name of the requester who confirmed it.
    package let requester: String
  }

  /// Whether it, or its thing, is deleted, and its file is there.
  package var isDeleted: Bool { state == "deleted" }
  /// Its own file.
  package var stored: StoredFile { StoredFile(file: file, sha256: sha256, byteCount: byteCount) }
  /// The files that it has beside its own.
  package var companions: [Companion: StoredFile] { Companion.files(crop, glyphs) }
  /// Whether its file was removed.
  package var isPurged: Bool { state == "purged" }
  /// When it was taken, in UTC by ISO 8601 to the millisecond, where that is known.
  package var capturedAt: String? { captured?.text }

  /// On whose word `captured` is known: `synchronised`, `told` or `unset`.
  package var clock: WallTime.Source { captured?.clock ?? .unset }

  /// The piece as `list --json` prints it; instants in seconds.
  package var json: JSON { .object(members) }

  /// The members of `json`.
  var members: [(String, JSON)] {
    [
      ("id", .string(id)), ("number", .integer(number)), ("kind", .string(kind)),
      ("thing", .string(thing)), ("title", .optional(title)),
      ("decision", .optional(decision)), ("decided_by", .optional(choice?.requester)),
      ("option", .optional(choice?.text)), ("options", .array(options.map(\.json))),
      ("file", .string(file)), ("sha256", .string(sha256)),
      ("bytes", .integer(byteCount)), ("width", .optional(width)),
      ("height", .optional(height)),
      ("planned", .optional(planned?.seconds)),
      ("actual", .optional(actual?.seconds)),
      ("captured_at", .optional(capturedAt)), ("utc_offset", .optional(utcOffset)),
      ("orientation", .optional(orientation?.json)), ("locked", .bool(isLocked)),
      ("exported", .bool(isExported)),
      ("state", .string(state)),
      ("adopted", .optional(adopted)), ("clock", .string(clock.rawValue)),
      ("source", .optional(source)), ("crop", .optional(crop?.json)),
      ("glyphs", .optional(glyphs?.json)), ("restored", .optional(restored?.json)),
    ] + (clip?.members ?? [])
  }
}

extension Piece {
  /// What a piece is, deletion of its thing included.
  static let stateColumn = """
    CASE WHEN purged IS NOT NULL THEN 'purged'
      WHEN evidence.deleted IS NOT NULL OR things.deleted IS NOT NULL THEN 'deleted'
      ELSE state END
    """

  /// Selects the columns that `init(_:)` reads; a WHERE and an ORDER can follow.
  ///
  /// CROSS JOIN has SQLite go through the pieces, and not through their things (lang_select.html).
  static let selection = """
    SELECT evidence.id, evidence.number, kind, things.title, local_file, sha256, byte_count, width,
      height, planned, actual, evidence.boot_id, CAST(round(evidence.wall_time * 1e6) AS INTEGER),
      evidence.clock,
      \(stateColumn),
      evidence.data ->> 'orientation', adopted, record,
      locked IS NOT NULL, evidence.title, decision, exported IS NOT NULL,
      \(BootCalendar.Dates.columns), evidence.data ->> 'source',
      \(StoredCrop.columns(of: "CASE kind WHEN 'document' THEN evidence.data END", at: "$.crop")),
      evidence.data ->> 'frames', evidence.data ->> 'length', evidence.data ->> 'dropped', technique,
      slot, \(PieceOrigin.columns),
      \(optionColumns), evidence.data -> '$.glyphs', utc_offset
    FROM evidence CROSS JOIN things ON things.number = thing
      LEFT JOIN boots ON boots.boot_id = evidence.boot_id
    """

  /// Reads a row of `selection`; the text columns that it takes for granted are NOT NULL there.
  init(_ row: borrowing Row) {
    id = row.text(0) ?? ""
    number = row.integer(1) ?? 0
    kind = row.text(2) ?? ""
    thing = row.text(3) ?? ""
    file = row.text(4) ?? ""
    sha256 = row.text(5) ?? ""
    byteCount = row.integer(6) ?? 0
    width = row.integer(7)
    height = row.integer(8)
    planned = row.integer(9).map { Instant(nanoseconds: Int64($0)) }
    let taken = Moment(row, from: 10)
    actual = taken?.instant
    self.taken = taken
    captured = taken.flatMap { KnownTime(of: $0, BootCalendar.Dates(row, from: 22)) }
    state = row.text(14) ?? ""
    orientation = row.integer(15).flatMap { Orientation(rawValue: $0) }
    adopted = row.text(16)
    record = row.integer(17) ?? 0
    isLocked = row.integer(18) == 1
    title = row.text(19)
    decision = row.text(20)
    isExported = row.integer(21) == 1
    source = row.text(27)
    crop = StoredCrop(row, from: 28)
    clip = ClipFigures(row, from: 35)
    restored = PieceOrigin(row, from: 40)
    options = PieceOption.list(row.text(46))
    glyphs = StoredGlyphs(recorded: row.text(49))
    utcOffset = row.integer(50)
    choice = row.text(47).map { Choice(text: $0, requester: row.text(48) ?? "") }
  }
}

extension StoredCrop {
  /// Columns that `init(_:from:)` reads: the object at `path` of the JSON `json`.
  static func columns(of json: String, at path: String) -> String {
    ["file", "sha256", "bytes", "x", "y", "width", "height"]
      .map { "\(json) ->> '\(path).\($0)'" }.joined(separator: ", ")
  }

  /// Reads `columns` of a row from `first` on; nil where there is no crop.
  init?(_ row: borrowing Row, from first: Int32) {
    guard let file = row.text(first), let sha256 = row.text(first + 1) else { return nil }
    let area = PixelArea(
      x: row.integer(first + 3) ?? 0, y: row.integer(first + 4) ?? 0,
      width: row.integer(first + 5) ?? 0, height: row.integer(first + 6) ?? 0)
    self.init(file: file, sha256: sha256, byteCount: row.integer(first + 2) ?? 0, area: area)
  }
}

extension Moment {
  /// Reads four columns of a row from `first` on: instant, boot, microseconds, clock; nil without an instant.
  fileprivate init?(_ row: borrowing Row, from first: Int32) {
    guard let nanoseconds = row.integer(first) else { return nil }
    let time = row.integer(first + 2).map { Int64($0) }
    let wall: WallTime =
      switch (row.text(first + 3).flatMap(WallTime.Source.init), time) {
      case (.synchronised, let time?): .synchronised(time)
      case (.told, let time?): .told(time)
      case (.unset, _), (nil, _), (_, nil): .unset
      }
    self.init(
      bootID: row.text(first + 1) ?? "", instant: Instant(nanoseconds: Int64(nanoseconds)),
      wall: wall)
  }
}

/// Something that is being documented.
package struct Thing: Hashable, Sendable {
  /// Number of the thing.
  package let number: Int
  /// Unique everywhere.
  package let id: String
  /// Name of the thing, as people gave it.
  package let label: String
  /// One of the words of `ThingCategory`.
  package let category: String
}

extension Thing {
  /// The label of the thing of a new store, in its records.
  static let unsorted = "Unsorted"

  /// The label of the thing `number` that nobody has named, in its records.
  static func label(of number: Int) -> String { "Thing \(number)" }

  /// Reads a row of `number`, `id`, `title` and `category`.
  init(_ row: borrowing Row) {
    number = row.integer(0) ?? 0
    id = row.text(1) ?? ""
    label = row.text(2) ?? ""
    category = row.text(3) ?? ""
  }
}

/// Pieces as people and programs read them, oldest first.
package struct PieceList {
  private let pieces: [Piece]
  private let earlierCount: Int
  private let isFiltered: Bool

  /// A list of `pieces` in their order, of which so many came earlier and are left out; `isFiltered` where there may
  /// be others that nobody asked for.
  package init(_ pieces: [Piece], earlier earlierCount: Int = 0, isFiltered: Bool = false) {
    self.isFiltered = isFiltered
    self.pieces = pieces
    self.earlierCount = earlierCount
  }

  /// A sentence a piece, or an array of objects: programs outside rely on that.
  package func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(.array(pieces.map(\.json))) : .sentences(sentences)
  }

  private var sentences: [Phrase] {
    guard !pieces.isEmpty else {
      return [isFiltered ? Phrase("list.none", "No piece is like that.") : .listEmpty]
    }
    let earlier =
      earlierCount == 0
      ? []
      : [
        Phrase(
          "list.earlier",
          "Left out: \(earlierCount) \(earlierCount, one: "piece", many: "pieces"), from before these; exhibit list shows all."
        )
      ]
    return earlier + pieces.map { Phrase("list.line", "\(PieceList.sentence($0)).") }
  }

  private static func sentence(_ piece: Piece) -> Phrase {
    let plain = Phrase(
      "list.piece",
      """
      \(piece.kindWord) \(piece.number), \(piece.thing), \(size(of: piece)), \
      \(Figures.bytes(piece.byteCount)), \(date(of: piece)), \(piece.file)
      """)
    let whole =
      piece.crop.map { Phrase("list.crop", "\(plain), crop \($0.size), \($0.file)") } ?? plain
    let drawn =
      piece.glyphs.map { Phrase("list.glyphs", "\(whole), glyphs \($0.size), \($0.text.file)") }
      ?? whole
    let long =
      piece.clip.map {
        Phrase(
          "list.clip",
          "\(drawn), \($0.length.asLength) s, \($0.frameCount) \($0.frameCount, one: "frame", many: "frames")"
        )
      } ?? drawn
    let told = piece.caption.map { Phrase.listTrouble(long, $0) } ?? long
    return piece.trouble.map { Phrase.listTrouble(told, $0) } ?? told
  }

  static func date(of piece: Piece) -> any PhraseValue {
    guard let captured = piece.captured else { return Phrase.timeUnknown }
    return captured.clock == .told
      ? Phrase("time.told", "\(captured.text) by a clock that a person set") : captured.text
  }

  private static func size(of piece: Piece) -> String {
    guard let width = piece.width, let height = piece.height else { return "-" }
    return "\(width)×\(height)"
  }
}

/// A list that is written as its pieces are read: all in all the text of `PieceList`, and the end of a line.
package struct PieceListing {
  private let isJSON: Bool
  private let isFiltered: Bool
  private var isBegun = false

  /// Begins with no pieces; `isFiltered` where there may be others that nobody asked for.
  package init(asJSON isJSON: Bool, isFiltered: Bool) {
    self.isJSON = isJSON
    self.isFiltered = isFiltered
  }

  /// Text of `pieces`, which come next, for a reader of `language`.
  package mutating func next(_ pieces: [Piece], in language: Language) -> String {
    if pieces.isEmpty { return "" }
    defer { isBegun = true }
    guard isJSON else {
      return PieceList(pieces).reply(asJSON: false).text(in: language) + "\n"
    }
    return (isBegun ? "," : "[") + pieces.map(\.json.text).joined(separator: ",")
  }

  /// Text after the last of them.
  package func end(in language: Language) -> String {
    if isJSON { return isBegun ? "]\n" : "[]\n" }
    let none = PieceList([], isFiltered: isFiltered).reply(asJSON: false)
    return isBegun ? "" : none.text(in: language) + "\n"
  }
}

extension StoredCrop {
  /// How large it is, for people.
  var size: String { "\(area.width)×\(area.height)" }
}

extension Piece {
  /// Its kind in a sentence.
  var kindWord: any PhraseValue {
    if let known = PieceFilter.Kind(rawValue: kind) { known.word } else { kind }
  }

  /// What is not plain about it: why it was adopted, what has become of its file, and that it lies elsewhere too; nil
  /// for a piece that was stored in good order and is there alone.
  var trouble: Phrase? {
    let reason = adopted.map { word in
      Adoption(rawValue: word).map { Phrase.pieceAdoption($0.words) } ?? .pieceAdoption(word)
    }
    let elsewhere = isExported ? Phrase("piece.exported", "exported") : nil
    let back = restored.map { origin in
      origin.redacted == nil
        ? Phrase("piece.restored", "restored")
        : Phrase("piece.restored-redacted", "restored as a copy in which faces are hidden")
    }
    return Phrase.list([reason, back, fileTrouble, elsewhere].compactMap { $0 })
  }

  private var fileTrouble: Phrase? {
    switch state {
    case "missing": Phrase("piece.missing", "its file is missing")
    case "altered": Phrase("piece.altered", "its file was changed")
    case "deleted": Phrase("piece.deleted", "deleted")
    case "purged": Phrase("piece.purged", "its file was removed")
    default: nil
    }
  }
}

extension Phrase {
  package static let listEmpty = Phrase("list.empty", "There are no pieces yet.")

  static let timeUnknown = Phrase("time.unknown", "time unknown")

  static func listTrouble(_ piece: Phrase, _ trouble: Phrase) -> Phrase {
    Phrase("list.trouble", "\(piece); \(trouble)")
  }

  static func pieceAdoption(_ reason: any PhraseValue) -> Phrase {
    Phrase("piece.adoption", "adopted: \(reason)")
  }
}
