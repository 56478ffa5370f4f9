import Core

/// The newest valid frame and, until it is let go, the one before it, each in a buffer that the kernel
/// waits for.
struct HeldFrames: Hashable, Sendable {
  /// A frame and the driver's buffer that it lies in.
  struct Entry: Hashable, Sendable {
    let frame: Frame
    let buffer: UInt32
  }

  private(set) var newest: Entry?
  private(set) var previous: Entry?

  /// Holds `entry` as the newest.
  ///
  /// - Returns: the buffer that nobody holds any more, to be given back to the kernel.
  mutating func hold(_ entry: Entry) -> UInt32? {
    let released = release()
    previous = newest
    newest = entry
    return released
  }

  /// Lets the frame before the newest go.
  ///
  /// - Returns: its buffer, to be given back to the kernel.
  mutating func release() -> UInt32? {
    defer { previous = nil }
    return previous?.buffer
  }

  /// The held frame of that number, the newer one if a driver gave both the same.
  func entry(_ sequence: UInt32) -> Entry? {
    if let newest, newest.frame.sequence == sequence { return newest }
    if let previous, previous.frame.sequence == sequence { return previous }
    return nil
  }
}
