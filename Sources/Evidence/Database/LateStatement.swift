/// A statement that is prepared when it is first needed, and kept for the next time.
///
/// Preparing costs as much as many runs do, and most statements that may be needed aren't in most starts.
final class LateStatement {
  /// A statement that others can hold.
  final class Prepared {
    let statement: Statement

    init(_ sql: String, in database: borrowing Database) throws(DatabaseError) {
      statement = try database.prepare(sql)
    }
  }

  private let sql: String
  private var kept: Prepared?

  /// The statement `sql`, which nobody has prepared yet.
  init(_ sql: String) { self.sql = sql }

  /// It, prepared on `database`, which is the same each time.
  func prepared(in database: borrowing Database) throws(DatabaseError) -> Prepared {
    if let kept { return kept }
    let prepared = try Prepared(sql, in: database)
    kept = prepared
    return prepared
  }
}
