import Core

/// Letters of a terminal line, and the language of the few sentences that the program there says itself.
package struct TerminalSpeech: Hashable, Sendable {
  /// Keys of the sentences that are said at the terminal and not here.
  package static let keys = [
    "console.away", "console.baud.unknown", "console.line.echoes", "console.line.moved",
    "console.line.strange", "console.line.toolong",
    "console.lines-more", "console.relay-broken", "console.tty.forbidden", "console.tty.hungup",
    "console.tty.missing", "console.tty.other", "console.tty.refused", "console.tty.taken",
    "console.unanswered", "session.size", "session.unanswered",
  ]

  /// Letters that are written.
  package let charset: Charset
  /// The sentences that are not as in the sources.
  package let language: Language

  /// Those of `language` and `charset`.
  package init(_ language: Language, _ charset: Charset) {
    self.charset = charset
    let texts = TerminalSpeech.keys.compactMap { key in language.templates[key].map { (key, $0) } }
    self.language = Language(templates: Dictionary(uniqueKeysWithValues: texts))
  }

  /// The speech that `json` tells, written as `text` is; nil for anything else.
  package init?(_ json: String) {
    guard let value = JSONParser.value(of: json.utf8),
      let charset = value.member("letters")?.asText.flatMap(Charset.init)
    else { return nil }
    let texts = TerminalSpeech.keys.compactMap { key in
      value.member(key)?.asText.map { (key, $0) }
    }
    self.charset = charset
    language = Language(templates: Dictionary(uniqueKeysWithValues: texts))
  }

  /// JSON on one line.
  package var text: String {
    let texts = TerminalSpeech.keys.compactMap { key in
      language.templates[key].map { (key, JSON.string($0)) }
    }
    return JSON.object([("letters", .string(charset.rawValue))] + texts).text
  }
}
