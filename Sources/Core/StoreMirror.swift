/// What the store said of itself last, so that button, console and voice all answer from the same.
struct StoreMirror: Sendable {
  /// Nil while the store is closed, and while it can't tell.
  @Occasional private(set) var facts: StoreFacts? = nil
  /// What the latest start found where the store is not what its device has written; it holds until the program ends.
  private(set) var resumption: Resumption?
  /// What the latest comparison of all files and the database with the records found; nil where nobody knows of one.
  private(set) var comparison: Comparison?
  /// When the device is to remember the latest record.
  var head = HeadWatch()
  /// Whether it was told in this turn: what has changed it is in the next event.
  private var isNews = false

  /// The current thing.
  var thing: CurrentThing? { facts?.thing }

  /// The store has opened, or has changed.
  ///
  /// - Returns: what people should mind of it, where that is news.
  mutating func told(_ facts: StoreFacts?) -> [Phrase] {
    let known = troubles
    (self.facts, isNews) = (facts, true)
    head.told(facts?.upkeep.rememberAt)
    resumption = facts?.resumption ?? resumption
    // What the store says is of its opening, and a comparison may have ended since.
    comparison = comparison ?? facts?.comparison
    return troubles.filter { !known.contains($0) }
  }

  /// A comparison has ended.
  mutating func compared(_ comparison: Comparison) { self.comparison = comparison }

  /// What people should mind of it: that it is not what its device has written, or not what its records say.
  var troubles: [Phrase] {
    let differing = comparison.flatMap { $0.isGood ? nil : $0.phrase }
    return [resumption?.phrase, differing].compactMap { $0 }
  }

  /// Whether it was told in this turn, which is asked once.
  mutating func takeNews() -> Bool {
    defer { isNews = false }
    return isNews
  }

  /// Whether some of its housekeeping is due at `now`, of which the calendar says `wall`.
  func isTidyingDue(at now: Instant, _ wall: WallTime) -> Bool {
    facts?.upkeep.isDue(at: now, wall) ?? false
  }

  /// Whether something can be removed at `now` where room is wanted.
  func canMakeRoom(at now: Instant) -> Bool { facts?.upkeep.canMakeRoom(at: now) ?? false }
}

extension StoreMirror {
  /// The store's contents for status; while there is an open `question` of a piece, the checklist says nothing to people.
  func status(_ question: Phrase?) -> [StatusEntry] {
    [
      StatusEntry("thing", [sentence], json: .optional(thing?.label)),
      StatusEntry("pieces", json: .optional(facts?.pieceCount)),
      StatusEntry(
        "unusual_pieces", unusual.map(\.phrase), json: .array(unusual.map(\.json))),
      checklistStatus(isSilent: question != nil),
      StatusEntry("question", [question].compactMap { $0 }, json: .sentence(question)),
    ]
  }

  /// What status says of the records.
  var headStatus: StatusEntry {
    let head = facts?.head
    return StatusEntry(
      "head", [head.map(Phrase.statusHead)].compactMap { $0 }, json: .optional(head))
  }

  /// What status says of a store that is not what its device has written.
  var historyStatus: StatusEntry {
    StatusEntry(
      "history", [resumption?.phrase].compactMap { $0 }, json: .optional(resumption?.json))
  }

  /// What status says of the latest comparison.
  var comparisonStatus: StatusEntry {
    StatusEntry(
      "comparison", [comparison?.phrase].compactMap { $0 }, json: .optional(comparison?.json))
  }

  private func checklistStatus(isSilent: Bool) -> StatusEntry {
    guard let entry = facts?.checklist.status else { return StatusEntry("checklist", json: .null) }
    return isSilent ? StatusEntry(entry.name, json: entry.json) : entry
  }

  private var sentence: Phrase {
    guard let facts else { return Phrase.statusNoStore }
    let (thing, all) = (facts.thing, facts.pieceCount)
    return Phrase(
      "status.pieces", "Thing: \(thing.label), pieces: \(thing.pieceCount). In the store: \(all).")
  }

  /// Pieces that are not plainly stored.
  var unusual: [UnusualPieces] { facts?.unusual ?? [] }
}

extension Phrase {
  static let statusNoStore = Phrase("status.no-store", "Thing: unknown, the store is not open.")
}
