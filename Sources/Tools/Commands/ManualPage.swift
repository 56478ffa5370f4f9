import Core

/// The console's commands as a part of the page exhibit(1), in the language of man(7).
enum ManualPage {
  /// What stands in the page before the part, and behind it.
  static let beginning = ".\\\" The console's commands, by make docs:\n"
  static let end = ".\\\" End of the console's commands.\n"

  /// The part.
  static var commands: String { CommandManual.all.map(entry).joined() }

  /// `page` with the part as it has to be; nil where it has no place for it.
  static func renewed(_ page: String) -> String? {
    guard let start = page.firstRange(of: beginning), let rest = page.firstRange(of: end) else {
      return nil
    }
    let (before, after) = (String(page[..<start.upperBound]), String(page[rest.lowerBound...]))
    return before + commands + after
  }

  private static func entry(_ command: CommandManual) -> String {
    let help = command.help.english
    let sentence = help.prefix(1).uppercased() + help.dropFirst()
    let words = command.words.map { escaped($0.english) }
    return ".TP\n.B \(escaped(command.usage))\n"
      + ([escaped(sentence)] + words).joined(separator: "\n") + "\n"
  }

  /// `text` as man(7) shows it letter by letter.
  private static func escaped(_ text: String) -> String {
    let letters = text.reduce(into: "") { result, letter in
      switch letter {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      default: result.append(letter)
      }
    }
    return letters.hasPrefix(".") || letters.hasPrefix("'") ? "\\&" + letters : letters
  }
}
