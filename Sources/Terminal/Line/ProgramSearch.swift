import Core

/// Whether the running program is there: when it is looked for, and when a person is told that it is not.
struct ProgramSearch {
  /// Time from one try to the next.
  static let pause = Duration.milliseconds(500)
  /// Time until it is said that nobody runs.
  static let absence = Duration.seconds(3)

  /// Whether it has let us in.
  private(set) var isLetIn = false
  /// When it is looked for again; nil while somebody answers.
  private var lookAt: Instant? = .zero
  /// Since when nobody has let us in; nil while somebody does, and before the first try.
  private var absentSince: Instant?
  /// Whether that was said.
  private var isTold = false
  /// Why nobody could be reached at the last try.
  private var error: SystemError?

  /// When `isDue` or `isToBeTold` changes by itself; nil where it does not.
  var deadline: Instant? {
    .earlier(lookAt, isTold ? nil : absentSince.map { $0 + ProgramSearch.absence })
  }

  /// Whether it is time to look for it.
  func isDue(at now: Instant) -> Bool { lookAt.map { $0 <= now } ?? false }

  /// Whether a person is to be told that nobody runs; once in each absence.
  func isToBeTold(at now: Instant) -> Bool {
    !isTold && (absentSince.map { now - $0 >= ProgramSearch.absence } ?? false)
  }

  /// Somebody wants it now: where it was not there, it is looked for at once.
  mutating func hurry() { lookAt = lookAt.map { _ in .zero } }

  /// That was said, as the answer to a line or by itself; whether it had been before.
  @discardableResult
  mutating func tell() -> Bool {
    defer { isTold = true }
    return isTold
  }

  /// Somebody answers, who may still send us away.
  mutating func answered() { (lookAt, error) = (nil, nil) }

  /// We are let in.
  mutating func letIn() { (isLetIn, absentSince, isTold) = (true, nil, false) }

  /// Nobody could be reached; whether `error` is another than before.
  mutating func failed(_ error: SystemError, at now: Instant) -> Bool {
    defer { self.error = error }
    missed(at: now)
    return self.error != error
  }

  /// Who had answered is gone, or has sent us away; the latter is no reason to come again at once.
  mutating func lost(at now: Instant) {
    let wasLetIn = isLetIn
    isLetIn = false
    missed(at: now)
    if wasLetIn { lookAt = .zero }
  }

  private mutating func missed(at now: Instant) {
    if absentSince == nil { absentSince = now }
    lookAt = now + ProgramSearch.pause
  }
}
