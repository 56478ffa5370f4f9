/// What the store says of its contents, so that button, console and voice all answer from the same.
///
/// It lags behind the store by one measurement at most, and never invents: what is unknown is nil.
struct StoreMirror: Sendable {
  /// The label of the current thing.
  private(set) var thing: String?
  /// The number of the current thing.
  private(set) var thingNumber: Int?
  /// How many pieces the current thing has.
  private(set) var thingPieceCount: Int?
  /// The number of the current thing's title picture; nil where it has none.
  private(set) var titlePicture: Int?
  /// What is to be captured now.
  private(set) var checklist: Checklist?
  /// The device's id.
  private(set) var deviceID: String?
  /// How many pieces there are.
  private(set) var pieceCount: Int?
  /// Those that are not plainly stored.
  private(set) var unusual: [UnusualPieces] = []
  /// The piece that was stored last since the program started.
  private(set) var latest: StoredPiece?

  /// The store was asked.
  mutating func measured(_ measurements: Measurements) {
    thing = measurements.thing
    thingNumber = measurements.thingNumber
    thingPieceCount = measurements.thingPieceCount
    titlePicture = measurements.titlePicture
    checklist = measurements.checklist
    deviceID = measurements.deviceID
    pieceCount = measurements.pieceCount
    unusual = measurements.unusualPieces
  }

  /// A piece became durable.
  mutating func stored(_ piece: StoredPiece) {
    latest = piece
    pieceCount = pieceCount.map { $0 + 1 }
    thingPieceCount = thingPieceCount.map { $0 + 1 }
  }

  /// A file was taken in.
  mutating func imported() {
    pieceCount = pieceCount.map { $0 + 1 }
    thingPieceCount = thingPieceCount.map { $0 + 1 }
  }
}

extension StoreMirror {
  /// What status says of the store's contents at `now`; while there is an open `question` of a piece, the checklist
  /// says nothing to people.
  func status(at now: Instant, _ question: Phrase?) -> [StatusEntry] {
    [
      StatusEntry("thing", [sentence], json: .optional(thing)),
      StatusEntry("pieces", json: .optional(pieceCount)),
      StatusEntry(
        "unusual_pieces", unusual.map(\.phrase), json: .array(unusual.map(\.json))),
      checklistStatus(at: now, isSilent: question != nil),
      StatusEntry("question", [question].compactMap { $0 }, json: .optional(question?.english)),
    ]
  }

  private func checklistStatus(at now: Instant, isSilent: Bool) -> StatusEntry {
    guard let entry = checklist?.status(at: now) else {
      return StatusEntry("checklist", json: .null)
    }
    return isSilent ? StatusEntry(entry.name, json: entry.json) : entry
  }

  private var sentence: Phrase {
    guard let thing, let pieceCount else { return Phrase.statusNoStore }
    return Phrase.statusPieces(thing, pieceCount)
  }
}

extension Phrase {
  static func statusPieces(_ thing: String, _ pieceCount: Int) -> Phrase {
    Phrase("status.pieces", "Thing: {1}. Pieces: {2}.", thing, pieceCount)
  }

  static let statusNoStore = Phrase("status.no-store", "Thing: unknown, the store is not open.")
}
