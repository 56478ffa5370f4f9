import Core
import Drivers

/// Gives the keys of the demo their meaning: keys, a console line, or the help.
struct DemoKeys {
  /// Use of the keyboard.
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

  /// Present use of the keyboard.
  private(set) var mode = Mode.keys

  /// Handles a key; the result is the action that it asks for, or nil.
  mutating func press(_ key: Key) -> DemoAction? {
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

/// Action that a key of the demo asks for.
enum DemoAction: Hashable {
  case click
  case doubleClick
  case tripleClick
  case longPress
  /// Moves the board for a moment.
  case shake
  /// Unplugs the camera, or plugs it in again.
  case togglePlug
  /// A line for the console, without its end; an empty one asks for the status line.
  case line(String)
  case quit
}

/// The keys of the demo, as a bar at the bottom and as a page of help.
struct DemoKeyBar {
  private let words: [Phrase]

  /// The bar, whose `u` says what it would do now.
  init(isPlugged: Bool) {
    words = [
      .demoKeyClick, .demoKeyDouble, .demoKeyTriple, .demoKeyLong, .demoKeyShake,
      isPlugged ? .demoKeyUnplug : .demoKeyPlug, .demoKeyConsole, .demoKeyHelp, .demoKeyQuit,
    ]
  }

  /// The help, a line each.
  static var help: [String] {
    [
      Phrase.demoHelpIntroduction, .demoHelpClick, .demoHelpDouble, .demoHelpTriple,
      .demoHelpLong, .demoHelpShake, .demoHelpPlug, .demoHelpConsole, .demoHelpQuit,
    ].map(\.english)
  }

  /// The keys in as few rows of at most `width` columns as hold them.
  func rows(in width: Int) -> [ScreenRow] {
    var lines = [""]
    for word in words.map(\.english) {
      let longer = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " · " + word
      if longer.displayColumns <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(word)
      }
    }
    return lines.map { ScreenRow($0, .faint) }
  }
}

extension Phrase {
  static let demoKeyClick = Phrase("demo.key.click", "space click")
  static let demoKeyDouble = Phrase("demo.key.double", "d double")
  static let demoKeyTriple = Phrase("demo.key.triple", "t triple")
  static let demoKeyLong = Phrase("demo.key.long", "l long")
  static let demoKeyShake = Phrase("demo.key.shake", "m shake")
  static let demoKeyUnplug = Phrase("demo.key.unplug", "u unplug")
  static let demoKeyPlug = Phrase("demo.key.plug", "u plug in")
  static let demoKeyConsole = Phrase("demo.key.console", ": console")
  static let demoKeyHelp = Phrase("demo.key.help", "? help")
  static let demoKeyQuit = Phrase("demo.key.quit", "q quit")

  static let demoHelpIntroduction = Phrase(
    "demo.help.introduction",
    "The keys work the simulated board; machine and store are the real ones.")

  static let demoHelpClick = Phrase(
    "demo.help.click", "space  clicks: the countdown, then a photo; during a countdown it cancels")

  static let demoHelpDouble = Phrase("demo.help.double", "d      clicks twice")
  static let demoHelpTriple = Phrase("demo.help.triple", "t      clicks three times")
  static let demoHelpLong = Phrase("demo.help.long", "l      holds the button for more than 1.2 s")
  static let demoHelpShake = Phrase("demo.help.shake", "m      moves the board for a moment")

  static let demoHelpPlug = Phrase(
    "demo.help.plug", "u      unplugs the camera, or plugs it in again")

  static let demoHelpConsole = Phrase(
    "demo.help.console",
    ":      opens the console; \"help\" there lists its commands, Esc leaves it")

  static let demoHelpQuit = Phrase(
    "demo.help.quit", "q      ends the demo and names the folder with the pictures; Ctrl-C too")
}
