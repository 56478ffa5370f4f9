/// What is drawn on a console beside the picture itself, and how.
///
/// It has facts only; where they stand and what they look like is up to whoever draws them.
package struct ViewfinderScene: Hashable, Sendable {
  /// What stands in the picture's place.
  package enum Subject: Hashable, Sendable {
    /// The camera's newest picture.
    case live
    /// Nothing new: these sentences say why, over the latest picture, which is dimmed.
    case card([Phrase])
    /// This piece, or one still of a clip, in a frame over the camera's picture.
    case piece(Piece)
  }

  /// A piece that somebody looks at.
  package struct Piece: Hashable, Sendable {
    /// Its number.
    package let number: Int
    /// Which still of a clip; nil: the clip plays.
    package let still: Int?

    /// The piece, or one still of it.
    package init(_ number: Int, still: Int?) {
      (self.number, self.still) = (number, still)
    }
  }

  /// What is seen.
  package var subject: Subject
  /// How the camera's pictures are seen upright; nil where nobody knows how it is mounted.
  package var orientation: Orientation?
  /// What it is drawn with.
  package var style: GlyphStyle
  /// Whole seconds until the next photo, rounded up; nil while none is counted down to.
  package var countdown: Int?
  /// Whether the board's light is lit.
  package var isLit: Bool
  /// By how many degrees the picture leans to the left, negative to the right; nil where nobody knows.
  package var leaning: Int?
  /// What frames a document, if anything does.
  package var mask: Mask?
  /// The state in one sentence, and what is to be captured.
  package var lines: [Phrase]
}

/// A key that was pressed where the viewfinder is drawn.
package enum ViewfinderKey: Hashable, Sendable {
  /// A key with a character on it.
  case character(Character)
  case up, down, left, right
  case escape
  /// Have all of it drawn anew.
  case refresh
}
