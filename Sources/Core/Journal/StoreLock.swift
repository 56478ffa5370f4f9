/// How long another program's lock on the store's database is waited for, and when to try again.
///
/// What was to be written is not lost meanwhile, so that nobody has to hear of a lock that ends soon.
struct StoreLock: Sendable {
  /// From a try that finds the lock to the next: the first, and the longest.
  static let firstWait = Duration.seconds(1)
  static let longestWait = Duration.seconds(8)
  /// From the first try that finds it to the last.
  static let patience = Duration.seconds(30)

  /// A time in which every try has found the lock.
  private struct Spell {
    let since: Instant
    var latest: Instant
    var backoff = Backoff(from: StoreLock.firstWait, to: StoreLock.longestWait)
  }

  /// What the latest try that found the lock ended in; nil while none is known.
  private(set) var failure: Failure?
  /// When to try again; nothing is written before.
  private(set) var retryAt: Instant?
  private var spell: Spell?

  /// Whether nothing is to be written for now.
  var isWaiting: Bool { retryAt != nil }

  /// A try has found the lock at `now`.
  ///
  /// - Returns: whether to try again; false once the patience is used up, until a try succeeds.
  mutating func found(_ failure: Failure, at now: Instant) -> Bool {
    // Long after the latest try nobody knows whether it is the same lock.
    if let spell, now - spell.latest > StoreLock.patience { self.spell = nil }
    var spell = spell ?? Spell(since: now, latest: now)
    let end = spell.since + StoreLock.patience
    let isBorne = now < end
    retryAt = isBorne ? min(now + spell.backoff.next(), end) : nil
    spell.latest = now
    self.spell = spell
    self.failure = failure
    return isBorne
  }

  /// The wait is over.
  mutating func expire() {
    retryAt = nil
  }

  /// Something was written, or the store is another one now.
  mutating func forget() {
    self = StoreLock()
  }
}
