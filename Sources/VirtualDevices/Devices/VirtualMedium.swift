import Core
import Evidence
import Glibc

/// The medium under the store: real files, on a card that is as slow and as reliable as somebody says.
package final class VirtualMedium {
  /// What a flush takes, besides what it really takes.
  package var flushTime = Duration.zero
  /// How many of the next flushes fail (EIO).
  package var failingFlushCount = 0
  /// What the card says of its room; nil: what the real file system says.
  package var space: Space?
  private let time: VirtualTime?

  /// A medium whose slowness moves `time`, if that is virtual.
  package init(_ time: VirtualTime? = nil) {
    self.time = time
  }

  /// Makes a file durable, as fsync(2) does, or fails.
  package func flush(_ descriptor: Int32) -> Int32 {
    time?.advance(by: flushTime)
    guard failingFlushCount > 0 else { return Store.fsync(descriptor) }
    failingFlushCount -= 1
    errno = EIO
    return -1
  }
}
