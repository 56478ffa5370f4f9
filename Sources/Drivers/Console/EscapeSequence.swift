/// Follows what a terminal sends after ESC (ECMA-48), so that none of it gets into a line.
enum EscapeSequence {
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
  enum Outcome { case text, swallowed, arrowUp, arrowDown }

  /// Feeds the next byte in.
  ///
  /// Control characters end a sequence and are themselves again, so that garbage on a line never
  /// swallows more than the line.
  mutating func feed(_ byte: UInt8) -> Outcome {
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
      return EscapeSequence.arrow(byte)
    case .control:
      guard (0x40...0x7e).contains(byte) else { return .swallowed }
      self = .none
      return EscapeSequence.arrow(byte)
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

  private static func arrow(_ byte: UInt8) -> Outcome {
    switch byte {
    case UInt8(ascii: "A"): .arrowUp
    case UInt8(ascii: "B"): .arrowDown
    default: .swallowed
    }
  }
}

extension UInt8 {
  static let interrupt: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let killLine: UInt8 = 0x15
  static let killWord: UInt8 = 0x17
  static let escape: UInt8 = 0x1b
  static let space: UInt8 = 0x20
  static let delete: UInt8 = 0x7f

  /// Whether it continues a character of UTF-8 rather than beginning one.
  var continuesCharacter: Bool { self & 0xc0 == 0x80 }
}
