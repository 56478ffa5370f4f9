import Core

/// When a terminal is asked for its size, and whether it answers.
///
/// Asked is where the cursor is once it was sent as far to the right and down as it goes: every terminal since the VT100
/// answers that, also those of serial programs that know no other question. The cursor comes back at once.
struct TerminalProbe {
  /// Save the cursor, move it, ask for its place, and bring it back (DECSC, CUP, DSR 6, DECRC).
  static let question = Array("\u{1b}7\u{1b}[999;999H\u{1b}[6n\u{1b}8".utf8)
  /// Whoever has not answered by then does not, as far as its person is told.
  static let patience = Duration.seconds(2)
  /// An answer later than this is to no question of ours.
  static let longestDelay = Duration.seconds(60)
  /// The least time from one question to the next, unless a person asks.
  static let pause = Duration.seconds(5)
  /// After so many questions without an answer a terminal that answered before is another one.
  static let mostUnanswered = 3

  /// What becomes of a question that has no answer.
  enum Silence: Hashable {
    /// The person who wanted to know it has to be told.
    case isToBeTold
    /// The terminal answered once, and does not any more.
    case hasBegun
  }

  private var askedAt: Instant?
  private var heardAt = Instant.zero
  private var unansweredCount = 0
  private var isForPerson = false
  /// Whether an answer is awaited.
  private(set) var isWaiting = false

  /// When to look whether there is an answer.
  var deadline: Instant? {
    guard isWaiting, let askedAt else { return nil }
    let patient = max(askedAt, heardAt) + TerminalProbe.patience
    // A line that never rests is not waited for any longer than an answer counts.
    return min(patient, askedAt + TerminalProbe.longestDelay)
  }

  /// Whether it is time to ask again whether the size has changed.
  func isDue(at now: Instant) -> Bool {
    !isWaiting && askedAt.map { now - $0 >= TerminalProbe.pause } ?? true
  }

  /// The question was sent at `now`, for a person or to see whether something has changed.
  mutating func asked(at now: Instant, forPerson isForPerson: Bool) {
    (askedAt, isWaiting) = (now, true)
    self.isForPerson = isForPerson || self.isForPerson
  }

  /// Something came at `now`, behind which there may be an answer.
  mutating func heard(at now: Instant) { heardAt = now }

  /// An answer came at `now`; nil where nobody has asked, else whether a person wants to know it.
  mutating func answered(at now: Instant) -> Bool? {
    guard let askedAt, now - askedAt <= TerminalProbe.longestDelay else { return nil }
    defer { (isForPerson, isWaiting, unansweredCount) = (false, false, 0) }
    return isForPerson
  }

  /// What has become of a question at `now`; nil where it has still time, or was no person's.
  mutating func expire(at now: Instant) -> Silence? {
    guard let deadline, now >= deadline else { return nil }
    isWaiting = false
    unansweredCount += 1
    if isForPerson {
      isForPerson = false
      return .isToBeTold
    }
    return unansweredCount >= TerminalProbe.mostUnanswered ? .hasBegun : nil
  }
}

extension Phrase {
  static let sessionUnanswered = Phrase(
    "session.unanswered",
    "The terminal has not said how large it is. \"set size 80x24\" says it.")
}
