import CLinux
import Glibc

/// The C library's heap, as a program wants it that runs for months.
package enum Heap {
  /// From this size on a block is mapped by itself.
  private static let mappedByteCount: Int32 = 128 * 1024

  /// Has every large block go back to the system as soon as it is freed.
  ///
  /// Left alone, malloc(3) takes the first large block that is freed for the usual size, and keeps such
  /// memory from then on (`M_MMAP_THRESHOLD` of mallopt(3)).
  package static func returnLargeBlocks() {
    mallopt(M_MMAP_THRESHOLD, mappedByteCount)
  }
}
