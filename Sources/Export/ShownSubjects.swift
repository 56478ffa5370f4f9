import Core
import Evidence

/// What an export shows: only of that it carries the texts.
struct ShownSubjects {
  private let things, pieces: Set<Int>
  private let areAll: Bool

  /// Subjects in `plan`, and those that were chosen without a piece, of all `numbers` of things that are not deleted.
  init(_ plan: ExportPlan, by choice: ExportChoice, of numbers: [Int]) {
    pieces = plan.pieces
    switch choice {
    case .all: (things, areAll) = (plan.things.union(numbers), true)
    case .thing(let number): (things, areAll) = (plan.things.union([number]), false)
    case .request, .new: (things, areAll) = (plan.things, false)
    }
  }

  /// Whether `subject` is shown; where all is, so is what has no piece that could be left out.
  func have(_ subject: BundleText.Subject) -> Bool {
    switch subject {
    case .thing(let number): things.contains(number)
    case .pieces(let own): !own.isDisjoint(with: pieces)
    case .request(let own): areAll || !own.isDisjoint(with: pieces)
    case .other: areAll
    }
  }
}
