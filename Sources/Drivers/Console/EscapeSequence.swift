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
  enum Outcome { case text, swallowed, ended }

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

/// Tells the sequences of a terminal from its text, byte by byte, and remembers the one under way; pure.
struct SequenceReader {
  /// Bytes of a sequence that are remembered; no key and no report of ours has more.
  private static let longest = 16

  /// Meaning of one byte.
  enum Outcome: Hashable {
    /// It is text, or a control character.
    case text
    /// It belongs to a sequence, or ends one that names nothing.
    case swallowed
    /// It ended the sequence of a key.
    case key(Key)
    /// It ended what a terminal answers that was asked for the place of its cursor (CPR of ECMA-48).
    case place(row: Int, column: Int)
  }

  private(set) var sequence = EscapeSequence.none
  /// The sequence as far as it has come, without ESC and what follows that.
  private var bytes: [UInt8] = []

  /// Takes the next byte.
  mutating func feed(_ byte: UInt8) -> Outcome {
    let wasInside = sequence == .key || sequence == .control
    let outcome = sequence.feed(byte)
    if wasInside, byte != .escape {
      if bytes.count < SequenceReader.longest { bytes.append(byte) }
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
    switch outcome {
    case .text: return .text
    case .swallowed: return .swallowed
    case .ended: return SequenceReader.meaning(of: bytes)
    }
  }

  /// What was begun is none: a person pressed Esc, or Alt and another key.
  mutating func giveUp() { sequence = .none }

  private static func meaning(of bytes: [UInt8]) -> Outcome {
    if let key = Key(sequence: bytes) { return .key(key) }
    guard bytes.last == UInt8(ascii: "R") else { return .swallowed }
    let numbers = String(decoding: bytes.dropLast(), as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let row = numbers[0], let column = numbers[1] else {
      return .swallowed
    }
    return .place(row: row, column: column)
  }
}

extension UInt8 {
  /// Ctrl-A and Ctrl-E, as in shells.
  static let lineStart: UInt8 = 0x01, lineEnd: UInt8 = 0x05
  static let interrupt: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0a
  /// Ctrl-K: what follows the cursor goes.
  static let killRest: UInt8 = 0x0b
  static let carriageReturn: UInt8 = 0x0d
  static let killLine: UInt8 = 0x15
  static let killWord: UInt8 = 0x17
  static let escape: UInt8 = 0x1b
  static let space: UInt8 = 0x20
  static let delete: UInt8 = 0x7f

  /// How many bytes the character of UTF-8 has that begins with it; one for a byte that begins none.
  var characterByteCount: Int {
    switch self {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }

  /// Whether it continues a character of UTF-8 rather than beginning one.
  var continuesCharacter: Bool { self & 0xc0 == 0x80 }
}
