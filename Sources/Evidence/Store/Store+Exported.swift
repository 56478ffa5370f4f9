import Core
import Glibc

/// What is known to lie elsewhere too.
extension Store {
  /// Records that copies of the pieces of these `numbers` were read back elsewhere, of those of which that is news.
  ///
  /// - Parameter sha256: the digest that whoever read them has of them, as `ReadBackPieces` makes it.
  mutating func noteExported(
    _ numbers: [Int], _ sha256: String, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let rows = try archive.exports(of: numbers)
    if let unknown = numbers.first(where: { rows[$0] == nil }) {
      throw .refused(.noSuchPiece(unknown))
    }
    guard ReadBackPieces(rows.mapValues(\.sha256)).sha256 == sha256 else {
      throw .refused(.exportedOthers(numbers.inWords))
    }
    let fresh = ReadBackPieces(rows.filter { !$0.value.isExported }.mapValues(\.sha256))
    if !fresh.numbers.isEmpty { try append([.piecesExported(fresh, by: requester)], at: now) }
    // Others have this head from now on.
    rememberHead(at: now)
    return .piecesExported(numbers.inWords)
  }

  /// Whether a program writes to the store in `directory`, as far as the kernel tells.
  package static func isWritten(_ directory: String) -> Bool { FolderLock.isTaken(directory) }

  /// Has this process act as the user whose folder `directory` is, where it is root's: what it makes there is that user's
  /// then.
  package static func becomeOwner(of directory: String) throws(Failure) {
    var facts = stat()
    guard geteuid() == 0, stat(directory, &facts) == 0, facts.st_uid != 0 else { return }
    guard setgroups(0, nil) == 0, setgid(facts.st_gid) == 0, setuid(facts.st_uid) == 0
    else { throw Failure(SystemError(errnoOf: "setuid"), at: directory) }
  }
}

extension Archive {
  /// What is recorded of a piece as to its copies.
  struct Export: Hashable {
    let sha256: String
    let isExported: Bool
  }

  /// The digests of those of `numbers` that are pieces, and which of them are known to be elsewhere.
  func exports(of numbers: [Int]) throws(Failure) -> [Int: Export] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let statement = try database.prepare(
        "SELECT sha256, exported IS NOT NULL FROM evidence WHERE number = ?1")
      var exports: [Int: Export] = [:]
      for number in numbers {
        exports[number] = try statement.first(.integer(number)) { row in
          Export(sha256: row.text(0) ?? "", isExported: row.integer(1) == 1)
        }
      }
      return exports
    }
  }
}

extension Phrase {
  package static func piecesExported(_ numbers: String) -> Phrase {
    Phrase("pieces.exported", "Copies elsewhere were read back: {1}.", numbers)
  }

  static func exportedOthers(_ numbers: String) -> Phrase {
    Phrase(
      "pieces.exported-others",
      "Nothing was recorded: what was read back is not what is stored here as {1}.", numbers)
  }
}
