import Core

/// Pieces as people and programs read them, oldest first.
package struct PieceList {
  private let pieces: [Piece]
  private let earlierCount: Int

  /// A list of `pieces` in their order, of which so many came earlier and are left out.
  package init(_ pieces: [Piece], earlier earlierCount: Int = 0) {
    self.pieces = pieces
    self.earlierCount = earlierCount
  }

  /// A sentence a piece, or an array of objects.
  package func reply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(.array(pieces.map(\.json))) : .sentences(sentences)
  }

  private var sentences: [Phrase] {
    guard !pieces.isEmpty else { return [.listEmpty] }
    let earlier = earlierCount == 0 ? [] : [Phrase.listEarlier(earlierCount)]
    return earlier + pieces.map(PieceList.sentence)
  }

  private static func sentence(_ piece: Piece) -> Phrase {
    Phrase.listPiece(
      piece.kind, piece.number, piece.thing, size(of: piece), Figures.bytes(piece.byteCount),
      piece.capturedAt ?? Phrase.timeUnknown, piece.file)
  }

  private static func size(of piece: Piece) -> String {
    guard let width = piece.width, let height = piece.height else { return "-" }
    return "\(width)×\(height)"
  }
}

extension Phrase {
  package static let listEmpty = Phrase("list.empty", "There are no pieces yet.")

  static func listEarlier(_ count: Int) -> Phrase {
    Phrase("list.earlier", "{1} earlier pieces are left out; exhibit list shows all.", count)
  }

  static func listPiece(
    _ kind: String, _ number: Int, _ thing: String, _ size: String, _ bytes: String,
    _ capturedAt: any PhraseValue, _ file: String
  ) -> Phrase {
    Phrase(
      "list.piece",
      "{1} {2}, {3}, {4}, {5}, {6}, {7}", kind, number, thing, size, bytes, capturedAt, file)
  }

  static let timeUnknown = Phrase("time.unknown", "time unknown")
}
