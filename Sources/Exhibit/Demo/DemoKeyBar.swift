import Core
import Drivers

/// The keys of the demo, as a bar at the bottom and as a page of help.
struct DemoKeyBar {
  private let words: [Phrase.Key]

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
      Phrase.Key.demoHelpIntroduction, .demoHelpClick, .demoHelpDouble, .demoHelpTriple,
      .demoHelpLong, .demoHelpShake, .demoHelpPlug, .demoHelpConsole, .demoHelpQuit,
    ].map { Phrase($0).english }
  }

  /// The keys in as few rows of at most `width` columns as hold them.
  func rows(in width: Int) -> [ScreenRow] {
    var lines = [""]
    for word in words.map({ Phrase($0).english }) {
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
