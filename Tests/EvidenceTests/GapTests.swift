import CSQLite
import Core
import Testing

@testable import Evidence

@Suite struct GapTests {
  private func rows(in store: borrowing Store, _ sql: String) throws -> [String] {
    var rows: [String] = []
    try store.archive.database.prepare(sql).run { row in rows.append(row.text(0) ?? "") }
    return rows
  }

  @Test func aGapIsARecordAndARow() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let end = Moment.sample(9, boot: "second", wall: .synchronised(1_774_622_668_000_000))
    try store.note([.gap(.sample)], at: end)
    let payload = "SELECT payload FROM records WHERE kind = 'capture.gap'"
    #expect(
      try rows(in: store, payload) == [#"{"from":3000000000,"to":9000000000,"cause":"stall"}"#])
    let row = "SELECT began || ' ' || ended || ' ' || cause || ' ' || boot_id FROM gaps"
    #expect(try rows(in: store, row) == ["3000000000 9000000000 stall second"])
  }

  @Test func aStoreOfTheFirstVersionLearnsOfGaps() throws {
    let database = try Database(opening: ":memory:", SQLITE_OPEN_READWRITE)
    try Schema.migrate(database, through: Array(Schema.migrations.prefix(1)))
    try database.execute("INSERT INTO boots (boot_id) VALUES ('first')")
    try Schema.migrate(database)
    #expect(try database.integer("SELECT count(*) FROM gaps") == 0)
    #expect(try database.integer("SELECT count(*) FROM boots") == 1)
  }

  @Test func gapsCountForTheHousekeeping() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    for _ in 0..<Store.checkpointAfter { try store.note([.gap(.sample)], at: .sample()) }
    let isDue = store.isCheckpointDue
    #expect(isDue)
  }
}

extension Gap {
  /// A gap of six seconds.
  static let sample = Gap(from: .zero + .seconds(3), to: .zero + .seconds(9), cause: .stall)
}
