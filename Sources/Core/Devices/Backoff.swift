/// How long to leave a device alone before trying it again: longer after each failure, within bounds.
public struct Backoff: Hashable, Sendable {
  /// The wait after the first failure.
  public static let first = Duration.seconds(2)
  /// The longest wait.
  public static let longest = Duration.seconds(30)

  private var upcoming = first

  /// A back-off that has seen no failure.
  public init() {}

  /// The wait after one more failure.
  public mutating func next() -> Duration {
    defer { upcoming = min(upcoming * 2, Backoff.longest) }
    return upcoming
  }

  /// Forgets the failures: the device has worked.
  public mutating func reset() {
    upcoming = Backoff.first
  }
}
