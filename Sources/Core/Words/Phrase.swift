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
  package var values: [Value] { said.values }

  /// A value in a sentence.
  package enum Value: Hashable, Sendable {
    /// Something that has no translation: a path, a name, a figure with its unit.
    case text(String)
    case number(Int)
    /// A sentence or a word of its own.
    case phrase(Phrase)
  }

  /// The sentence in English.
  package var english: String { text(in: .english) }

  /// What programs go by, and the sentence in English.
  var members: [(String, JSON)] { [("key", .string(key)), ("sentence", .sentence(self))] }

  /// The sentence in `language`; what that lacks is in English, and what that lacks is its key.
  package func text(in language: Language) -> String {
    var text = ""
    var rest = template(in: language)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += place(rest[rest.index(after: open)..<close], in: language)
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// More characters of a name are not spoken: people would wait for the rest of the sentence.
  static let longestSpoken = 60

  /// The sentence as it is spoken: names that are too long for that are cut where a word ends.
  var spoken: Phrase {
    var phrase = self
    phrase.said.values = values.map { value in
      switch value {
      case .text(let text): .text(text.shortened(to: Phrase.longestSpoken))
      case .number: value
      case .phrase(let phrase): .phrase(phrase.spoken)
      }
    }
    return phrase
  }

  /// Text for a place: `2` for the second value, `2|piece|pieces` for a word that goes with that number.
  private func place(_ place: Substring, in language: Language) -> String {
    let parts = place.split(separator: "|", omittingEmptySubsequences: false)
    let number = Int(parts[0]) ?? 0
    guard number > 0, number <= values.count else { return "" }
    let value = values[number - 1]
    guard parts.count > 1 else { return value.text(in: language) }
    return String(value == .number(1) ? parts[1] : parts[parts.count - 1])
  }

  private func template(in language: Language) -> String {
    language.templates[key] ?? (said.template.isEmpty ? key : said.template)
  }
}

extension Phrase {
  /// A key that stands in the sources.
  package struct Key: ExpressibleByStringLiteral, Sendable {
    fileprivate let text: String

    package init(stringLiteral text: String) { self.text = text }
  }

  /// An English sentence with its values, as it stands in the sources: `{1}` is the place of the first.
  package struct Text: ExpressibleByStringInterpolation, Hashable, Sendable {
    fileprivate var template: String
    fileprivate var values: [Value] = []

    package init(stringLiteral text: String) { template = text }

    package init(stringInterpolation said: Interpolation) { self = said.text }
  }

  /// Maker of a text from literals and values, which have their numbers in their order.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text: Text

    package init(literalCapacity: Int, interpolationCount: Int) {
      text = Text(stringLiteral: "")
      text.template.reserveCapacity(literalCapacity + interpolationCount * 3)
      text.values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text.template += literal }

    package mutating func appendInterpolation(_ value: some PhraseValue) {
      append(value.phraseValue)
    }

    /// The word that goes with `count`, which is a value of its own: `\(count) \(count, one: "piece", many: "pieces")`.
    package mutating func appendInterpolation(_ count: Int, one: String, many: String) {
      append(.number(count), "|\(one)|\(many)")
    }

    private mutating func append(_ value: Value, _ words: String = "") {
      text.values.append(value)
      text.template += "{\(text.values.count)\(words)}"
    }
  }
}

extension Phrase.Value {
  func text(in language: Language) -> String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
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

/// An answer to a session: sentences for a person, or an object for a program.
package enum Reply: Hashable, Sendable {
  /// Sentences, a line each.
  case sentences([Phrase])
  /// JSON on one line; its sentences are in English, beside their keys.
  case json(String)

  /// One sentence.
  package init(_ phrase: Phrase) { self = .sentences([phrase]) }

  /// An object; of pieces alone an array, because programs outside read it so.
  package init(_ json: JSON) { self = .json(json.text) }

  /// The lines as they are written for a reader of `language`.
  package func text(in language: Language) -> String {
    switch self {
    case .sentences(let phrases):
      phrases.map { $0.text(in: language).printable }.joined(separator: "\n")
    case .json(let text): text
    }
  }

  /// The lines as a console writes them: for a program, or for a reader of `language`; in `charset`.
  package func written(
    forProgram isForProgram: Bool, in language: Language, _ charset: Charset
  ) -> String {
    switch self {
    case .sentences where !isForProgram: charset.plain(text(in: language))
    case .sentences, .json: charset.json(json)
    }
  }

  /// The line as it is written for a program: an object of a sentence, or one that has several.
  package var json: String {
    switch self {
    case .sentences(let phrases):
      let objects = phrases.map { JSON.object($0.members) }
      let all = JSON.object([("sentences", .array(objects))])
      return (objects.count == 1 ? objects[0] : all).text
    case .json(let text): return text
    }
  }
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
