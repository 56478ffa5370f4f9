import CSQLite
import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct StatementTests {
  private func database() throws -> Database {
    let database = try Database(opening: ":memory:", SQLITE_OPEN_READWRITE)
    try database.execute("CREATE TABLE t (a PRIMARY KEY NOT NULL)")
    return database
  }

  @Test func aFailureSaysWhatSQLiteSays() throws {
    let database = try database()
    let insert = try database.prepare("INSERT INTO t VALUES (?1)")
    #expect {
      try insert.run(.null)
    } throws: { error in
      (error as? DatabaseError)?.message == "NOT NULL constraint failed: t.a"
    }
    #expect(throws: DatabaseError.self) { _ = try database.prepare("SELEKT 1") }
  }

  @Test func aStatementWorksAgainAfterItFailed() throws {
    let database = try database()
    let insert = try database.prepare("INSERT INTO t VALUES (?1)")
    try insert.run(.integer(1))
    #expect(throws: DatabaseError.self) { try insert.run(.integer(1)) }
    try insert.run(.integer(2))
    #expect(try database.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func valuesComeBackAsTheyWentIn() throws {
    let database = try database()
    let echo = try database.prepare("SELECT ?1, ?2, ?3, ?4")
    var rows = 0
    try echo.run(.integer(.max), .real(0.1), .text("Zoë 🕰️"), .null) { row in
      rows += 1
      #expect(row.integer(0) == .max)
      #expect(row.real(1) == 0.1)
      #expect(row.text(2) == "Zoë 🕰️")
      #expect(row.text(3) == nil && row.integer(3) == nil && row.real(3) == nil)
    }
    #expect(rows == 1)
  }

  @Test func aTransactionThatFailsLeavesNothing() throws {
    let database = try database()
    #expect(throws: DatabaseError.self) {
      try database.transaction { () throws(DatabaseError) in
        try database.execute("INSERT INTO t VALUES (1)")
        try database.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(try database.integer("SELECT count(*) FROM t") == 0)
    try database.transaction { () throws(DatabaseError) in
      try database.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try database.integer("SELECT count(*) FROM t") == 1)
  }
}

@Suite struct DatabaseErrorTests {
  @Test(arguments: [
    (ENOSPC, "store.full"), (EDQUOT, "store.full"), (EROFS, "store.readOnly"),
    (EIO, "store.mediumFailed"), (EACCES, "store.denied"), (EFBIG, "store.failed"),
  ])
  func aFailedCallNamesItsFile(code: Int32, key: String) {
    let failure = Failure(SystemError(call: "write", code: code), at: "/store/a.jpg")
    #expect(failure.phrase.key == key)
    #expect(failure.phrase.english.contains("/store/a.jpg"))
    #expect(failure.cause == SystemError(call: "write", code: code))
  }

  // Result codes by <https://sqlite.org/rescode.html>: the primary one is in the low byte.
  @Test(
    arguments: [
      (13, 0, "store.full"), (8, 0, "store.readOnly"), (5, 0, "store.busy"),
      (11, 0, "store.damaged"), (26, 0, "store.damaged"), (10 | 3 << 8, EIO, "store.mediumFailed"),
      (10 | 3 << 8, ENOSPC, "store.full"), (10 | 2 << 8, 0, "store.mediumFailed"),
      (8 | 1 << 8, 0, "store.log-unread"), (8 | 2 << 8, 0, "store.log-unread"),
      (8 | 3 << 8, 0, "store.cut-off"), (8 | 4 << 8, 0, "store.moved"),
      (8 | 5 << 8, 0, "store.log-unread"), (8 | 6 << 8, 0, "store.readOnly"),
      (14, EACCES, "store.denied"), (14, 0, "store.failed"), (1, 0, "store.failed"),
    ] as [(Int32, Int32, String)])
  func aFailedDatabaseNamesItsFile(code: Int32, systemCode: Int32, key: String) {
    let failure = Failure(
      DatabaseError(path: "/store/x.sqlite", code: code, systemCode: systemCode, message: "why"))
    #expect(failure.phrase.key == key)
    #expect(failure.phrase.english.contains("/store/x.sqlite"))
  }
}
