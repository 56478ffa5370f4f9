import CSQLite
import Core
import Glibc
import Testing

@testable import Evidence

@Suite struct SchemaTests {
  private func database() throws -> Database {
    try Database(opening: ":memory:", SQLITE_OPEN_READWRITE)
  }

  @Test func aStepThatFailsLeavesTheVersionBeforeAll() throws {
    let database = try database()
    #expect(throws: DatabaseError.self) {
      try Schema.migrate(database, through: ["CREATE TABLE a (x)", "CREATE TABLE b (x); NONSENSE"])
    }
    #expect(try database.integer("PRAGMA user_version") == 0)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test func theBootOfAMigrationIsKnown() throws {
    let database = try database()
    try Schema.migrate(database, through: [Schema.migrations[0]])
    try Schema.migrate(database, in: "second")
    #expect(try !Store.knows(.sample(boot: "first"), database))
    #expect(try Store.knows(.sample(boot: "second"), database))
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

  /// A folder whose store has two photos, in the tables of `version`.
  private func oldStore(_ version: Int) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      for text in ["a", "b"] { _ = try store.insert(text) }
      try store.checkpoint()
    }
    let path = Archive.database(in: folder.path)
    do {
      let database = try Database(
        opening: path + "-old", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try Schema.migrate(database, through: Array(Schema.migrations.prefix(version)))
      try database.execute("ATTACH '\(path)' AS new")
      for table in ["records", "boots", "things", "evidence", "settings"] {
        var columns: [String] = []
        try database.prepare("SELECT name FROM pragma_table_info('\(table)', 'main')")
          .run { row in columns.append(row.text(0) ?? "") }
        let list = columns.joined(separator: ", ")
        try database.execute("INSERT INTO main.\(table) (\(list)) SELECT \(list) FROM new.\(table)")
      }
    }
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    rename(path + "-old", path)
    return folder
  }

  @Test(arguments: [1, 2, 3, 4])
  func aStoreOfAnOlderVersionIsReadAsItIs(version: Int) throws {
    let folder = try oldStore(version)
    let archive = try Archive(directory: folder.path)
    #expect(try archive.pieces().map { "\($0.number) \($0.state)" } == ["1 stored", "2 stored"])
    #expect(try archive.pieceCount() == 2 && archive.totals() == ["stored": 2])
    #expect(try archive.things().map(\.label) == ["Unsorted"])
    #expect(try archive.undoStep() != nil)
    #expect(try archive.checklist().next == 3 && archive.requests().isEmpty)
    #expect(try archive.verification(of: folder.path, Trust()).isGood)
    #expect(try archive.database.integer("PRAGMA user_version") == version)
  }

  @Test(arguments: [1, 2, 3, 4])
  func aStoreOfAnOlderVersionIsBroughtUpToDateByItsFirstWriter(version: Int) throws {
    let folder = try oldStore(version)
    var store = try folder.open(at: .sample(20))
    #expect(try store.archive.pieceCount() == 2)
    _ = try store.insert("c", at: .sample(21))
    #expect(try store.archive.checklist().openCount == 0)
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(22))
    #expect(try store.archive.pieceCount() == 2)
    #expect(try store.archive.verification(of: folder.path, Trust()).isGood)
  }
}
