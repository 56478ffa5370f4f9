import CSQLite
import Core

/// A connection to one SQLite file; its end closes it.
struct Database: ~Copyable {
  let path: String
  private let handle: OpaquePointer

  /// How long to wait for another program's lock.
  ///
  /// The loop stands still meanwhile.
  static let busyMilliseconds: Int32 = 250

  /// Flags of a connection that writes, and makes the file where it is missing; without a name that is temporary.
  static let forWriting = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE

  /// Opens the database `path`, with SQLite's `flags`.
  ///
  /// - Parameters:
  ///   - name: what SQLite is told to open, where that is more than the path: a URI.
  ///   - vfs: name of the VFS (<https://sqlite.org/vfs.html>); nil: the system's.
  init(
    opening path: String, as name: String? = nil, _ flags: Int32, vfs: String? = nil
  ) throws(DatabaseError) {
    Database.takeMemoryPlainly
    var opened: OpaquePointer?
    var code = sqlite3_open_v2(
      name ?? path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
    if code == SQLITE_OK, flags & SQLITE_OPEN_READWRITE != 0 {
      // What goes from a page is written over, also where it only moves to another.
      code = sqlite3_exec(opened, "PRAGMA secure_delete = ON", nil, nil, nil)
    }
    guard let opened, code == SQLITE_OK else {
      let error = Database.error(code, opened, path)
      sqlite3_close_v2(opened)
      throw error
    }
    self.path = path
    handle = opened
    sqlite3_busy_timeout(handle, Database.busyMilliseconds)
    distrust()
  }

  /// Has SQLite take pages one by one, and not count what it takes, before the first database of the process is opened.
  ///
  /// Left alone, it takes twenty pages at once for each table that a statement makes for itself, as some do for each
  /// record, and a lock at each piece of memory.
  private static let takeMemoryPlainly: Void = { _ = sqlite_take_memory_plainly() }()

  /// Has SQLite believe as little as it can of what stands in the file, which anybody may have written.
  private func distrust() {
    sqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
  }

  deinit {
    // Waits for the last statement: their order of release is the compiler's.
    sqlite3_close_v2(handle)
  }

  /// Runs the statements in `sql` and drops their rows.
  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Database.error(code, handle, path) }
  }

  /// Prepares the one statement in `sql`, for as long as the caller keeps it.
  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw Database.error(code, handle, path) }
    guard let prepared else { preconditionFailure("no statement in '\(sql)'") }
    return Statement(owning: prepared, of: path)
  }

  /// The first column of the only row that `sql` gives, as a number.
  func integer(_ sql: String) throws(DatabaseError) -> Int {
    try prepare(sql).first { $0.integer(0) ?? 0 } ?? 0
  }

  /// Runs `body` as one transaction: all of it is durable when this returns, or nothing has changed.
  ///
  /// Blocks in one flush. When `commit` fails nobody knows which of both it is: the log may have all of it.
  func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try begin()
    do throws(DatabaseError) {
      try body()
      try commit()
    } catch {
      // SQLite has rolled back by itself after the worst errors; otherwise this can't fail.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Begins a transaction as its only writer.
  func begin() throws(DatabaseError) { try execute("BEGIN IMMEDIATE") }

  /// Ends a transaction; blocks in one flush.
  func commit() throws(DatabaseError) { try execute("COMMIT") }

  /// Leaves the write-ahead log in its place and size when the last connection closes, so that it
  /// needn't grow again: growing costs each commit one more flush.
  func persistLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Whether the end of the last connection leaves the write-ahead log as it is, instead of copying it into the file.
  ///
  /// SQLite goes by an index of the log, made when it was opened. What a failed flush has lost may read as something
  /// else since, which the index doesn't know.
  func keepLogAtEnd(_ isKept: Bool) {
    sqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept ? 1 : 0)
  }

  /// Has statements give up (`SQLITE_INTERRUPT`) once `patience`, which the caller keeps alive, is over; nil: never.
  func interrupt(after patience: Patience?) {
    guard let patience else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, Patience.steps,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
      }, Unmanaged.passUnretained(patience).toOpaque())
  }

  /// No statement of a reader needs so many of SQLite's steps, whatever its store holds.
  private static let mostSteps: Int32 = 500_000_000

  /// Has each statement give up (`SQLITE_INTERRUPT`) after more steps than any needs: what a file holds may have no end.
  ///
  /// For readers: of a statement that is kept for months all steps count.
  func limitSteps() {
    sqlite3_progress_handler(handle, Database.mostSteps, { _ in 1 }, nil)
  }

  /// Has `log`, which the caller keeps alive, hear of each statement that begins here, those of triggers aside: for
  /// tests that count them.
  func trace(into log: StatementLog) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue().add(sql)
        return 0
      }, Unmanaged.passUnretained(log).toOpaque())
  }

  static func error(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> DatabaseError {
    DatabaseError(
      path: path, code: code, systemCode: handle.map { sqlite3_system_errno($0) } ?? 0,
      message: String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)))
  }
}

/// How long a statement may take.
final class Patience {
  /// It is asked after so many of SQLite's steps, a millisecond or less.
  fileprivate static let steps: Int32 = 5000

  /// Whether that time is over.
  let isOver: () -> Bool

  init(_ isOver: @escaping () -> Bool) {
    self.isOver = isOver
  }
}

/// The statements that a connection has begun.
package final class StatementLog {
  /// Their texts, in their order, those that begin and end a transaction aside.
  package private(set) var statements: [String] = []

  /// None yet.
  package init() {}

  fileprivate func add(_ sql: String) {
    // A trigger's statements are comments here, for they are part of another's.
    let isOwn = !sql.hasPrefix("--") && !sql.hasPrefix("BEGIN") && !sql.hasPrefix("COMMIT")
    if isOwn { statements.append(sql) }
  }
}
