/// Which frames of a camera without pictures of its own are encoded: as many, evenly, as leave the loop time for others.
///
/// Encoding is the one thing that is done for every frame and takes longer than a copy.
package struct FramePace: Hashable, Sendable {
  /// Encoding may take one part in so many of the time.
  static let share = 2
  /// The mean of so many encodings decides.
  static let window = 8
  /// Fewer frames than one in so many are no clip.
  package static let slowest = 30

  /// Of so many frames one is encoded.
  package private(set) var every = 1
  private var place = 0
  private var latest: Instant?
  private var periods = Duration.zero
  private var periodCount = 0
  private var encodings = Duration.zero
  private var encodingCount = 0

  /// Every frame is encoded.
  package init() {}

  /// Whether the frame stamped `instant` is encoded; to be asked once for each.
  package mutating func takes(stamped instant: Instant) -> Bool {
    if let latest, instant > latest {
      periods = periods + (instant - latest)
      periodCount += 1
    }
    latest = instant
    defer { place = (place + 1) % every }
    return place == 0
  }

  /// A frame was encoded within `duration`.
  ///
  /// - Returns: whether more frames are left out from now on, or fewer.
  package mutating func encoded(within duration: Duration) -> Bool {
    encodings = encodings + duration
    encodingCount += 1
    guard encodingCount >= FramePace.window, periodCount > 0 else { return false }
    let wanted = pace(of: encodings, over: encodingCount, at: periods, over: periodCount)
    (periods, periodCount, encodings, encodingCount) = (.zero, 0, .zero, 0)
    // One frame less is soon too many again, so that what is gained has to be worth the change.
    guard wanted > every || wanted < every - 1 || wanted == 1 && every == 2 else { return false }
    defer { (every, place) = (wanted, 0) }
    return wanted != every
  }

  private func pace(
    of encodings: Duration, over encodingCount: Int, at periods: Duration, over periodCount: Int
  ) -> Int {
    let encoding = Double(encodings.nanoseconds) / Double(encodingCount)
    let period = Double(periods.nanoseconds) / Double(periodCount)
    guard period > 0 else { return 1 }
    let wanted = (encoding * Double(FramePace.share) / period).rounded(.up)
    return Int(min(max(1, wanted), Double(FramePace.slowest)))
  }
}
