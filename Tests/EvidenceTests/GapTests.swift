import Core
import Testing

@testable import Evidence

@Suite struct GapTests {
  @Test func aGapIsARecordAndARow() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let end = Moment.sample(9, boot: "second", wall: .synchronised(1_774_622_668_000_000))
    try store.note([.gap(.sample)], at: end)
    let payload = "SELECT payload FROM records WHERE kind = 'capture.gap'"
    #expect(
      try store.rows(payload) == [#"{"cause":"stall","from":3000000000,"to":9000000000}"#])
    let row = "SELECT began || ' ' || ended || ' ' || cause || ' ' || boot_id FROM gaps"
    #expect(try store.rows(row) == ["3000000000 9000000000 stall second"])
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
