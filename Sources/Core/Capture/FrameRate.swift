/// Frames per second as they really arrive, from the kernel's stamps.
public struct FrameRate: Hashable, Sendable {
  /// Over how long the mean is taken.
  public static let window = Duration.seconds(2)

  /// Frames per second over the last whole window; nil before the first.
  public private(set) var perSecond: Double?
  private var began: Instant?
  private var count = 0

  /// No frames yet.
  public init() {}

  /// A frame stamped `instant` arrived.
  public mutating func receive(at instant: Instant) {
    guard let began else {
      began = instant
      return
    }
    count += 1
    guard instant - began >= FrameRate.window else { return }
    perSecond = Double(count) / (instant - began).inSeconds
    self.began = instant
    count = 0
  }
}
