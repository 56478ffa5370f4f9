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
