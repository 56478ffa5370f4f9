import CCrypto

/// A SHA-256 in the making (FIPS 180-4, by libcrypto); its end frees it.
package struct Digest: ~Copyable {
  private let context: OpaquePointer

  /// Begins with no bytes.
  init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("libcrypto has no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes in `bytes`, which follow those before.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1)
  }

  /// The digest of all bytes, in lower-case hexadecimal.
  consuming func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1)
    return digest.map { String($0, radix: 16).padded(to: 2) }.joined()
  }

  /// Has libcrypto set itself up now, and not while the first photo waits.
  ///
  /// It does without its system-wide configuration, which can only add what we don't use, at the price
  /// of half a megabyte.
  static func prepare() {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
    _ = Digest().finish()
  }

  /// The digest of `bytes`.
  package static func of(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { of($0) } }

  /// The digest of `bytes`.
  static func of(_ bytes: UnsafeRawBufferPointer) -> String {
    var digest = Digest()
    digest.update(bytes)
    return digest.finish()
  }
}
