/// A sentence for people, with its values: it becomes text in their language only where it is written out.
///
/// A sentence stands where it is said, as `Phrase("camera.gone", "\(camera) is gone; connect it again.")`, and is a static
/// member where several places say it. Both are literals, which the compiler holds: so the list for translators is made by
/// a scan of the sources, and a test holds that no key stands twice.
package struct Phrase: Hashable, Sendable {
  /// Key of the sentence in a table of translations, such as `camera.gone`.
  package let key: String
  private var said: Text

  /// The sentence `key`, in English `text`.
  package init(_ key: Key, _ text: Text) {
    self.key = key.text
    said = text
  }

  /// Values for `{1}`, `{2}` and so on: each place of a value has its own number.
  package var values: [Value] { said.rest.compactMap(\.value) }

  /// A value in a sentence.
  package enum Value: Hashable, Sendable {
    /// Something that has no translation: a path, a name.
    case text(String)
    case number(Int)
    case figure(Figure)
    /// A sentence or a word of its own.
    case phrase(Phrase)
  }

  /// The sentence in English.
  package var english: String { text(in: .english) }

  /// What programs go by, and the sentence in English.
  var members: [(String, JSON)] { [("key", .string(key)), ("sentence", .sentence(self))] }

  /// The sentence in `language`; what that lacks is in English, and what that lacks is its key.
  package func text(in language: Language) -> String {
    if let text = language.text(of: key, with: values) { return text }
    let text = said.rest.reduce(into: said.beginning) { $0 += $1.text(in: language) }
    return text.isEmpty && said.rest.isEmpty ? key : text
  }

  /// `template` with the values in their places.
  fileprivate static func filled(
    _ template: String, with values: [Value], in language: Language
  ) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += Phrase.place(rest[rest.index(after: open)..<close], values, in: language)
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// More characters of a name are not spoken: people would wait for the rest of the sentence.
  static let longestSpoken = 60

  /// The sentence as it is spoken: names that are too long for that are cut where a word ends.
  var spoken: Phrase {
    var phrase = self
    phrase.said.rest = said.rest.map { part in
      switch part {
      case .value(.text(let text)): .value(.text(text.shortened(to: Phrase.longestSpoken)))
      case .value(.phrase(let phrase)): .value(.phrase(phrase.spoken))
      case .value(.number), .value(.figure), .literal, .word: part
      }
    }
    return phrase
  }

  /// Text for a place: `2` for the second value, `2|piece|pieces` for a word that goes with that number.
  private static func place(
    _ place: Substring, _ values: [Value], in language: Language
  ) -> String {
    let parts = place.split(separator: "|", omittingEmptySubsequences: false)
    let number = Int(parts[0]) ?? 0
    guard number > 0, number <= values.count else { return "" }
    let value = values[number - 1]
    guard parts.count > 1 else { return value.text(in: language) }
    return String(value == .number(1) ? parts[1] : parts[parts.count - 1])
  }
}

extension Phrase {
  /// A key that stands in the sources.
  package struct Key: ExpressibleByStringLiteral, Sendable {
    fileprivate let text: String

    package init(stringLiteral text: String) { self.text = text }
  }

  /// An English sentence with its values, as it stands in the sources.
  package struct Text: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// Words before the first value.
    fileprivate var beginning: String
    /// Values, and the words between and behind them.
    fileprivate var rest: [Part] = []

    package init(stringLiteral text: String) { beginning = text }

    package init(stringInterpolation said: Interpolation) { self = said.text }
  }

  /// A part of a text.
  fileprivate enum Part: Hashable, Sendable {
    case literal(String)
    case value(Value)
    /// The word that goes with a number, which is a value of its own.
    case word(Int, one: String, many: String)
  }

  /// Maker of a text from literals and values, which have their numbers in their order.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = Text(stringLiteral: "")

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.rest.reserveCapacity(2 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      guard !literal.isEmpty else { return }
      if text.rest.isEmpty { text.beginning = literal } else { text.rest.append(.literal(literal)) }
    }

    package mutating func appendInterpolation(_ value: some PhraseValue) {
      text.rest.append(.value(value.phraseValue))
    }

    /// The word that goes with `count`: `\(count) \(count, one: "piece", many: "pieces")`.
    package mutating func appendInterpolation(_ count: Int, one: String, many: String) {
      text.rest.append(.word(count, one: one, many: many))
    }
  }
}

extension Phrase.Part {
  /// The value for which it has a place; nil for a literal.
  fileprivate var value: Phrase.Value? {
    switch self {
    case .literal: nil
    case .value(let value): value
    case .word(let count, _, _): .number(count)
    }
  }

  /// Its words in English, with values in `language`.
  fileprivate func text(in language: Language) -> String {
    switch self {
    case .literal(let text): text
    case .value(let value): value.text(in: language)
    case .word(let count, let one, let many): count == 1 ? one : many
    }
  }
}

extension Phrase.Value {
  func text(in language: Language) -> String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .figure(let figure): figure.text(in: language)
    case .phrase(let phrase): phrase.text(in: language)
    }
  }
}

/// Sentences in another language than English.
package struct Language: Hashable, Sendable {
  /// Every sentence as the sources have it.
  package static let english = Language(templates: [:])

  /// The sentences by their keys, with `{1}`, `{2}` where the values go.
  package let templates: [String: String]

  /// The sentence `key` with these values; nil where the language has none of its own.
  package func text(of key: String, with values: [Phrase.Value]) -> String? {
    templates[key].map { Phrase.filled($0, with: values, in: self) }
  }

  /// The language whose sentences are `templates`.
  package init(templates: [String: String]) {
    self.templates = templates
  }

  /// The same with those of `texts` in place of its own.
  package func with(_ texts: [String: String]) -> Language {
    Language(templates: templates.merging(texts) { $1 })
  }
}

/// A type whose values can stand in a sentence.
package protocol PhraseValue {
  /// The value as a phrase holds it.
  var phraseValue: Phrase.Value { get }
}

extension String: PhraseValue {
  /// Itself.
  package var phraseValue: Phrase.Value { .text(self) }
}

extension Int: PhraseValue {
  /// Itself.
  package var phraseValue: Phrase.Value { .number(self) }
}

extension Phrase: PhraseValue {
  /// Itself.
  package var phraseValue: Phrase.Value { .phrase(self) }
}

extension Phrase {
  /// `next` after `first`, on one line.
  package static func followed(_ first: Phrase, _ next: Phrase) -> Phrase {
    Phrase("sentence.followed", "\(first) \(next)")
  }

  /// `words` one after the other, with commas between them; nil for none.
  package static func list(_ words: [Phrase]) -> Phrase? {
    guard let first = words.first else { return nil }
    return words.dropFirst().reduce(first) { Phrase("sentence.list", "\($0), \($1)") }
  }
}
