/// The driver's count of frames, watched for gaps.
struct FrameSequence: Hashable, Sendable {
  private var last: UInt32?

  /// Notes that `number` was delivered.
  ///
  /// - Returns: how many frames nobody saw since the one before. The count wraps at 32 bits; a
  ///   step back or none, as after a restart or from a driver that does not count, is no gap.
  mutating func gap(to number: UInt32) -> Int {
    defer { last = number }
    guard let last else { return 0 }
    let step = Int32(bitPattern: number &- last)
    return max(0, Int(step) - 1)
  }
}
