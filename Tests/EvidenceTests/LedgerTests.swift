import Core
import Testing

@testable import Evidence

@Suite struct LedgerTests {
  /// All rows of the tables that the records account for, as text.
  private func dump(_ database: borrowing Database) throws -> [String] {
    var lines: [String] = []
    for table in ["boots", "things", "evidence", "settings", "gaps"] {
      var columns: [String] = []
      try database.prepare("SELECT name FROM pragma_table_info('\(table)')")
        .run { row in columns.append("quote(\(row.text(0) ?? ""))") }
      let list = columns.joined(separator: " || '|' || ")
      try database.prepare("SELECT \(list) FROM \(table) ORDER BY 1")
        .run { row in lines.append(table + ": " + (row.text(0) ?? "")) }
    }
    return lines
  }

  /// Empties the tables that the records account for, and fills them again from the records.
  private func rebuild(_ database: borrowing Database) throws {
    let ledger = try Ledger(on: database)
    try database.execute(
      """
      DELETE FROM evidence; DELETE FROM things; DELETE FROM settings; DELETE FROM boots;
      DELETE FROM gaps
      """)
    try database.prepare("SELECT sequence, kind FROM records ORDER BY sequence")
      .run { row throws(DatabaseError) in
        let kind = row.text(1).flatMap { Record.Kind(rawValue: $0) }
        if let kind { try ledger.apply(kind, row.integer(0) ?? 0) }
      }
  }

  @Test func theTablesCanBeMadeAgainFromTheRecords() throws {
    let folder = TemporaryFolder()
    try folder.write(picture("orphan"), as: "evidence/000/000003.jpg")
    do {
      var store = try folder.open()
      _ = try store.insert("a")
    }
    var store = try folder.open(at: .sample(1, boot: "second"))
    let told = Moment.sample(2, boot: "second", wall: .told(1_774_622_668_250_000))
    _ = try store.insert("b", at: told)
    try store.note([.gap(.sample)], at: told)
    let before = try dump(store.archive.database)
    try store.archive.database.execute(
      """
      UPDATE evidence SET sha256 = 'wrong'; UPDATE things SET title = 'x'; DELETE FROM settings;
      UPDATE gaps SET cause = 'none'
      """)
    try rebuild(store.archive.database)
    #expect(try dump(store.archive.database) == before)
    #expect(before.count == 2 + 1 + 3 + 1 + 1)
  }

  @Test func aRecordSaysWhatTheCameraDidNot() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    var photo = PhotoFacts.sample(orientation: .leftBottom)
    photo.hasInsertedTables = true
    photo.isUnderVoltage = false
    _ = try store.insert(picture(), of: photo)
    let data = try store.archive.database.prepare("SELECT data FROM evidence").first { $0.text(0) }
    #expect(
      data == """
        {"format":"YUYV","sequence":7,"tables_inserted":true,\
        "under_voltage":false,"orientation":8}
        """)
  }
}
