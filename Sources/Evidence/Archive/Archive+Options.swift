import Core

/// What programs guess of pieces.
extension Archive {
  /// What is to be read of the options of piece `number`.
  package func options(of number: Int) throws(Failure) -> OptionReport {
    guard let piece = try piece(number) else { throw .refused(.noSuchPiece(number)) }
    return OptionReport(piece: piece)
  }
}

extension Piece {
  /// What is to be asked about it.
  package var clarification: Clarification {
    Clarification(title: title, isDecided: decision != nil, options)
  }

  /// The columns that `init(_:)` reads of its options: all as JSON, then that by which it was decided.
  static let optionColumns = """
    (SELECT json_group_array(json_object('text', text, 'per_mille', per_mille,
        'analyser', analyser, 'denied', denied IS NOT NULL))
      FROM options WHERE piece = evidence.number),
    (SELECT text FROM choices WHERE piece = evidence.number),
    (SELECT requester FROM choices WHERE piece = evidence.number)
    """
}

extension PieceOption {
  /// Those that `text` says, which the database has made, in the order of `Clarification.ranked`.
  static func list(_ text: String?) -> [PieceOption] {
    guard let text, text != "[]", case .array(let elements)? = JSONParser.value(of: text.utf8)
    else { return [] }
    return Clarification.ranked(
      elements.compactMap { element in
        guard let text = element.member("text")?.asText,
          case .integer(let perMille)? = element.member("per_mille"),
          let analyser = element.member("analyser")?.asText
        else { return nil }
        let isDenied = element.member("denied")?.asNumber == 1
        return PieceOption(text, perMille: perMille, by: analyser, isDenied: isDenied)
      })
  }
}

/// What somebody reads who asks for the options of a piece.
package struct OptionReport {
  /// The piece.
  package let piece: Piece

  /// A sentence an option, each with its number, or an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(json) : .sentences([heading] + piece.options.indices.map(sentence))
  }

  private var heading: Phrase {
    let (kind, number) = (piece.kindWord, piece.number)
    if let choice = piece.choice {
      return choice.requester == Requester.analyser.name
        ? Phrase(
          "options.decided", "Decided by analyser of \(kind) \(number): \(choice.text).")
        : Phrase("options.confirmed", "Confirmed of \(kind) \(number): \(choice.text).")
    }
    if let title = piece.title { return .captionTitle(kind, number, title) }
    if let decision = piece.decisionWord { return .captionDecision(kind, number, decision) }
    return piece.options.isEmpty
      ? Phrase("options.none", "No program guesses what \(kind) \(number) is.")
      : Phrase("options.of", "What \(kind) \(number) may be: \(piece.options.count).")
  }

  private func sentence(_ index: Int) -> Phrase {
    let option = piece.options[index]
    return option.isDenied
      ? Phrase(
        "options.denied-line",
        "Denied is \(index + 1): \(option.text), \(option.percent) % certain, by \(option.analyser)."
      )
      : Phrase(
        "options.line",
        "Option \(index + 1): \(option.text), \(option.percent) % certain, by \(option.analyser).")
  }

  private var json: JSON {
    .object([
      ("number", .integer(piece.number)), ("title", .optional(piece.title)),
      ("decision", .optional(piece.decision)), ("decided_by", .optional(piece.choice?.requester)),
      ("option", .optional(piece.choice?.text)),
      ("options", .array(piece.options.map(\.json))),
    ])
  }
}
