/// What a session is told: sentences for a person, or an object for a program.
package enum Reply: Hashable, Sendable {
  /// Sentences, a line each.
  case sentences([Phrase])
  /// JSON on one line; its sentences are in English, beside their keys.
  case json(String)

  /// One sentence.
  package init(_ phrase: Phrase) { self = .sentences([phrase]) }

  /// An object or an array.
  package init(_ json: JSON) { self = .json(json.text) }

  /// The lines as they are written for a reader of `language`.
  package func text(in language: Language) -> String {
    switch self {
    case .sentences(let phrases): phrases.map { $0.text(in: language) }.joined(separator: "\n")
    case .json(let text): text
    }
  }

  /// The lines as they are written for a program: of sentences an object each.
  package var json: String {
    switch self {
    case .sentences(let phrases):
      phrases.map { JSON.object($0.members).text }.joined(separator: "\n")
    case .json(let text): text
    }
  }
}
