import Core
import Evidence

/// Takes out of the folder of an earlier export what may not leave any more: a face was hidden since, or somebody chose
/// otherwise.
///
/// A file that the store has no more stays, since nobody has it then, and that is told.
struct Withdrawal {
  private let target: any ExportTarget
  private var names: ExportNames
  /// What stays there though it may not leave.
  private(set) var problems: [Phrase] = []

  /// One from `target`, where an earlier export has given its copies these `names`.
  init(from target: any ExportTarget, _ names: ExportNames) {
    (self.target, self.names) = (target, names)
  }

  /// Takes out what is there of `item`, which leaves as `form` has it.
  mutating func withdraw(_ item: Inventory.Item, leavingAs form: Leaving.Form) throws(Failure) {
    var isStaying = true
    if case .leaves(let leaving) = form {
      if leaving.blank == nil { return }
      isStaying = false
    }
    let originals = item.originals
    if originals.contains(where: isThere) { try remove(originals, of: item) }
    let copies = [nil, .crop].map { RedactedCopy.file(of: item.piece.number, $0).inProof }
    if isStaying, copies.contains(where: isThere) { try remove(copies, of: item) }
  }

  private func isThere(_ file: String) -> Bool { target.earlierByteCount(of: file) != nil }

  private mutating func remove(_ files: [String], of item: Inventory.Item) throws(Failure) {
    guard !item.piece.isPurged else {
      return problems.append(.lastOriginal(item.piece.number, target.path(of: files[0]) ?? ""))
    }
    // What people look at goes first: as long as the other is there, this is looked at again.
    let (name, earlier) = try names.copy(item)
    for copy in [name, earlier].compactMap({ $0 }) {
      try target.remove(copy)
      for companion in Companion.allCases {
        try target.remove(ExportNames.companion(companion, ofCopy: copy))
      }
    }
    for file in files { try target.remove(file) }
  }
}

extension Inventory.Item {
  /// Where an export has its files as they were stored.
  fileprivate var originals: [String] {
    [piece.file.inProof] + piece.companions.inOrder.map(\.file.inProof)
  }
}

extension String {
  fileprivate var inProof: String { "\(PieceSource.proof)/\(self)" }
}

extension Phrase {
  fileprivate static func lastOriginal(_ number: Int, _ path: String) -> Phrase {
    Phrase(
      "export.last-original",
      """
      \(path) is the last original of piece \(number), which may not leave any more: it stays there, and the lists \
      leave it out. Take it off there yourself.
      """)
  }
}
