/// The one line that the service manager shows of the program, not more often than a person can read.
struct Bulletin: Sendable {
  /// The least time from one line to the next.
  static let period = Duration.seconds(1)

  private var told: Phrase?
  private var latest: Condition?
  private var isWaiting = false
  private var nextAt = Instant.zero

  /// When a line that was held back is due; nil while none is.
  var deadline: Instant? { isWaiting ? nextAt : nil }

  /// Takes the condition of `now`.
  ///
  /// - Returns: the line to be told, if it is another one and its time has come.
  mutating func update(_ condition: Condition, at now: Instant) -> Phrase? {
    guard condition != latest else { return nil }
    latest = condition
    isWaiting = true
    return tell(at: now)
  }

  /// The line that was held back, if it is still news and its time has come.
  mutating func tell(at now: Instant) -> Phrase? {
    guard isWaiting, now >= nextAt, let phrase = latest?.phrase else { return nil }
    isWaiting = false
    guard phrase != told else { return nil }
    (told, nextAt) = (phrase, now + Bulletin.period)
    return phrase
  }
}
