import CSQLite
import Core
import Testing

@testable import Evidence

@Suite struct SchemaTests {
  private func database() throws -> Database {
    try Database(opening: ":memory:", SQLITE_OPEN_READWRITE)
  }

  @Test func aStepThatFailsLeavesTheVersionBeforeIt() throws {
    let database = try database()
    #expect(throws: DatabaseError.self) {
      try Schema.migrate(database, through: ["CREATE TABLE a (x)", "CREATE TABLE b (x); NONSENSE"])
    }
    #expect(try database.integer("PRAGMA user_version") == 1)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test func onlyMissingStepsAreTaken() throws {
    let database = try database()
    try Schema.migrate(database, through: ["CREATE TABLE a (x)"])
    try Schema.migrate(database, through: ["CREATE TABLE a (x)", "ALTER TABLE a ADD y"])
    try database.execute("INSERT INTO a (x, y) VALUES (1, 2)")
    #expect(try database.integer("PRAGMA user_version") == 2)
  }

  @Test(arguments: [
    "UPDATE records SET kind = 'other'", "DELETE FROM records",
    "INSERT INTO records VALUES (3, 1, 'k', '{}', 'b', 0, NULL, 'unset', 'h', NULL)",
    "INSERT OR REPLACE INTO records VALUES (1, 1, 'k', '{}', 'b', 0, NULL, 'unset', 'h', NULL)",
  ])
  func recordsAreOnlyEverAppended(change: String) throws {
    let database = try database()
    try Schema.migrate(database)
    let record = "INSERT INTO records VALUES (1, 1, 'k', '{}', 'b', 0, NULL, 'unset', 'h', NULL)"
    try database.execute(record)
    #expect(throws: DatabaseError.self) { try database.execute(change) }
    #expect(try database.integer("SELECT count(*) FROM records WHERE kind = 'k'") == 1)
  }
}
