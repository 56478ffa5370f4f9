import Drivers

/// Gives the keys of the demo their meaning: keys, a console line, or the help.
struct DemoKeys {
  /// What the keyboard is for at the moment.
  enum Mode: Hashable {
    /// Each key is an action.
    case keys
    /// Keys are typed into the console's line, which is this so far.
    case line(String)
    /// The help is shown; any key leaves it.
    case help
  }

  /// The longest line in characters; what is typed beyond it is lost.
  static let lineLimit = 200

  /// What the keyboard is for now.
  private(set) var mode = Mode.keys

  /// Takes a key and says what it asks for, or nil.
  mutating func take(_ key: Key) -> DemoAction? {
    switch mode {
    case .keys: return act(on: key)
    case .line(let line): return edit(line, by: key)
    case .help: return leaveHelp(by: key)
    }
  }

  private mutating func act(on key: Key) -> DemoAction? {
    switch key {
    case .character(let character): return act(on: character)
    case .interrupt: return .quit
    case .enter, .backspace, .escape, .killLine, .killWord, .refresh: return nil
    }
  }

  private mutating func act(on character: Character) -> DemoAction? {
    switch character {
    case " ": return .click
    case "d": return .doubleClick
    case "t": return .tripleClick
    case "l": return .longPress
    case "m": return .shake
    case "u": return .togglePlug
    case "q": return .quit
    case ":": mode = .line("")
    case "?": mode = .help
    default: break
    }
    return nil
  }

  /// Enter sends the line and opens the next: who asks once often asks again.
  private mutating func edit(_ line: String, by key: Key) -> DemoAction? {
    switch key {
    case .character(let character): type(character, after: line)
    case .backspace: mode = .line(String(line.dropLast()))
    case .killWord: mode = .line(DemoKeys.withoutLastWord(line))
    case .killLine: mode = .line("")
    case .escape, .interrupt: mode = .keys
    case .refresh: break
    case .enter:
      mode = .line("")
      return .line(line)
    }
    return nil
  }

  private mutating func type(_ character: Character, after line: String) {
    if line.count < DemoKeys.lineLimit { mode = .line(line + String(character)) }
  }

  private mutating func leaveHelp(by key: Key) -> DemoAction? {
    guard key != .refresh else { return nil }
    mode = .keys
    return key == .interrupt ? .quit : nil
  }

  private static func withoutLastWord(_ line: String) -> String {
    guard let wordEnd = line.lastIndex(where: { $0 != " " }),
      let wordStart = line[..<wordEnd].lastIndex(of: " ")
    else { return "" }
    return String(line[...wordStart])
  }
}
