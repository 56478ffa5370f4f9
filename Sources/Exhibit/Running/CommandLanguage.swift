import Configuration
import Core
import Evidence
import Glibc
import System

/// The language in which this command speaks: that of the configuration, or for a demo that which it was told.
enum CommandLanguage {
  /// Name of the language, as it stands in the configuration and in a store's texts.
  static var name: String { chosen.name }

  /// Its sentences; English where they can't be read, which the command that needs them says by itself.
  fileprivate static var sentences: Language { chosen.sentences }

  /// Read once, when the first sentence is said.
  private static let chosen = choice(in: Array(CommandLine.arguments.dropFirst()))

  /// The language that the words of a command line lead to.
  static func choice(in words: [String]) -> (name: String, sentences: Language) {
    if let name = value(of: "--language", in: words) {
      return (name, sentences(name, of: value(of: "--defaults", in: words)))
    }
    let path = value(of: "--config", in: words) ?? ConfigurationFile.usualPath
    guard words.first != "demo", access(path, F_OK) == 0,
      let configuration = try? Configuration.load(path: path)
    else { return ("en", .english) }
    return (configuration.language, configuration.plan.language)
  }

  private static func sentences(_ name: String, of path: String?) -> Language {
    guard let texts = try? DefaultDatabase.texts(in: name, of: path ?? SharedFiles.readyDefaults())
    else { return .english }
    return Language.english.with(texts)
  }

  private static func value(of option: String, in words: [String]) -> String? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == option { return next }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.utf8.count + 1)) }
    }
    return nil
  }
}

extension Language {
  /// The language of this command.
  static var present: Language { CommandLanguage.sentences }
}

extension Phrase {
  /// The sentence as this command says it.
  var told: String { text(in: .present) }
}
