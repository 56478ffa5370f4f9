import Core
import Drivers

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
