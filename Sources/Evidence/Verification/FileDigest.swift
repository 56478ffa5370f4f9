import CFastDigest
import Core
import Glibc
import System

/// What a file holds, read from its beginning to its end and as fast as the processor digests.
///
/// By libcrypto where the system has it; the program doesn't need it otherwise, and it costs memory.
struct FileDigest: ~Copyable {
  private static let pieceByteCount = 1 << 20

  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: pieceByteCount, alignment: 4096)
  private let fast: OpaquePointer?

  /// - Parameter isFast: whether to look for libcrypto at all.
  init(fast isFast: Bool = true) {
    fast = isFast ? fast_digest_make() : nil
  }

  deinit {
    buffer.deallocate()
    if let fast { fast_digest_free(fast) }
  }

  /// The SHA-256 of all that is left in `file`; blocks on the disk.
  func sha256(of file: borrowing FileDescriptor) throws(SystemError) -> String {
    posix_fadvise(file.number, 0, 0, POSIX_FADV_SEQUENTIAL)
    guard let fast, fast_digest_begin(fast) == 1 else { return try slowly(file) }
    while true {
      let count = try file.read(into: buffer)
      if count == 0 { break }
      precondition(fast_digest_update(fast, buffer.baseAddress, count) == 1, "libcrypto failed")
    }
    var result = [UInt8](repeating: 0, count: Int(FAST_DIGEST_SIZE))
    precondition(fast_digest_finish(fast, &result) == 1, "libcrypto failed")
    return Hexadecimal.text(result)
  }

  private func slowly(_ file: borrowing FileDescriptor) throws(SystemError) -> String {
    var digest = Digest()
    while true {
      let count = try file.read(into: buffer)
      if count == 0 { return digest.finish() }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
