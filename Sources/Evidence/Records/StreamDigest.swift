import CFastDigest
import Core

/// SHA-256 of one stream of bytes after the other, as fast as the processor digests.
///
/// By libcrypto where the system has it; the program doesn't need it otherwise, and it costs memory.
package final class StreamDigest {
  private let fast: OpaquePointer?
  private var slow = Digest()

  /// - Parameter isFast: whether to look for libcrypto at all.
  package init(fast isFast: Bool = true) {
    fast = isFast ? fast_digest_make() : nil
  }

  deinit {
    if let fast { fast_digest_free(fast) }
  }

  /// Begins anew, with no bytes.
  package func begin() {
    guard let fast else { return slow = Digest() }
    precondition(fast_digest_begin(fast) == 1, "libcrypto failed")
  }

  /// Takes in `bytes`, which follow those before.
  package func update(_ bytes: UnsafeRawBufferPointer) {
    guard let fast else { return slow.update(bytes) }
    precondition(fast_digest_update(fast, bytes.baseAddress, bytes.count) == 1, "libcrypto failed")
  }

  /// The digest of all bytes since `begin`, in lower-case hexadecimal.
  package func finish() -> String {
    guard let fast else { return slow.finish() }
    var result = [UInt8](repeating: 0, count: Int(FAST_DIGEST_SIZE))
    precondition(fast_digest_finish(fast, &result) == 1, "libcrypto failed")
    return Hexadecimal.text(result)
  }
}
