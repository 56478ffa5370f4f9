import Core

/// What a device has signed of a clip while it was written: all bytes before, in an element that players pass over.
///
/// A power cut takes the record that would vouch for the file; the seals in it remain.
///
///     EC 408F                     Void, of 143 bytes
///     "exhibit.clip.1" 0A         then 128 hexadecimal digits, the signature
struct ClipSeal {
  /// Bytes of a seal.
  static let byteCount = 146
  /// The element's head, and what tells it from other voids.
  static let beginning: [UInt8] = [0xEC, 0x40, 0x8F] + Array("\(domain)\n".utf8)
  /// For what the key signs.
  private static let domain = "exhibit.clip.1"

  /// Id of the store.
  let store: String
  /// Id of the piece.
  let piece: String

  /// The seal of a file whose bytes so far have the digest `sha256`.
  func bytes(over sha256: String, by key: DeviceKey) -> [UInt8] {
    ClipSeal.beginning + Array(key.signature(of: message(sha256)).utf8)
  }

  /// Whether `bytes` are a seal of the device with `key`, behind bytes with the digest `sha256`.
  func holds(_ bytes: [UInt8], over sha256: String, by key: PublicKey) -> Bool {
    guard bytes.count == ClipSeal.byteCount, bytes.starts(with: ClipSeal.beginning) else {
      return false
    }
    let signature = String(decoding: bytes[ClipSeal.beginning.count...], as: UTF8.self)
    return key.verifies(signature, of: message(sha256))
  }

  private func message(_ sha256: String) -> String {
    "\(ClipSeal.domain)\n\(store)\n\(piece)\n\(sha256)"
  }
}
