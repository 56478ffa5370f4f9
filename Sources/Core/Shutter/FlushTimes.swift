/// How long the medium took for the latest photos.
public struct FlushTimes: Hashable, Sendable {
  /// How many photos are remembered.
  public static let capacity = 100
  /// What is believed of a medium that has not been written to.
  public static let assumed = Duration.milliseconds(250)

  /// The duration that 99 of 100 photos stay within.
  public private(set) var p99 = assumed
  private var durations: [Duration] = []
  private var oldest = 0

  /// Nothing measured yet.
  public init() {
    durations.reserveCapacity(FlushTimes.capacity)
  }

  /// Remembers one more, in place of the oldest when there are enough.
  public mutating func record(_ duration: Duration) {
    if durations.count < FlushTimes.capacity {
      durations.append(duration)
    } else {
      durations[oldest] = duration
      oldest = (oldest + 1) % FlushTimes.capacity
    }
    let rank = (durations.count * 99 + 99) / 100
    p99 = durations.sorted()[rank - 1]
  }
}
