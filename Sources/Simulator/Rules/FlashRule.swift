import Core

/// The light never comes on more than three times within a second, whatever happens.
struct FlashRule {
  private static let most = 3
  private static let span = Duration.seconds(1)

  /// When it came on, the latest times.
  private var rises: [Instant] = []
  /// Whether it was lit after the turn before; nil while nobody could see it.
  private var wasLit: Bool?

  mutating func check(_ step: Step) throws(Violation) {
    defer { wasLit = step.board.light }
    // A light that is opened while it should be lit was plugged in by a hand.
    if case .device(.opened(.light)) = step.event { return }
    guard wasLit == false, step.board.light == true else { return }
    rises = rises.suffix(FlashRule.most) + [step.now]
    guard rises.count > FlashRule.most, let first = rises.first, step.now - first < FlashRule.span
    else { return }
    throw Violation(Self.self, "the light came on \(rises.count) times within a second")
  }
}
