import CSodium
import Core

/// A SHA-256 in the making (FIPS 180-4, by libsodium).
package struct Digest {
  private var state = crypto_hash_sha256_state()

  /// Begins with no bytes.
  init() {
    crypto_hash_sha256_init(&state)
  }

  /// Takes in `bytes`, which follow those before.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    crypto_hash_sha256_update(
      &state, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  /// The digest of the bytes that were taken in, to which others may be added.
  var soFar: String {
    let copy = self
    return copy.finish()
  }

  /// The digest of all bytes, in lower-case hexadecimal.
  consuming func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256_final(&state, &digest)
    return Hexadecimal.text(digest)
  }

  /// The digest of `bytes`.
  package static func of(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { of($0) } }

  /// The digest of `bytes`.
  static func of(_ bytes: UnsafeRawBufferPointer) -> String {
    var digest = Digest()
    digest.update(bytes)
    return digest.finish()
  }

  /// The digest of the bytes of `text` in UTF-8.
  package static func of(_ text: String) -> String {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }
}

/// Bytes as text: two digits a byte, in lower case.
enum Hexadecimal {
  /// The digits of `bytes`.
  static func text(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
      for (index, byte) in bytes.enumerated() {
        digits[2 * index] = digit(byte >> 4)
        digits[2 * index + 1] = digit(byte & 0xF)
      }
      return 2 * bytes.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The bytes that `text` has two digits for; nil where it is anything else.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
