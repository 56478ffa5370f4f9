import CSQLite
import Core

/// A value that goes into a statement.
enum SQLValue {
  case integer(Int)
  case real(Double)
  case text(String)
  case null

  /// The number, or NULL for none.
  static func integer(orNull number: Int?) -> SQLValue { number.map { .integer($0) } ?? .null }
  /// The text, or NULL for none.
  static func text(orNull text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}

/// One prepared statement; its end finalises it.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let path: String

  /// Takes over a prepared statement of the database `path`.
  init(owning handle: OpaquePointer, of path: String) {
    self.handle = handle
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement to its end with `values` for `?1`, `?2` and so on, and lends each row to `body`.
  func run(
    _ values: SQLValue..., each body: (borrowing Row) throws(DatabaseError) -> Void = { _ in }
  ) throws(DatabaseError) {
    try run(values, each: body)
  }

  /// The same with all values in one array.
  func run(
    _ values: [SQLValue], each body: (borrowing Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    defer { sqlite3_reset(handle) }
    try bind(values)
    while try step() { try body(Row(handle)) }
  }

  /// Runs the statement and lends each row to `goesOn`, as long as that says so.
  func runWhile(
    _ goesOn: (borrowing Row) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    defer { sqlite3_reset(handle) }
    while try step(), try goesOn(Row(handle)) {}
  }

  /// Runs the statement with `values` as far as its first row, and lends that to `body`.
  func first<Result>(
    _ values: SQLValue..., row body: (borrowing Row) -> Result
  ) throws(DatabaseError) -> Result? {
    try first(values, row: body)
  }

  /// The same with all values in one array.
  func first<Result>(
    _ values: [SQLValue], row body: (borrowing Row) -> Result
  ) throws(DatabaseError) -> Result? {
    defer { sqlite3_reset(handle) }
    try bind(values)
    return try step() ? body(Row(handle)) : nil
  }

  private func bind(_ values: [SQLValue]) throws(DatabaseError) {
    for (index, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(let text): sqlite_bind_text_copied(handle, index, text, Int32(text.utf8.count))
        case .null: sqlite3_bind_null(handle, index)
        }
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Whether there is a row to look at.
  private func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw error(code) }
    return code == SQLITE_ROW
  }

  private func error(_ code: Int32) -> DatabaseError {
    Database.error(code, sqlite3_db_handle(handle), path)
  }
}

/// The row at which a statement stands, lent while it stands there; NULL reads as nil.
struct Row: ~Copyable {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  func integer(_ column: Int32) -> Int? {
    isNull(column) ? nil : Int(sqlite3_column_int64(statement, column))
  }

  func real(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(statement, column)
  }

  /// All of the text, which may have a zero character in it.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }
}

/// A statement that is prepared when it is first needed, and kept for the next time.
///
/// Preparing costs as much as many runs do, and most statements that may be needed aren't in most starts.
final class LateStatement {
  /// A statement that others can hold.
  final class Prepared {
    let statement: Statement

    fileprivate init(_ sql: String, in database: borrowing Database) throws(DatabaseError) {
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
