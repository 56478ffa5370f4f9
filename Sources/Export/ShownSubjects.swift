import Core
import Evidence

/// What an export shows: only of that it carries the texts.
struct ShownSubjects {
  private let things, pieces: Set<Int>
  private let areAll: Bool

  /// The `chosen` pieces and their things, and what was chosen without a piece, of all `numbers` of things.
  init(_ chosen: [Inventory.Item], by choice: ExportChoice, of numbers: [Int]) {
    pieces = Set(chosen.map(\.piece.number))
    let ofPieces = Set(chosen.map(\.thing))
    switch choice {
    case .all: (things, areAll) = (ofPieces.union(numbers), true)
    case .thing(let number): (things, areAll) = (ofPieces.union([number]), false)
    case .request, .new: (things, areAll) = (ofPieces, false)
    }
  }

  /// Whether `subject` is shown; where all is, so is what has no piece that could be left out.
  func have(_ subject: BundleText.Subject) -> Bool {
    switch subject {
    case .thing(let number): things.contains(number)
    case .piece(let number): pieces.contains(number)
    case .request(let own): areAll || !own.isDisjoint(with: pieces)
    case .other: areAll
    }
  }
}
