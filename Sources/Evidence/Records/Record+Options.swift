import Core

/// What programs guess of pieces, and what people hold of that.
extension Record.Kind {
  static let ofOptions = [pieceOptions, optionConfirmed, optionDenied]

  static let pieceOptions = Record.Kind(
    "piece.options",
    """
    what a program guesses of a piece, in place of what it guessed before; all denials of the piece's options are \
    forgotten
    """,
    [
      onePiece, .text("analyser", "its name"),
      RecordMember(
        "options", .objects,
        "each with `text` and `per_mille`, how certain it is in whole thousandths"
      ).told,
      .text("requester", "`analyser`"),
    ], [dropOptions, forgetDenials, addOptions], where: areOptionsRight)
  static let optionConfirmed = Record.Kind(
    "option.confirmed", "a piece shows this option: its decision is `confirmed`",
    [
      onePiece, RecordMember.text("option", "its text").told,
      .text("requester", "`analyser` where it was so certain that nobody was asked"),
    ],
    [
      confirmOption,
      "UPDATE evidence SET decision = 'confirmed', decided = ?1 WHERE number IN (\(pieces))",
    ])
  static let optionDenied = Record.Kind(
    "option.denied", "a piece does not show this option",
    [onePiece, .text("option").told, .requester],
    [denyOption])

  private static let onePiece = RecordMember("pieces", .numbers, "one")

  private static let areOptionsRight: @Sendable (JSON) -> Bool = { payload in
    guard case .array(let options)? = payload.member("options") else { return true }
    return options.allSatisfy { option in
      option.text("text") != nil && 0...1000 ~= option.integer("per_mille") ?? -1
    }
  }

  /// What the analyser guessed before is gone.
  private static let dropOptions = """
    DELETE FROM options WHERE piece IN (\(pieces))
      AND analyser = (SELECT payload ->> 'analyser' FROM told)
    """
  private static let forgetDenials = """
    UPDATE options SET denied = NULL WHERE piece IN (\(pieces))
    """
  private static let addOptions = """
    INSERT INTO options (record, place, piece, text, per_mille, analyser)
    SELECT sequence, guess.key, piece.value, guess.value ->> 'text', guess.value ->> 'per_mille',
      payload ->> 'analyser'
    FROM told, json_each(payload, '$.pieces') AS piece, json_each(payload, '$.options') AS guess
    WHERE guess.type = 'object'
    """
  private static let denyOption = """
    UPDATE options SET denied = ?1 WHERE piece IN (\(pieces))
      AND text = (SELECT payload ->> 'option' FROM told)
    """
  private static let confirmOption = """
    INSERT OR REPLACE INTO choices (piece, record, text, requester)
    SELECT piece.value, sequence, ifnull(payload ->> 'option', ''), payload ->> 'requester'
    FROM told, json_each(payload, '$.pieces') AS piece
    """
}

extension Record {
  /// `options` is what their analyser guesses of piece `number` from here on, and all denials are forgotten.
  static func pieceOptions(
    _ number: Int, _ options: [PieceOption], by requester: Requester
  ) -> Record {
    let guesses = options.map { option in
      JSON.object([("text", .string(option.text)), ("per_mille", .integer(option.perMille))])
    }
    return Record(
      .pieceOptions,
      [
        ("pieces", .array([.integer(number)])), ("analyser", .optional(options.first?.analyser)),
        ("options", .array(guesses)), ("requester", .string(requester.name)),
      ])
  }

  /// Piece `number` shows the `option`, and is decided by that.
  static func optionConfirmed(_ number: Int, _ option: String, by requester: Requester) -> Record {
    Record(.optionConfirmed, members(number, option, requester))
  }

  /// Piece `number` does not show the `option`.
  static func optionDenied(_ number: Int, _ option: String, by requester: Requester) -> Record {
    Record(.optionDenied, members(number, option, requester))
  }

  private static func members(
    _ number: Int, _ option: String, _ requester: Requester
  ) -> [(String, JSON)] {
    [
      ("pieces", .array([.integer(number)])), ("option", .string(option)),
      ("requester", .string(requester.name)),
    ]
  }
}
