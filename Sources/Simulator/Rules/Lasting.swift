import Core

/// Something that may be untrue for a moment, but not for long.
struct Lasting {
  private let patience: Duration
  private var untrueSince: Instant?

  /// Something that may be untrue for at most `patience`.
  init(_ patience: Duration) {
    self.patience = patience
  }

  mutating func check(
    _ isTrue: Bool, _ step: Step, _ rule: Any.Type, _ finding: String
  ) throws(Violation) {
    guard !isTrue else { return untrueSince = nil }
    let since = untrueSince ?? step.now
    untrueSince = since
    guard step.now - since <= patience else { throw Violation(rule, finding) }
  }
}
