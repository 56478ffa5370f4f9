import Core

/// What programs guess of pieces, and what people hold of that.
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

extension Sums {
  /// What the analyser guessed before is gone.
  static let dropOptions = """
    DELETE FROM options WHERE piece IN (\(pieces))
      AND analyser = (SELECT payload ->> 'analyser' FROM records WHERE sequence = ?1)
    """
  static let forgetDenials = "UPDATE options SET denied = NULL WHERE piece IN (\(pieces))"
  static let addOptions = """
    INSERT INTO options (record, place, piece, text, per_mille, analyser)
    SELECT sequence, guess.key, piece.value, guess.value ->> 'text', guess.value ->> 'per_mille',
      payload ->> 'analyser'
    FROM records, json_each(payload, '$.pieces') AS piece, json_each(payload, '$.options') AS guess
    WHERE sequence = ?1
    """
  static let denyOption = """
    UPDATE options SET denied = ?1 WHERE piece IN (\(pieces))
      AND text = (SELECT payload ->> 'option' FROM records WHERE sequence = ?1)
    """
  static let confirmOption = """
    INSERT OR REPLACE INTO choices (piece, record, text, requester)
    SELECT piece.value, sequence, payload ->> 'option', payload ->> 'requester'
    FROM records, json_each(payload, '$.pieces') AS piece WHERE sequence = ?1
    """
  static let decideByOption = """
    UPDATE evidence SET decision = 'confirmed' WHERE number IN (\(pieces))
    """
  /// Whoever decides anew has chosen none of the options.
  static let dropChoice = "DELETE FROM choices WHERE piece IN (\(pieces))"

  private static let pieces = """
    SELECT value FROM records, json_each(payload, '$.pieces') WHERE sequence = ?1
    """
}
