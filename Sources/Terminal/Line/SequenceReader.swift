import Door

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
