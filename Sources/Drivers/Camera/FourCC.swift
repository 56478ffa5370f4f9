import Core

/// V4L2's name of a pixel format: four characters in a 32-bit number, the first one lowest.
package struct FourCC: Hashable, Sendable {
  /// The number.
  package let code: UInt32

  /// The format that the kernel numbers `code`.
  package init(code: UInt32) {
    self.code = code
  }

  /// A format by its characters in upper or lower case, padded with spaces; nil if that is no name.
  ///
  /// `MJPEG`, as people write it, is `MJPG`.
  package init?(_ text: String) {
    let name = text.uppercased() == "MJPEG" ? "MJPG" : text.uppercased()
    let bytes = Array(name.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      return nil
    }
    let padded = (bytes + [0x20, 0x20, 0x20]).prefix(4)
    code = padded.reversed().reduce(0) { code, byte in code << 8 | UInt32(byte) }
  }

  /// The format of exactly these four characters, as the kernel's header has them.
  init(spelled name: String) {
    code = name.utf8.reversed().reduce(0) { code, byte in code << 8 | UInt32(byte) }
  }

  /// A luma plane, a U and a V plane: what everything else is converted to.
  static let yu12 = FourCC(code: 0x3231_5559)

  /// The format without the padding; a character that cannot be shown is `?`.
  package var text: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(8 * $0)) }
    let shown = bytes.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") }
    let end = shown.lastIndex { $0 != 0x20 } ?? -1
    return String(decoding: shown[...end], as: UTF8.self)
  }

  /// The arrangement, if it is one that we read ourselves.
  ///
  /// `JPEG` and `MJPG` differ in name only: drivers use either for one JPEG picture a frame.
  var pixelFormat: PixelFormat? {
    text == "JPEG" ? .mjpeg : PixelFormat(rawValue: text)
  }
}
