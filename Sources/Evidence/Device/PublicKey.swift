import CSodium
import Core

/// The public half of a device's key, with which its signatures are checked: Ed25519 (RFC 8032).
package struct PublicKey: Hashable, Sendable {
  private static let byteCount = 32

  private let bytes: [UInt8]

  /// The key of 32 `bytes`.
  init(_ bytes: [UInt8]) {
    precondition(bytes.count == PublicKey.byteCount, "an Ed25519 key has 32 bytes")
    self.bytes = bytes
  }

  /// The key that `text` has 64 hexadecimal digits for; nil where it is anything else.
  package init?(hexadecimal text: String) {
    guard let bytes = Hexadecimal.bytes(text), bytes.count == PublicKey.byteCount else {
      return nil
    }
    self.bytes = bytes
  }

  /// The key in 64 hexadecimal digits, as records have it.
  package var hexadecimal: String { Hexadecimal.text(bytes) }

  /// The SHA-256 of its bytes, in 64 hexadecimal digits: what two people compare.
  package var fingerprint: String { Digest.of(bytes) }

  /// The device's id: the first 16 digits of the fingerprint.
  package var deviceID: String { String(fingerprint.prefix(16)) }

  /// The key as OpenSSL reads it: SubjectPublicKeyInfo (RFC 8410) in PEM.
  package var pem: String { PEM.text("PUBLIC KEY", PEM.publicPrefix + bytes) }

  /// Whether `signature`, in 128 hexadecimal digits, was made over `message` with this key.
  package func verifies(_ signature: String, of message: String) -> Bool {
    guard let signature = Hexadecimal.bytes(signature), signature.count == 64 else { return false }
    let message = Array(message.utf8)
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
  }
}

/// The text form of keys (RFC 7468), as far as Ed25519 needs it: after a fixed beginning of DER come 32 bytes.
enum PEM {
  /// How PKCS #8 begins for a private key (RFC 8410).
  static let privatePrefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
  /// How SubjectPublicKeyInfo begins (RFC 8410).
  static let publicPrefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]

  /// The text of `bytes`, which are of the kind `label`.
  static func text(_ label: String, _ bytes: [UInt8]) -> String {
    var encoded = [CChar](repeating: 0, count: bytes.count * 2 + 8)
    sodium_bin2base64(
      &encoded, encoded.count, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
    let digits = encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let body = String(decoding: digits, as: UTF8.self)
    return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
  }

  /// The 32 bytes after `prefix` in `text`; nil where it is no such key.
  static func key(in text: String, _ label: String, after prefix: [UInt8]) -> [UInt8]? {
    let lines = text.parts(by: "\n")
    guard lines.first == "-----BEGIN \(label)-----", lines.last == "-----END \(label)-----" else {
      return nil
    }
    let encoded = Array(lines.dropFirst().dropLast()).joined()
    var bytes = [UInt8](repeating: 0, count: prefix.count + 32)
    var count = 0
    let result = sodium_base642bin(
      &bytes, bytes.count, encoded, encoded.utf8.count, nil, &count, nil,
      sodium_base64_VARIANT_ORIGINAL)
    guard result == 0, count == bytes.count, bytes.starts(with: prefix) else { return nil }
    return Array(bytes.dropFirst(prefix.count))
  }
}
