import Core
import Evidence

/// Takes copies in which faces are blank out of the folder of an earlier export, where they don't leave any more: the picture
/// itself does, or nothing of it.
///
/// Originals stay wherever they are.
struct Withdrawal {
  private let target: any ExportTarget
  private var names: ExportNames

  /// One from `target`, where an earlier export has given its copies these `names`.
  init(from target: any ExportTarget, _ names: ExportNames) {
    (self.target, self.names) = (target, names)
  }

  /// Takes out the copy that is there of `item`, which leaves as `form` has it.
  mutating func withdraw(_ item: Inventory.Item, leavingAs form: Leaving.Form) throws(Failure) {
    if case .leaves(let leaving) = form, leaving.blank != nil { return }
    let kinds: [Companion?] = [nil, .crop]
    let made = kinds.map {
      "\(PieceSource.proof)/\(RedactedCopy.file(of: item.piece.number, $0))"
    }
    // One whose piece is gone from the store is the last.
    guard !item.piece.isPurged, made.contains(where: { target.earlierByteCount(of: $0) != nil })
    else { return }
    let (name, earlier) = try names.copy(item)
    for copy in [name, earlier].compactMap({ $0 }) {
      try target.remove(copy)
      try target.remove(ExportNames.companion(.crop, ofCopy: copy))
    }
    for file in made { try target.remove(file) }
  }
}
