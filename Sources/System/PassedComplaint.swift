import Core

/// A sentence why a command ends, that one program of ours has another say which knows the languages.
package struct PassedComplaint: Sendable {
  /// The word that says that such a sentence follows.
  private static let sign = "--complain"

  /// The code that the command ends with.
  package let code: Int32
  private let key: String
  private let english: String
  private let values: [Phrase.Value]

  /// `phrase` for a command that ends with `code`.
  package init(_ phrase: Phrase, code: Int32) {
    self.code = code
    (key, english, values) = (phrase.key, phrase.english, phrase.values)
  }

  /// The sentence in `words`; nil where they are another command's.
  package init?(_ words: [String]) {
    guard words.count >= 3, words[0] == PassedComplaint.sign, let code = Int32(words[1]),
      let sentence = JSONParser.value(of: words[2].utf8), let key = sentence.member("key")?.asText,
      let english = sentence.member("sentence")?.asText,
      case .array(let values)? = sentence.member("values")
    else { return nil }
    (self.code, self.key, self.english) = (code, key, english)
    self.values = values.map { value in
      if case .integer(let number) = value { .number(number) } else { .text(value.asText ?? "") }
    }
  }

  /// The words of the other program, behind which those of the command can stand.
  package var words: [String] {
    let sentence = JSON.object([
      ("key", .string(key)), ("sentence", .string(english)),
      ("values", .array(values.map(JSON.value))),
    ])
    return [PassedComplaint.sign, String(code), sentence.text]
  }

  /// The sentence in `language`, or else in English.
  package func text(in language: Language) -> String {
    language.text(of: key, with: values) ?? english
  }
}

extension Phrase {
  /// Lines that somebody else has written.
  package static func lines(_ text: String) -> Phrase { Phrase("command-line.lines", "\(text)") }
}
