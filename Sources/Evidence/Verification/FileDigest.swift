import Core
import Glibc
import System

/// What a file holds, read from its beginning to its end.
package struct FileDigest: ~Copyable {
  private static let pieceByteCount = 1 << 20

  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: pieceByteCount, alignment: 4096)
  private let digest: StreamDigest

  /// - Parameter isFast: whether to look for libcrypto at all.
  package init(fast isFast: Bool = true) {
    digest = StreamDigest(fast: isFast)
  }

  deinit {
    buffer.deallocate()
  }

  /// The SHA-256 of all that is left in `file`; blocks on the disk.
  package func sha256(of file: borrowing FileDescriptor) throws(SystemError) -> String {
    posix_fadvise(file.number, 0, 0, POSIX_FADV_SEQUENTIAL)
    digest.begin()
    while true {
      let count = try file.read(into: buffer)
      if count == 0 { return digest.finish() }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
