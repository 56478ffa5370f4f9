import Glibc

/// The look for a private key in a file that comes in slices: in what PEM begins with (RFC 7468), wherever that is and
/// whosever key it is, or in a device's own, as it is without PEM.
///
/// Whoever has a device's key can sign for it, and what is evidence leaves by exports.
package struct PrivateKeySearch {
  private static let beginning = Array("-----BEGIN ".utf8)
  private static let words = Array("PRIVATE KEY".utf8)
  /// From the first letter of the one to the last of the other.
  private static let longest = 64

  /// The end of what came before.
  private var tail: [UInt8]?

  /// Nothing was looked at.
  package init() {}

  /// Whether there is one in what came before and `bytes`, which follow.
  package mutating func finds(in bytes: UnsafeRawBufferPointer) -> Bool {
    if tail == nil, bytes.starts(with: PEM.privatePrefix) { return true }
    let longest = PrivateKeySearch.longest
    let before = tail ?? []
    let border = before + bytes.prefix(longest)
    tail = Array((before + bytes.suffix(longest)).suffix(longest))
    return border.withUnsafeBytes(PrivateKeySearch.isIn) || PrivateKeySearch.isIn(bytes)
  }

  private static func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    let dash = Int32(UInt8(ascii: "-"))
    while let start = rest.baseAddress, let found = memchr(start, dash, rest.count) {
      rest = UnsafeRawBufferPointer(rebasing: rest[start.distance(to: UnsafeRawPointer(found))...])
      if rest.starts(with: beginning), holdsWords(rest.prefix(longest)) { return true }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    }
    return false
  }

  private static func holdsWords(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    line.indices.contains { line[$0...].starts(with: words) }
  }
}
