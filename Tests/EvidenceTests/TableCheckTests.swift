import Core
import Glibc
import Testing

@testable import Evidence

/// What tables say otherwise than the records, in words.
@Suite struct TableCheckTests {
  /// A store with two photos of the second thing, which is titled in its sixth record.
  private func makeStore(in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    _ = try store.make(.addThing(label: "Gold ring", .other), for: .button, at: .sample(11))
    for text in ["a", "b"] { _ = try store.insert(text, at: .sample(store.nextNumber + 12)) }
    return store
  }

  private func flaws(_ folder: TemporaryFolder) throws -> [String] {
    try Verification(ofStoreIn: folder.path).flaws.flatMap { $0.sentences.map(\.english) }
  }

  @Test func aForgedTitleAndAForgedDateAreToldWithTheirRecords() throws {
    let folder = TemporaryFolder()
    let store = try makeStore(in: folder)
    try store.archive.database.execute(
      """
      UPDATE things SET title = 'Rolex' WHERE number = 2;
      UPDATE evidence SET wall_time = 1774622668.0, title = 'Mine' WHERE number = 1
      """)
    #expect(
      try flaws(folder) == [
        "Thing 2 is called 'Rolex' here; the records call it 'Gold ring' (record 4).",
        "Piece 1: 'wall_time' is '1774622668.0' here, and nothing by the records (record 5).",
        "Piece 1 is called 'Mine' here; the records call it nothing (record 5).",
      ])
  }

  @Test func theRecordIsTheOneThatSaidItLast() throws {
    let folder = TemporaryFolder()
    var store = try makeStore(in: folder)
    for title in ["one", "two"] {
      _ = try store.make(.titlePiece(1, title), for: .button, at: .sample(20))
    }
    _ = try store.make(.lockPieces([1], isLocked: true), for: .button, at: .sample(21))
    try store.archive.database.execute("UPDATE evidence SET title = 'three' WHERE number = 1")
    #expect(
      try flaws(folder)
        == ["Piece 1 is called 'three' here; the records call it 'two' (record 8)."])
  }

  @Test func rowsAndObjectsThatAreGoneOrNewAreTold() throws {
    let folder = TemporaryFolder()
    let store = try makeStore(in: folder)
    try store.archive.database.execute(
      """
      PRAGMA foreign_keys = OFF;
      DELETE FROM things WHERE number = 2;
      INSERT INTO settings VALUES ('set.cell', '8x8');
      CREATE TRIGGER quiet AFTER INSERT ON records BEGIN DELETE FROM gaps; END;
      DROP INDEX options_piece
      """)
    #expect(
      try flaws(folder) == [
        "Thing 2 is not in its table; record 4 tells of it.",
        "Row 'set.cell' of 'settings' is in its table, and no record tells of it.",
      ]
        + ["options_piece", "quiet"].map { Phrase.verifySchemaOther($0).english })
  }

  @Test func aTriggerOfSomebodyElseKeepsTheStoreFromBeingWritten() throws {
    let folder = TemporaryFolder()
    try makeStore(in: folder).archive.database.execute(
      "CREATE TRIGGER quiet AFTER INSERT ON records BEGIN DELETE FROM gaps; END")
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.phrase.key == "store.damaged")
  }

  @Test(arguments: ["records", "boots", "evidence", "settings", "gaps"])
  func aViewWithoutEndIsNoTable(table: String) throws {
    let folder = TemporaryFolder()
    try makeStore(in: folder).archive.database.execute(
      """
      PRAGMA foreign_keys = OFF; ALTER TABLE \(table) RENAME TO hidden;
      CREATE VIEW \(table) AS WITH RECURSIVE n AS (SELECT hidden.* FROM hidden
        UNION ALL SELECT hidden.* FROM hidden, n) SELECT * FROM n
      """)
    let failures = [
      failure { () throws(Failure) in _ = try Archive(directory: folder.path).pieces() },
      failure { () throws(Failure) in _ = try Verification(ofStoreIn: folder.path) },
      failure { () throws(Failure) in _ = try folder.open() },
    ]
    for failure in failures {
      let words = failure?.phrase.english ?? ""
      #expect(words.contains("'\(table)' is a view"), "\(words)")
    }
  }

  /// A record that its kind does not fit, though the writer took it: what it says holds nowhere that records are read.
  @Test func whatIsNotBelievedIsBelievedNowhere() throws {
    let folder = TemporaryFolder()
    do {
      var store = try makeStore(in: folder)
      let members: [(String, JSON)] = [("pieces", .array([.integer(1)])), ("title", .string("x"))]
      try store.append([Record(.pieceTitled, members)], at: .sample(20))
    }
    #expect(
      try flaws(folder) == [
        Phrase.verifyRecordMalformed(7).english,
        "Piece 1 is called 'x' here; the records call it nothing (record 5).",
        "Piece 1: 'titled' is '7' here, and nothing by the records (record 5).",
      ])
    #expect(
      failure { () throws(Failure) in
        try Archive.requireTables(ofStoreIn: folder.path)
      }?.phrase.key == "store.tables-other")
    _ = try Rebuild(folder.path)
    #expect(try flaws(folder) == [Phrase.verifyRecordMalformed(7).english])
    try Archive.requireTables(ofStoreIn: folder.path)
  }

  @Test func aReplayWithoutRoomIsNoFullStore() throws {
    let replay = try Replay()
    try replay.archive.database.execute("PRAGMA max_page_count = 1")
    let failure = failure { () throws(Failure) in
      try Failure.inReplay { () throws(DatabaseError) in
        try replay.archive.database.execute(
          "INSERT INTO settings VALUES ('a', hex(zeroblob(100000)))")
      }
    }
    #expect(failure?.phrase.key == "store.replay-full")
  }

  @Test(.timeLimit(.minutes(1))) func aRebuildReadsNoRecordsWithoutEnd() throws {
    let folder = TemporaryFolder()
    try makeStore(in: folder).archive.database.execute(
      """
      PRAGMA foreign_keys = OFF; ALTER TABLE records RENAME TO hidden;
      CREATE VIEW records AS WITH RECURSIVE n AS (SELECT hidden.* FROM hidden
        UNION ALL SELECT hidden.* FROM hidden, n) SELECT * FROM n
      """)
    let rebuild = try Rebuild(folder.path)
    #expect(rebuild.recordCount == 0 && rebuild.obstacle?.key == "rebuild.damaged")
  }

  @Test func whatComputesIsNoColumn() throws {
    let folder = TemporaryFolder()
    try makeStore(in: folder).archive.database.execute(
      """
      PRAGMA foreign_keys = OFF; DROP TABLE gaps;
      CREATE TABLE gaps (record INTEGER PRIMARY KEY, began INTEGER, ended INTEGER, cause TEXT,
        boot_id TEXT, wall_time REAL, clock TEXT AS (hex(zeroblob(1000000))))
      """)
    let failure = failure { () throws(Failure) in _ = try Archive(directory: folder.path) }
    #expect(failure?.phrase.english.contains("'gaps' is not this program's table") == true)
  }

  @Test func aCopyIsReadAndNothingIsWrittenBesideIt() throws {
    let (folder, copy) = (TemporaryFolder(), TemporaryFolder())
    let store = try makeStore(in: folder)
    try store.archive.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for file in ["exhibit.sqlite", EvidenceFolder.file(1), EvidenceFolder.file(2)] {
      try copy.write(try #require(folder.read(file)), as: file)
    }
    #expect(try Verification(ofStoreIn: copy.path).isGood)
    #expect(try Archive(directory: copy.path).pieceCount() == 2)
    #expect(!copy.has("exhibit.sqlite-wal") && !copy.has("exhibit.sqlite-shm"))
  }

  @Test func whatIsToLeaveIsComparedBefore() throws {
    let folder = TemporaryFolder()
    let store = try makeStore(in: folder)
    try Archive.requireTables(ofStoreIn: folder.path)
    try store.archive.database.execute("UPDATE things SET title = 'Rolex' WHERE number = 2")
    let failure = failure { () throws(Failure) in
      try Archive.requireTables(ofStoreIn: folder.path)
    }
    #expect(failure?.phrase.key == "store.tables-other" && failure?.kind == .refused)
    #expect(failure?.phrase.english.contains("Thing 2 is called 'Rolex' here") == true)
  }
}
