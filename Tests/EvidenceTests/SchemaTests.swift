import CSQLite
import Core
import Glibc
import Testing

@testable import Evidence

@Suite struct SchemaTests {
  private func database() throws -> Database {
    try Database(opening: ":memory:", SQLITE_OPEN_READWRITE)
  }

  @Test func tablesAreKeptAsTheyAreWritten() throws {
    let database = try database()
    try Schema.migrate(database)
    #expect(try Set(SchemaObject.all(in: database)) == Set(Schema.objects))
    #expect(try SchemaCheck.differences(in: database).isEmpty)
    var texts: [String: String] = [:]
    try database.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
      .run { texts[$0.text(0) ?? ""] = $0.text(1) }
    for object in Schema.objects { #expect(texts[object.name] == object.sql) }
  }

  @Test func whoChangesATableOrASumRaisesTheVersion() {
    let tables = Schema.objects.map(\.sql)
    let sums = Record.Kind.all.flatMap { [$0.name] + $0.statements } + [Sums.dateBoot]
    let digest = Digest.of((tables + sums).joined(separator: "\n"))
    #expect((Schema.version, String(digest.prefix(16))) == (10, "613c3e3f9a0ac4df"))
  }

  @Test(arguments: Record.Kind.all.map(\.name))
  func noSumLooksThroughATable(kind: String) throws {
    let database = try database()
    try Schema.migrate(database)
    var scans: [String] = []
    let kind = try #require(Record.Kind.named(kind))
    for sum in kind.statements + [Sums.dateBoot] {
      try database.prepare("EXPLAIN QUERY PLAN \(sum)").run { row in
        if let step = row.text(3), step.hasPrefix("SCAN") { scans.append(step) }
      }
    }
    // Settings are few, and dropped by a person at once.
    let small = ["SCAN CONSTANT ROW", "SCAN settings", "SCAN told"]
    #expect(scans.filter { !$0.contains("VIRTUAL TABLE") && !small.contains($0) } == [])
  }

  @Test func whatFailsLeavesTheVersionBefore() throws {
    let database = try database()
    for step in OldSchema.migrations.prefix(2) { try database.execute(step) }
    try database.execute(
      """
      PRAGMA user_version = 2;
      INSERT INTO records VALUES (1, 1, 'of.tomorrow', '{}', 'b', 0, NULL, 'unset', 'h', NULL)
      """)
    #expect(throws: DatabaseError.self) { try Schema.migrate(database) }
    #expect(try database.integer("PRAGMA user_version") == 2)
    #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'choices'") == 0)
  }

  @Test func theBootOfAMigrationIsKnown() throws {
    let database = try database()
    try database.execute(OldSchema.migrations[0])
    try Schema.migrate(database, in: "second")
    #expect(try !Store.knows(.sample(boot: "first"), database))
    #expect(try Store.knows(.sample(boot: "second"), database))
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
      for step in OldSchema.migrations.prefix(version) { try database.execute(step) }
      try database.execute(
        "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
      let key = try #require(try DeviceFolder(folder.setup.device).storedKey())
      try FirstVersion.write(
        recordsOf: try Database(opening: path, SQLITE_OPEN_READWRITE), to: database, signedBy: key)
      try database.execute("ATTACH '\(path)' AS new")
      for table in ["boots", "things", "evidence", "settings"] {
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

  @Test func whatRecordsOfTheFirstVersionSayCannotBeRedactedAndThatIsSaid() throws {
    let folder = try oldStore(6)
    var store = try folder.open(at: .sample(20))
    let title = Redaction.Choice.thing(ThingReference("1"), .title)
    do throws(Failure) {
      _ = try store.redaction(title)
      Issue.record("it can be")
    } catch { #expect(error.phrase.key == "redact.whole") }
    let rename = StoreChange.setThing(.title, .text("Omega"), of: nil)
    _ = try store.make(rename, for: .button, at: .sample(21))
    let redaction = try store.redaction(title)
    #expect(redaction.count == 1)
    #expect(
      redaction.remarks.map(\.english) == [
        "Records of the first version have it in themselves, and nothing takes it out of them: 2."
      ])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func aStoreOfAnOlderVersionIsReadAsItIs(version: Int) throws {
    let folder = try oldStore(version)
    let archive = try Archive(directory: folder.path)
    #expect(try archive.pieces().map { "\($0.number) \($0.state)" } == ["1 stored", "2 stored"])
    #expect(try archive.pieceCount() == 2 && archive.totals() == ["stored": 2])
    #expect(try archive.things().map(\.label) == ["Unsorted"])
    #expect(try archive.undoStep() != nil)
    #expect(try archive.checklist().next == 3 && archive.requests().isEmpty)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
    #expect(try archive.database.integer("PRAGMA user_version") == version)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func aStoreOfAnOlderVersionIsBroughtUpToDateByItsFirstWriter(version: Int) throws {
    let folder = try oldStore(version)
    var store = try folder.open(at: .sample(20))
    let switches = "SELECT version || ' ' || kind FROM records WHERE kind = 'format.changed'"
    #expect(try store.rows(switches) == ["2 format.changed"])
    #expect(try store.archive.pieceCount() == 2)
    _ = try store.insert("c", at: .sample(21))
    #expect(try store.archive.checklist().openCount == 0)
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: .sample(22))
    #expect(try store.archive.pieceCount() == 2)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test(arguments: [
    "UPDATE texts SET text = 'other'", "DELETE FROM texts",
    "INSERT INTO texts VALUES (1, 'title', 's', 't')",
  ])
  func textsComeWithTheirRecordsAndStay(change: String) throws {
    let folder = TemporaryFolder()
    let store = try folder.open()
    #expect(throws: DatabaseError.self) { try store.archive.database.execute(change) }
    #expect(try store.rows("SELECT text FROM texts") == ["\"Unsorted\""])
  }
}
