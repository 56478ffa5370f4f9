import CSQLite
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
