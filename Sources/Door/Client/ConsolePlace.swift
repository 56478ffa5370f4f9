import Core

/// The running program that a command speaks to, by the words that say which.
package struct ConsolePlace: Hashable, Sendable {
  /// Options of the shell's command, each with a value; they are no words of the console.
  private static let options = ["--socket", "--store", "--config"]

  private var values: [String: String] = [:]

  /// Takes what names the program out of `words`.
  package init(takenFrom words: inout [String]) {
    for option in ConsolePlace.options {
      if let value = ConsolePlace.take(option, &words) { values[option] = value }
    }
    if let value = ConsolePlace.take("-s", &words) { values["--store"] = value }
  }

  /// The one that options name, each nil where it is not given.
  package init(socket: String?, store: String?, configuration: String?) {
    values["--socket"] = socket
    values["--store"] = store
    values["--config"] = configuration
  }

  /// Path of the socket that the words name; nil where that is for a configuration to say.
  package var socket: String? {
    values["--socket"] ?? values["--store"].map(ConsolePlace.socket(inStore:))
  }

  /// Path of the configuration that the words name; nil where they name none.
  package var configuration: String? { values["--config"] }

  /// The socket of a demo whose store is the directory `store`.
  package static func socket(inStore store: String) -> String { "\(store)/console.sock" }

  /// Takes `option` and its value out of `words`.
  private static func take(_ option: String, _ words: inout [String]) -> String? {
    if let place = words.firstIndex(where: { $0.hasPrefix(option + "=") }) {
      return String(words.remove(at: place).dropFirst(option.utf8.count + 1))
    }
    guard let place = words.firstIndex(of: option), place + 1 < words.count else { return nil }
    let value = words[place + 1]
    words.removeSubrange(place...(place + 1))
    return value
  }
}
