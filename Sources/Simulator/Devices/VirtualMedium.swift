import Core
import Evidence
import Glibc

/// The medium under the store: real files, on a card that is as slow and as reliable as somebody says.
public final class VirtualMedium {
  /// What a flush takes, besides what it really takes.
  public var flushTime = Duration.zero
  /// How many of the next flushes fail (EIO).
  public var failingFlushCount = 0
  /// What the card says of its room; nil: what the real file system says.
  public var space: Space?
  private let time: VirtualTime?

  /// A medium whose slowness moves `time`, if that is virtual.
  public init(_ time: VirtualTime? = nil) {
    self.time = time
  }

  /// Makes a file durable, as fsync(2) does, or fails.
  func flush(_ descriptor: Int32) -> Int32 {
    time?.advance(by: flushTime)
    guard failingFlushCount > 0 else { return Store.fsync(descriptor) }
    failingFlushCount -= 1
    errno = EIO
    return -1
  }
}
