import Core
import Evidence

/// All that is known of one piece, a fact a line.
struct PieceCard {
  private let piece: Piece

  /// The card of `piece`.
  init(_ piece: Piece) {
    self.piece = piece
  }

  /// The facts that are known, each `name: value`, by the names that programs read too.
  var text: String {
    guard case .object(let facts) = piece.json else { return piece.json.text }
    return facts.map { "\($0.0): \(PieceCard.value($0.1))" }.joined(separator: "\n")
  }

  private static func value(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .null: Phrase.valueUnknown.english
    case .object, .array, .number, .integer, .bool: value.text
    }
  }
}
