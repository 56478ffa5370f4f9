import Core

/// One thing that is wrong with a configuration, and where.
package struct ConfigurationError: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as it was given or found.
  package let file: String
  /// Counted from 1; nil where the whole file is meant.
  package let line: Int?
  /// What is wrong and what would be right.
  package let phrase: Phrase

  /// `FILE:LINE`, or only the file.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// `FILE:LINE: sentence`, in English.
  package var description: String { "\(place): \(phrase.english)" }
}

/// All that is wrong with a configuration, in the order of its files and their lines; never empty.
package struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many errors are told at most.
  package static let limit = 20

  /// The first of them.
  package let errors: [ConfigurationError]
  /// How many more there are.
  package let omittedCount: Int

  init(_ errors: [ConfigurationError]) {
    self.errors = Array(errors.prefix(ConfigurationErrors.limit))
    omittedCount = errors.count - self.errors.count
  }

  init(file: String, line: Int?, _ phrase: Phrase) {
    self.init([ConfigurationError(file: file, line: line, phrase: phrase)])
  }

  /// One line for each error, in English.
  package var description: String {
    let more = Phrase.configurationMoreErrors(omittedCount).english
    let lines = errors.map(\.description) + (omittedCount > 0 ? [more] : [])
    return lines.joined(separator: "\n")
  }
}

extension Phrase {
  package static func configurationMoreErrors(_ count: Int) -> Phrase {
    Phrase("configuration.more-errors", "and \(count) more")
  }
}
