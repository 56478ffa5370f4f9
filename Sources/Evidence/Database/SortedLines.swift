import Core

/// Lines of text in the order of their places, in a temporary file of SQLite's own: they take no more memory however many
/// there are.
package final class SortedLines {
  private let database: Database
  private let insert, remove, select: Statement

  /// None yet.
  package init() throws(Failure) {
    do throws(DatabaseError) {
      database = try Database(opening: "", Database.forWriting)
      try database.execute(SortedLines.creation)
      insert = try database.prepare("INSERT OR REPLACE INTO lines VALUES (?1, ?2, ?3)")
      remove = try database.prepare("DELETE FROM lines WHERE number = ?1 AND name = ?2")
      select = try database.prepare("SELECT line FROM lines WHERE number = ?1 AND name = ?2")
    } catch {
      throw Failure(error)
    }
  }

  /// Nobody else sees the file, and nothing of it outlives the program: a transaction that never ends costs least.
  private static let creation = """
    PRAGMA journal_mode = OFF; PRAGMA secure_delete = OFF; PRAGMA cache_size = -512;
    CREATE TABLE lines (
      number INTEGER, name TEXT, line TEXT NOT NULL, PRIMARY KEY (number, name)) WITHOUT ROWID;
    BEGIN
    """

  /// Puts `line` at a place, over what was there: places go by number, then by the UTF-8 of their names.
  package func put(_ line: String, at number: Int = 0, _ name: String = "") throws(Failure) {
    try Failure.inReplay { () throws(DatabaseError) in
      try insert.run(.integer(number), .text(name), .text(line))
    }
  }

  /// Takes in `name`, without a line.
  func insert(_ name: String) throws(Failure) { try put("", at: 0, name) }

  /// Whether it has `name`.
  func contains(_ name: String) throws(Failure) -> Bool { try line(at: 0, name) != nil }

  /// The line at a place; nil where there is none.
  package func line(at number: Int = 0, _ name: String = "") throws(Failure) -> String? {
    try Failure.inReplay { () throws(DatabaseError) in
      try select.first(.integer(number), .text(name)) { $0.text(0) ?? "" }
    }
  }

  /// Nothing is at this place any more.
  package func removeLine(at number: Int = 0, _ name: String = "") throws(Failure) {
    try Failure.inReplay { () throws(DatabaseError) in
      try remove.run(.integer(number), .text(name))
    }
  }

  /// Number of lines.
  package func count() throws(Failure) -> Int {
    try Failure.inReplay { () throws(DatabaseError) in
      try database.integer("SELECT count(*) FROM lines")
    }
  }

  /// Lends each line, or each at `number`, to `body`, with its place.
  package func each(
    at number: Int? = nil,
    _ body: (_ number: Int, _ name: String, _ line: String) throws(Failure) -> Void
  ) throws(Failure) {
    let condition = number.map { "WHERE number = \($0)" } ?? ""
    let sql = "SELECT number, name, line FROM lines \(condition) ORDER BY number, name"
    try database.eachRow(sql) { row throws(Failure) in
      try body(row.integer(0) ?? 0, row.text(1) ?? "", row.text(2) ?? "")
    }
  }
}
