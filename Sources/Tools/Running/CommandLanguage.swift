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
      let sentences = try? sentences(name, of: value(of: "--defaults", in: words))
      return (name, sentences ?? .english)
    }
    let path = value(of: "--config", in: words) ?? ConfigurationFile.usualPath
    guard words.first != "demo", access(path, F_OK) == 0,
      let name = (try? Configuration.load(path: path))?.language
    else { return (Configuration.ownLanguage, .english) }
    return (name, read(name).sentences)
  }

  /// The sentences in `name` of the default database `path`, the program's own unless told otherwise.
  static func sentences(_ name: String, of path: String? = nil) throws(Failure) -> Language {
    if name == Configuration.ownLanguage { return .english }
    return try DefaultDatabase.sentences(in: name, of: path ?? SharedFiles.readyDefaults())
  }

  /// The sentences in `name` for a program that goes on without them in English, and then why.
  static func read(_ name: String) -> (sentences: Language, problem: Phrase?) {
    if name == Configuration.ownLanguage { return (.english, nil) }
    return DefaultDatabase.sentencesOrEnglish(in: name, of: SharedFiles.readyDefaults())
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
