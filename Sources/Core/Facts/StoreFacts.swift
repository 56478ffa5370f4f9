/// What the store comes to: told when it is opened, and by each commit that changes any of it.
package struct StoreFacts: Hashable, Sendable {
  /// The device's id, the first 16 hexadecimal digits of the SHA-256 of its public key.
  package var deviceID = ""
  /// The latest record's number and hash, as `N:HASH`.
  package var head = ""
  /// The latest record's number; nil while there is none.
  var latestRecord: Int? { Int(head.prefix { $0 != ":" }) }
  /// How many pieces there are, deleted and purged ones aside.
  package var pieceCount = 0
  /// Those that are not plainly stored.
  package var unusual: [UnusualPieces] = []
  /// The current thing.
  package var thing: CurrentThing
  /// What is to be captured now.
  package var checklist: Checklist
  /// What fills the slots of the current thing; nil where it is collected for no study.
  package var slots: SlotFills?
  /// Whether files and database are still to be compared, or what was found to be recorded.
  package var isSurveyDue = false
  /// What waits for a quiet moment, or for want of room.
  package var upkeep = StoreUpkeep()
  /// Finding of its opening where it is not what its device has written.
  package var resumption: Resumption?
  /// What the device kept at its opening of the latest comparison with the records.
  package var comparison: Comparison?

  /// Those of a store without pieces.
  package init(thing: CurrentThing, checklist: Checklist) {
    self.thing = thing
    self.checklist = checklist
  }
}

/// The thing that new pieces belong to.
package struct CurrentThing: Hashable, Sendable {
  /// Its number.
  package var number: Int
  /// Its label.
  package var label: String
  /// How many pieces it has.
  package var pieceCount = 0
  /// The number of its title picture; nil where it has none.
  package var titlePicture: Int?

  /// A thing without pieces.
  package init(_ number: Int, label: String) {
    self.number = number
    self.label = label
  }
}

/// The store's housekeeping, as far as it is due or will be.
package struct StoreUpkeep: Hashable, Sendable {
  /// Whether its log is worth the flushes of a checkpoint.
  package var isCheckpointDue = false
  /// From when on the device is to remember the latest record; nil where it does.
  package var rememberAt: Instant?
  /// When the oldest deletion has lasted long enough to be for good; nil where nothing is deleted.
  package var purgeAt: Instant?
  /// From when on something can be removed where room is wanted; nil: nothing can.
  package var roomAt: Instant?
  /// The day, as `2026-04-30`, of the first request that is not over and has one; nil where none has.
  package var firstDue: String?

  /// Nothing is due.
  package init() {}

  /// Whether any of it is due at `now`, of which the calendar says `wall`; what waits for room aside, and what the device
  /// is to remember.
  func isDue(at now: Instant, _ wall: WallTime) -> Bool {
    isCheckpointDue || purgeAt.map { $0 <= now } ?? false || isExpiryDue(wall)
  }

  /// Whether the day of a request is over, in UTC; nobody can tell while the clock is unset.
  package func isExpiryDue(_ wall: WallTime) -> Bool {
    guard let firstDue, let microseconds = wall.microseconds else { return false }
    return firstDue < CalendarTime(microseconds: Int(microseconds)).text.prefix(10)
  }

  /// Whether something can be removed at `now` where room is wanted.
  package func canMakeRoom(at now: Instant) -> Bool { roomAt.map { $0 <= now } ?? false }
}

/// Pieces of one state that is not plainly `stored`.
package struct UnusualPieces: Hashable, Sendable {
  /// The state, as programs read it: `adopted`, `missing` or `altered`.
  package let state: String
  /// Why, as programs read it; nil where the state says it all.
  package let reason: String?
  /// The same in a sentence.
  package let phrase: Phrase
  /// How many there are.
  package let count: Int

  /// So many pieces in this state, for this reason, which `phrase` says.
  package init(_ state: String, _ reason: String?, _ phrase: Phrase, _ count: Int) {
    self.state = state
    self.reason = reason
    self.phrase = phrase
    self.count = count
  }

  /// For programs.
  var json: JSON {
    .object([
      ("state", .string(state)), ("reason", .optional(reason)), ("pieces", .integer(count)),
    ])
  }
}
