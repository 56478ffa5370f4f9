import CLinux
import Glibc

/// The C library's heap, as a program wants it that runs for months.
package enum Heap {
  /// From this size on a block is mapped by itself.
  ///
  /// malloc(3) takes four times as much: then what the start and the encoder of each photo take in between
  /// leaves a quarter of a megabyte of holes behind. Nothing of that size is taken for a frame.
  private static let mappedByteCount: Int32 = 32 * 1024

  /// Has every large block go back to the system as soon as it is freed, and all threads share one heap.
  ///
  /// Left alone, malloc(3) takes the first large block that is freed for the usual size, and keeps such
  /// memory from then on; and it gives a second thread a heap of its own (`M_MMAP_THRESHOLD` and
  /// `M_ARENA_MAX` of mallopt(3)). To be called before there is a second thread.
  package static func keepSmall() {
    mallopt(M_MMAP_THRESHOLD, mappedByteCount)
    mallopt(M_ARENA_MAX, 1)
  }
}
