/// Texts that are to go for good, as somebody was asked about them: what they were then.
package struct Redaction: Hashable, Sendable {
  /// Field of which somebody means all texts that it ever had.
  package enum Choice: Hashable, Sendable {
    case piece(Int, PieceField)
    case thing(ThingReference, ThingField)
    case request(Int, RequestField)
  }

  /// Field of a piece that holds what people or programs wrote; the raw value is the word that is typed.
  package enum PieceField: String, CaseIterable, Hashable, Sendable {
    case title
    /// All guesses of programs, and which of them people took or denied.
    case options
    /// The name of the file that somebody brought.
    case source
  }

  /// Field of a request that says whose it is; the raw value is its name in records.
  package enum RequestField: String, CaseIterable, Hashable, Sendable {
    case title, url
    case target = "delivery_target"
  }

  /// Where it comes from.
  package let choice: Choice
  /// Number of the piece, thing or request.
  package let number: Int
  /// Title of a thing or request; nil for a piece.
  package let label: String?
  /// Number of texts that are to go, at least one.
  package let count: Int
  /// Sequence of the latest record that tells one of them.
  package let latest: Int
  /// Sentences on others that say the same and stay, and on what can't be reached.
  package let remarks: [Phrase]

  /// Texts of `choice`, as the store has named them.
  package init(
    _ choice: Choice, _ number: Int, _ label: String?, count: Int, latest: Int, remarks: [Phrase]
  ) {
    (self.choice, self.number, self.label) = (choice, number, label)
    (self.count, self.latest, self.remarks) = (count, latest, remarks)
  }

  /// Whose they are, in a sentence that tells none of them.
  package var owner: Phrase {
    switch choice {
    case .piece: .ofPiece(number)
    case .thing: .ofThing(number)
    case .request: .ofRequest(number)
    }
  }

  /// The question whether they are to go.
  var question: Phrase {
    let called = label.map { Phrase("owner.called", "\(owner), \($0)") } ?? owner
    return remarks.reversed().reduce(
      Phrase(
        "question.redact",
        """
        Take out for good, of \(called): \(choice.field), with all that it ever was, \(count) in all? Nothing \
        brings it back. Out of reach are exports and sticks that have it, what was logged, and what the card \
        keeps aside by itself. y or n.
        """)
    ) { .followed($1, $0) }
  }
}

extension Redaction.Choice {
  /// The word for its field in sentences.
  package var field: Phrase {
    switch self {
    case .piece(_, .title), .request(_, .title): ThingField.title.word
    case .piece(_, .options): Phrase("field.options", "options")
    case .piece(_, .source): Phrase("field.source", "name of the file that it was")
    case .thing(_, let field): field.word
    case .request(_, .url): Phrase("field.url", "address")
    case .request(_, .target): Phrase("field.target", "delivery")
    }
  }
}

extension Phrase {
  package static func ofPiece(_ number: Int) -> Phrase {
    Phrase("owner.piece", "piece \(number)")
  }
  package static func ofThing(_ number: Int) -> Phrase {
    Phrase("owner.thing", "thing \(number)")
  }
  package static func ofRequest(_ number: Int) -> Phrase {
    Phrase("owner.request", "request \(number)")
  }

}
