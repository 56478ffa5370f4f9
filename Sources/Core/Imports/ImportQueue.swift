/// Files that are taken in besides photos: one after the other and a little at a time, while nothing else is under way.
///
/// Whoever asked has all of the answer when the last is stored.
package struct ImportQueue: Sendable {
  /// More wait only if somebody asks faster than the store writes.
  static let capacity = 16
  /// From the end of one bit to the next: it leaves others the processor, and is no faster than cards write.
  static let pause = Duration.milliseconds(20)
  /// How often a person who waits hears how far it is.
  static let reportPeriod = Duration.seconds(5)

  /// What a session wants to have taken in.
  struct Wish: Hashable, Sendable {
    let source: ImportSource
    let session: SessionID
    /// Whether a program asks.
    let isForProgram: Bool
  }

  /// What there is to do of the import under way.
  enum Task: Hashable, Sendable {
    case begin
    /// Copy some more, or open the next file.
    case copy
    /// Make the copy durable, and record it.
    case place
  }

  /// Stage of the import under way.
  private enum State {
    case none
    case due(Task)
    case resting(until: Instant)
    /// The store owes an answer.
    case asked(Task)
  }

  /// What came of the import under way so far.
  struct Tally: Hashable, Sendable {
    /// Numbers of the new pieces.
    var stored: [Int] = []
    /// Numbers of the pieces that files are already.
    var there: [Int] = []
    /// How many files became no piece for another reason.
    var passedOverCount = 0
    /// What was said last of a file that became no piece, for a program.
    var said: Phrase?
    /// Whether a file is to come with the next line.
    var wantsFile = false
    /// Whether something that is no piece has come back, or is there already.
    var hasRestored = false
  }

  private(set) var waiting: [Wish] = []
  /// The import under way.
  private(set) var current: Wish?
  private(set) var tally = Tally()
  /// Why the import under way ends as soon as the store owes no answer; nil while it goes on.
  private(set) var ending: Phrase?
  private var state = State.none
  private var reportAt = Instant.zero

  /// Whether nothing is under way or waits.
  package var isEmpty: Bool { current == nil && waiting.isEmpty }

  /// When the next bit is due; nil while none is, or while one waits for a quiet moment.
  var deadline: Instant? { if case .resting(let until) = state { until } else { nil } }

  /// What waits for a moment in which nothing else is under way.
  var due: Task? {
    if case .due(let task) = state { return task }
    return current == nil && !waiting.isEmpty ? .begin : nil
  }

  /// Whether the store owes an answer, which has to come before anything else is asked.
  var isAsked: Bool { if case .asked = state { true } else { false } }

  /// Adds `wish`; says whether there was room for it.
  mutating func add(_ wish: Wish) -> Bool {
    guard waiting.count < ImportQueue.capacity else { return false }
    waiting.append(wish)
    return true
  }

  /// The oldest wish is the one under way from `now` on.
  mutating func begin(at now: Instant) -> Wish? {
    guard current == nil, !waiting.isEmpty else { return nil }
    current = waiting.removeFirst()
    (tally, state) = (Tally(), .asked(.begin))
    reportAt = now + ImportQueue.reportPeriod
    return current
  }

  /// The store was asked for what was due.
  mutating func ask() {
    if case .due(let task) = state { state = .asked(task) }
  }

  /// The pause is over.
  mutating func expire() { state = .due(.copy) }

  /// There is more to copy; the next bit is due a moment after `now`.
  mutating func rest(at now: Instant) { state = .resting(until: now + ImportQueue.pause) }

  /// A file is copied, and is to be made durable.
  mutating func place() { state = .due(.place) }

  /// The store could not do what it was asked, and works all the same: it is asked again.
  mutating func putBack() {
    if case .asked(let task) = state { state = .due(task) }
  }

  /// A file is the piece `number`.
  mutating func stored(_ number: Int) { tally.stored.append(number) }

  /// A file is the piece `number` already.
  mutating func found(_ number: Int) { tally.there.append(number) }

  /// A file becomes no piece.
  mutating func passOver() { tally.passedOverCount += 1 }

  /// What is to come back has a file.
  mutating func want() { tally.wantsFile = true }

  /// Something that is no piece is there.
  mutating func restored() { tally.hasRestored = true }

  /// A program is to read why.
  mutating func note(_ reason: Phrase) { tally.said = reason }

  /// Whether a person who waits should hear at `now` how far it is.
  mutating func isReportDue(at now: Instant) -> Bool {
    guard now >= reportAt else { return false }
    reportAt = now + ImportQueue.reportPeriod
    return true
  }

  /// The import under way is to end for this reason.
  mutating func wantEnd(_ reason: Phrase) { ending = ending ?? reason }

  /// The import under way has come to its end.
  mutating func end() -> (wish: Wish, tally: Tally)? {
    defer { (current, state, ending) = (nil, .none, nil) }
    return current.map { ($0, tally) }
  }

  /// Gives up all that wait, or those of one session.
  mutating func removeWaiting(of session: SessionID? = nil) -> [Wish] {
    let removed = waiting.filter { session == nil || $0.session == session }
    waiting.removeAll { session == nil || $0.session == session }
    return removed
  }
}

/// Where a file that is to be taken in comes from.
package enum ImportSource: Hashable, Sendable {
  /// A file, or a folder of files, that the program itself can read.
  case path(String)
  /// A file that came open with the line; its name, and a word that is the same for all that one command takes in.
  case handed(String, batch: String)
  /// What is to come back of a bundle, in a file that came open with the line.
  case described(batch: String)
  /// The file of what was described last with that word.
  case returned(String, batch: String)
}
