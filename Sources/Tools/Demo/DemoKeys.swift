import Core
import Drivers
import Terminal

/// Gives the keys of the demo their meaning: keys, a console line, or the help.
struct DemoKeys {
  /// Use of the keyboard.
  enum Mode: Hashable {
    /// Each key is an action.
    case keys
    /// Keys are typed into the console's line, which is this so far.
    case line(DemoLine)
    /// The help is shown; any key that does not scroll leaves it.
    case help
  }

  /// Present use of the keyboard.
  private(set) var mode = Mode.keys
  private var history = DemoHistory()

  /// Handles a key; the result is the action that it asks for, or nil.
  mutating func press(_ key: Key) -> DemoAction? {
    switch (key, mode) {
    case (.suspend, _): return .suspend
    case (.pageUp, _): return .scroll(pages: 1)
    case (.pageDown, _): return .scroll(pages: -1)
    case (_, .keys): return act(on: key)
    case (_, .line(let line)): return edit(line, by: key)
    case (_, .help): return leaveHelp(by: key)
    }
  }

  private mutating func act(on key: Key) -> DemoAction? {
    switch key {
    case .character(let character): return act(on: character)
    case .interrupt: return .quit
    case .enter, .backspace, .delete, .escape, .killLine, .killWord, .refresh, .suspend, .tab, .up,
      .down, .left, .right, .home, .end, .pageUp, .pageDown:
      return nil
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
    case ":": mode = .line(DemoLine())
    case "?": mode = .help
    default: break
    }
    return nil
  }

  /// Enter sends the line and opens the next: who asks once often asks again.
  private mutating func edit(_ line: DemoLine, by key: Key) -> DemoAction? {
    switch key {
    case .escape, .interrupt: mode = .keys
    case .tab: return complete(line)
    case .up: mode = .line(history.previous(line))
    case .down: mode = .line(history.next(line))
    case .enter:
      history.add(line.text)
      mode = .line(DemoLine())
      return .line(line.text)
    case .character, .backspace, .delete, .killWord, .killLine, .left, .right, .home, .end,
      .refresh, .suspend, .pageUp, .pageDown:
      mode = .line(line.edited(by: key))
    }
    return nil
  }

  /// Puts in what is the same in all words that may stand there; where that is nothing, they are told.
  private mutating func complete(_ line: DemoLine) -> DemoAction? {
    let completion = Completion(of: line.before)
    guard completion.insertion.isEmpty else {
      var line = line
      for character in completion.insertion { line.insert(character) }
      mode = .line(line)
      return nil
    }
    let words = completion.candidates
    return words.count > 1 ? .tell(words.joined(separator: " ")) : nil
  }

  private mutating func leaveHelp(by key: Key) -> DemoAction? {
    guard key != .refresh else { return nil }
    mode = .keys
    return key == .interrupt ? .quit : nil
  }
}

extension DemoLine {
  /// The line after `key`, as far as that is one to edit a line by.
  fileprivate func edited(by key: Key) -> DemoLine {
    var line = self
    switch key {
    case .character(let character): line.insert(character)
    case .backspace: line.deleteBackward()
    case .delete: line.deleteForward()
    case .killWord: line.deleteWord()
    case .killLine: line.clear()
    case .left: line.move(by: -1)
    case .right: line.move(by: 1)
    case .home: line.moveToStart()
    case .end: line.moveToEnd()
    case .enter, .escape, .interrupt, .refresh, .suspend, .tab, .up, .down, .pageUp, .pageDown:
      break
    }
    return line
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
  /// Shows a line of words of which one may be typed.
  case tell(String)
  /// Shows what stands so many pages further up, or further down where it is negative.
  case scroll(pages: Int)
  /// Leaves the terminal to the shell until that lets the demo go on.
  case suspend
  case quit
}

/// The keys of the demo, as a bar at the bottom and as a page of help.
struct DemoKeyBar {
  private let words: [Phrase]

  /// The bar, whose `u` says what it would do now.
  init(isPlugged: Bool) {
    words = [
      .demoKeyClick, Phrase("demo.key.double", "d double"), Phrase("demo.key.triple", "t triple"),
      Phrase("demo.key.long", "l long"), Phrase("demo.key.shake", "m shake"),
      isPlugged ? Phrase("demo.key.unplug", "u unplug") : Phrase("demo.key.plug", "u plug in"),
      Phrase("demo.key.console", ": console"), .demoKeyHelp, .demoKeyQuit,
    ]
  }

  /// The help, a line each.
  static var help: [String] {
    [
      Phrase(
        "demo.help.introduction",
        "The keys work the simulated board; machine and store are the real ones."),
      Phrase(
        "demo.help.click",
        "space  clicks: the countdown, then a photo; during a countdown it cancels"),
      Phrase("demo.help.double", "d      clicks twice"),
      Phrase("demo.help.triple", "t      clicks three times"),
      Phrase("demo.help.long", "l      holds the button for more than 1.2 s"),
      Phrase("demo.help.shake", "m      moves the board for a moment"),
      Phrase("demo.help.plug", "u      unplugs the camera, or plugs it in again"),
      Phrase(
        "demo.help.console",
        ":      opens the console: \"help\" lists its commands, Tab completes, Esc leaves it"),
      Phrase(
        "demo.help.scroll",
        "PageUp, PageDown  show what the console has said before, and what it says now"),
      Phrase(
        "demo.help.suspend",
        "Ctrl-Z  gives the terminal to the shell; \"fg\" there comes back"),
      Phrase(
        "demo.help.quit",
        "q      ends the demo and names the folder with the pictures; Ctrl-C too"),
    ].map(\.told)
  }

  private init(words: [Phrase]) {
    self.words = words
  }

  /// The bar of a terminal that has no room for more.
  static var least: DemoKeyBar {
    DemoKeyBar(words: [.demoKeyClick, .demoKeyHelp, .demoKeyQuit])
  }

  /// The keys of a console's line.
  static var console: DemoKeyBar {
    DemoKeyBar(words: [
      Phrase("demo.console.enter", "Enter sends"),
      Phrase("demo.console.escape", "Esc leaves the console"),
      Phrase("demo.console.arrows", "Up, Down: lines"),
      Phrase("demo.console.pages", "PageUp/PageDown: scroll"),
    ])
  }

  /// The keys in as few rows of at most `width` columns as hold them.
  func rows(in width: Int) -> [ScreenRow] {
    var lines = [""]
    for word in words.map(\.told) {
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
  static let demoKeyHelp = Phrase("demo.key.help", "? help")
  static let demoKeyQuit = Phrase("demo.key.quit", "q quit")

}
