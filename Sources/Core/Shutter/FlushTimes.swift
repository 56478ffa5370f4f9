/// How long the medium took for the latest photos.
public struct FlushTimes: Hashable, Sendable {
  /// How many photos are remembered.
  public static let capacity = 100
  /// What is believed of a medium that has not been written to.
  public static let assumed = Duration.milliseconds(250)

  private var durations: [Duration] = []
  private var oldest = 0

  /// Nothing measured yet.
  public init() {
    durations.reserveCapacity(FlushTimes.capacity)
  }

  /// The duration that 99 of 100 photos stay within.
  public var p99: Duration {
    guard !durations.isEmpty else { return FlushTimes.assumed }
    let rank = (durations.count * 99 + 99) / 100
    return durations.sorted()[rank - 1]
  }

  /// Remembers one more, in place of the oldest when there are enough.
  public mutating func record(_ duration: Duration) {
    if durations.count < FlushTimes.capacity {
      durations.append(duration)
    } else {
      durations[oldest] = duration
      oldest = (oldest + 1) % FlushTimes.capacity
    }
  }
}
