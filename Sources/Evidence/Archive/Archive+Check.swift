import CSQLite
import Core

/// What a look through the whole database comes to.
package enum DatabaseCheck: Hashable, Sendable {
  /// Its structure is sound.
  case whole
  /// SQLite's words for the first fault in it.
  case damaged(String)
  /// The time was over before the end.
  case unfinished
}

extension Archive {
  /// Looks through the whole database (`PRAGMA quick_check`), which takes as long as reading it.
  ///
  /// - Parameter isOver: asked often; once it says so the check is given up. SQLite before 3.41 asks only after the
  ///   first half of its work.
  package func check(until isOver: @escaping () -> Bool) throws(Failure) -> DatabaseCheck {
    do throws(DatabaseError) {
      let patience = Patience(isOver)
      database.interrupt(after: patience)
      defer { withExtendedLifetime(patience) { database.interrupt(after: nil) } }
      let words = try database.prepare("PRAGMA quick_check(1)").first { $0.text(0) ?? "" }
      return words == "ok" ? .whole : .damaged(words ?? "")
    } catch {
      switch error.code & 0xFF {
      case SQLITE_INTERRUPT: return .unfinished
      case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(error.message)
      default: throw Failure(error)
      }
    }
  }

  /// Size of the database's file in bytes.
  package func byteCount() throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size")
    }
  }
}
