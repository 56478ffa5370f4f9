/// Pieces whose files are to go for good, as somebody was asked about them: what they were then.
package struct Removal: Hashable, Sendable {
  /// Pieces that somebody means.
  package enum Choice: Hashable, Sendable {
    /// Those of these numbers that there are.
    case numbered([Int])
    /// Deleted ones, as many as may go at once.
    case deleted
  }

  /// A piece whose file is there.
  package struct Piece: Hashable, Sendable {
    /// Its number in the store.
    package let number: Int
    /// Unique everywhere.
    package let id: String
    /// Sequence of the record that deleted it, or its thing; nil where none has.
    package let deletion: Int?

    /// The piece of this number and id, as `deletion` left it.
    package init(number: Int, id: String, deletion: Int?) {
      self.number = number
      self.id = id
      self.deletion = deletion
    }
  }

  /// Choice that they come from.
  package let choice: Choice
  /// They, at least one, by number.
  package let pieces: [Piece]

  /// Those of `choice`, which are `pieces`.
  package init(_ choice: Choice, _ pieces: [Piece]) {
    self.choice = choice
    self.pieces = pieces
  }

  /// Their numbers.
  package var numbers: [Int] { pieces.map(\.number) }

  /// The question whether they are to go.
  var question: Phrase {
    switch choice {
    case .numbered:
      Phrase(
        "question.delete-now",
        "Delete \(numbers.inWords) and remove the files? They can't be brought back. y or n.")
    case .deleted:
      Phrase(
        "question.purge",
        "Remove the files of what is deleted: \(numbers.inWords)? They can't be brought back. y or n."
      )
    }
  }
}
