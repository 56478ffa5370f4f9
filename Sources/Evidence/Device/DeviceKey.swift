import CSodium
import Core

/// The key with which a device signs: Ed25519 (RFC 8032).
///
/// A secure element would take its place behind the same two members: `publicKey` and `signature(of:)`.
struct DeviceKey {
  /// The half that everybody may know.
  let publicKey: PublicKey
  private let seed: [UInt8]
  /// The seed and the public key, as libsodium signs with them.
  private let secret: [UInt8]

  /// A new key, from the kernel's random numbers; blocks until there are some, early in a boot.
  static func random() -> DeviceKey {
    prepare()
    var seed = [UInt8](repeating: 0, count: 32)
    randombytes_buf(&seed, seed.count)
    return DeviceKey(seed: seed)
  }

  /// The key that `pem` holds (PKCS #8, RFC 8410); nil where it is none.
  init?(pem: String) {
    guard let seed = PEM.key(in: pem, "PRIVATE KEY", after: PEM.privatePrefix) else { return nil }
    self.init(seed: seed)
  }

  private init(seed: [UInt8]) {
    DeviceKey.prepare()
    var open = [UInt8](repeating: 0, count: 32)
    var secret = [UInt8](repeating: 0, count: 64)
    crypto_sign_seed_keypair(&open, &secret, seed)
    self.seed = seed
    self.secret = secret
    publicKey = PublicKey(open)
  }

  /// The key as OpenSSL reads it.
  var pem: String { PEM.text("PRIVATE KEY", PEM.privatePrefix + seed) }

  /// The signature of `message`, in 128 hexadecimal digits; takes some tens of microseconds.
  func signature(of message: String) -> String {
    let message = Array(message.utf8)
    var signature = [UInt8](repeating: 0, count: 64)
    crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
    return Hexadecimal.text(signature)
  }

  /// Has the library choose the fastest way for this processor; what is done already takes no time.
  private static func prepare() {
    precondition(sodium_init() >= 0, "libsodium can't be used: the kernel has no random numbers")
  }
}
