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
  /// Its file, relative to the store.
  package let file: String
  /// The SHA-256 of its bytes in lower-case hexadecimal.
  package let sha256: String
  /// The size of its file in bytes.
  package let byteCount: Int
  /// Pixels a row, where known.
  package let width: Int?
  /// Rows, where known.
  package let height: Int?
  /// The deadline that it was taken for, on the clock of its boot, where known.
  package let planned: Instant?
  /// When it was taken, on the clock of its boot, where known.
  package let actual: Instant?
  /// When it was taken, in UTC by ISO 8601 to the millisecond, where the clock was known.
  package let capturedAt: String?
  /// How the picture is seen upright, where that is known.
  package let orientation: Orientation?
  /// `stored`.
  package let state: String

  /// The piece as `list --json` prints it; instants in seconds.
  package var json: JSON {
    .object([
      ("id", .string(id)), ("number", .integer(number)), ("kind", .string(kind)),
      ("thing", .string(thing)), ("file", .string(file)), ("sha256", .string(sha256)),
      ("bytes", .integer(byteCount)), ("width", .optional(width)),
      ("height", .optional(height)),
      ("planned", .optional(planned?.seconds)),
      ("actual", .optional(actual?.seconds)),
      ("captured_at", .optional(capturedAt)),
      ("orientation", .optional(orientation?.json)), ("state", .string(state)),
    ])
  }
}

extension Piece {
  /// Selects the columns that `init(_:)` reads; a WHERE and an ORDER can follow.
  static let selection = """
    SELECT evidence.id, evidence.number, kind, things.title, local_file, sha256, byte_count, width,
      height, planned, actual, strftime('%Y-%m-%dT%H:%M:%fZ', wall_time, 'unixepoch'), state,
      evidence.data ->> 'orientation'
    FROM evidence JOIN things ON things.number = thing
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
    actual = row.integer(10).map { Instant(nanoseconds: Int64($0)) }
    capturedAt = row.text(11)
    state = row.text(12) ?? ""
    orientation = row.integer(13).flatMap { Orientation(rawValue: $0) }
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
}

extension Thing {
  /// Reads a row of `number`, `id` and `title`.
  init(_ row: borrowing Row) {
    number = row.integer(0) ?? 0
    id = row.text(1) ?? ""
    label = row.text(2) ?? ""
  }
}

/// Pieces as people and programs read them, oldest first.
package struct PieceList {
  private let pieces: [Piece]
  private let earlierCount: Int

  /// A list of `pieces` in their order, of which so many came earlier and are left out.
  package init(_ pieces: [Piece], earlier earlierCount: Int = 0) {
    self.pieces = pieces
    self.earlierCount = earlierCount
  }

  /// A sentence a piece, or an array of objects.
  package func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(.array(pieces.map(\.json))) : .sentences(sentences)
  }

  private var sentences: [Phrase] {
    guard !pieces.isEmpty else { return [.listEmpty] }
    let earlier = earlierCount == 0 ? [] : [Phrase.listEarlier(earlierCount)]
    return earlier + pieces.map(PieceList.sentence)
  }

  private static func sentence(_ piece: Piece) -> Phrase {
    Phrase.listPiece(
      kind(of: piece), piece.number, piece.thing, size(of: piece), Figures.bytes(piece.byteCount),
      piece.capturedAt ?? Phrase.timeUnknown, piece.file)
  }

  private static func kind(of piece: Piece) -> any PhraseValue {
    piece.kind == "photo" ? Phrase("piece.photo", "photo") : piece.kind
  }

  private static func size(of piece: Piece) -> String {
    guard let width = piece.width, let height = piece.height else { return "-" }
    return "\(width)×\(height)"
  }
}

extension Phrase {
  package static let listEmpty = Phrase("list.empty", "There are no pieces yet.")

  static func listEarlier(_ count: Int) -> Phrase {
    Phrase("list.earlier", "{1} earlier pieces are left out; exhibit list shows all.", count)
  }

  static func listPiece(
    _ kind: any PhraseValue, _ number: Int, _ thing: String, _ size: String, _ bytes: String,
    _ capturedAt: any PhraseValue, _ file: String
  ) -> Phrase {
    Phrase(
      "list.piece",
      "{1} {2}, {3}, {4}, {5}, {6}, {7}", kind, number, thing, size, bytes, capturedAt, file)
  }

  static let timeUnknown = Phrase("time.unknown", "time unknown")
}
