import Core

/// A line of a program that leads a terminal: its last word says what it is.
package enum ClientLine: Hashable, Sendable {
  /// Somebody typed it, and its answer is wanted with marks.
  case typed(String)
  /// This conversation is the terminal line's: it hears what is said to nobody in particular.
  case leadsLine
  /// Somebody pressed a key at a screen; nil: one that means nothing, and is heard all the same.
  case key(ViewfinderKey?)
  /// The terminal is so large; nil: it does not say.
  case size(TerminalSize?)
  /// The next frame may have so many bytes.
  case room(Int)

  /// The last words.
  private enum Kind: String, CaseIterable { case marked, line, key, size, room }

  private static let unknown = "?"

  /// The meaning of `line`; nil for a line of no such program.
  package init?(_ line: String) {
    guard let (words, kind) = ClientLine.split(line) else { return nil }
    switch kind {
    case .marked: self = .typed(words)
    case .line: self = .leadsLine
    case .key: self = .key(ViewfinderKey(word: words))
    case .size:
      let size = TerminalSize(words)
      guard size != nil || words == ClientLine.unknown else { return nil }
      self = .size(size)
    case .room:
      guard let count = Int(words), count >= 0 else { return nil }
      self = .room(count)
    }
  }

  /// As it is sent, without its end.
  package var text: String {
    switch self {
    case .typed(let words): ClientLine.line(words, .marked)
    case .leadsLine: ClientLine.line("", .line)
    case .key(let key): ClientLine.line(key?.word ?? "none", .key)
    case .size(let size): ClientLine.line(size?.written ?? ClientLine.unknown, .size)
    case .room(let count): ClientLine.line(String(count), .room)
    }
  }

  private static func line(_ words: String, _ kind: Kind) -> String {
    "\(words) --\(kind.rawValue)"
  }

  /// The words before the last one, where that is one of ours.
  private static func split(_ line: String) -> (words: String, kind: Kind)? {
    // By bytes: some signs join the space behind them.
    var words = line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    guard let last = words.popLast(), last.hasPrefix("--"),
      let kind = Kind(rawValue: String(last.dropFirst(2)))
    else { return nil }
    return (words.joined(separator: " "), kind)
  }
}
