/// Follows what a terminal sends after ESC (ECMA-48), so that none of it gets into a line.
package enum EscapeSequence {
  /// Bytes are text or control characters.
  case none
  /// After ESC: the next byte says what follows.
  case introduced
  /// After `ESC O`: one byte that names a key.
  case key
  /// After `ESC [`: parameters, then a byte from `@` to `~` that names the function.
  case control
  /// After `ESC ]`, `ESC P` and the like: text up to BEL or ESC.
  case string

  /// Meaning of one byte.
  package enum Outcome { case text, swallowed, ended }

  /// Feeds the next byte in.
  ///
  /// Control characters end a sequence and are themselves again, so that garbage on a line never
  /// swallows more than the line.
  package mutating func feed(_ byte: UInt8) -> Outcome {
    if byte == .escape {
      self = .introduced
      return .swallowed
    }
    guard byte >= .space else { return feedControl(byte) }
    switch self {
    case .none:
      return .text
    case .introduced:
      self = EscapeSequence.introduced(by: byte)
      return .swallowed
    case .key:
      self = .none
      return .ended
    case .control:
      guard (0x40...0x7e).contains(byte) else { return .swallowed }
      self = .none
      return .ended
    case .string:
      return .swallowed
    }
  }

  private mutating func feedControl(_ byte: UInt8) -> Outcome {
    let isEnd = self == .string && byte == .bell
    self = .none
    return isEnd ? .swallowed : .text
  }

  private static func introduced(by byte: UInt8) -> EscapeSequence {
    switch byte {
    case UInt8(ascii: "["): .control
    case UInt8(ascii: "O"): .key
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      .string
    default: .none
    }
  }
}

extension UInt8 {
  /// Ctrl-A and Ctrl-E, as in shells.
  package static let lineStart: UInt8 = 0x01, lineEnd: UInt8 = 0x05
  package static let interrupt: UInt8 = 0x03
  package static let bell: UInt8 = 0x07
  package static let backspace: UInt8 = 0x08
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0a
  /// Ctrl-K: what follows the cursor goes.
  package static let killRest: UInt8 = 0x0b
  package static let carriageReturn: UInt8 = 0x0d
  package static let killLine: UInt8 = 0x15
  package static let killWord: UInt8 = 0x17
  package static let escape: UInt8 = 0x1b
  package static let space: UInt8 = 0x20
  package static let delete: UInt8 = 0x7f

  /// How many bytes the character of UTF-8 has that begins with it; one for a byte that begins none.
  package var characterByteCount: Int {
    switch self {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }

  /// Whether it continues a character of UTF-8 rather than beginning one.
  package var continuesCharacter: Bool { self & 0xc0 == 0x80 }
}
