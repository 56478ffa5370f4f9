import Core
import Testing

@testable import Evidence

/// What whoever watches is told of the records: each, in order, and where some are gone that they are.
@Suite struct RecordEventTests {
  /// A store of five records, at least.
  private static func store(in folder: TemporaryFolder) throws -> Store {
    var store = try folder.open()
    for _ in 0..<3 { _ = try store.insert() }
    return store
  }

  private static func told(_ store: borrowing Store, after cursor: Int, atMost count: Int = 65_536)
    throws -> [String]
  {
    try store.archive.events(after: cursor, atMost: count).map(\.reply.json)
  }

  /// Has records of `store` be changed as by somebody with another program.
  private static func unguard(_ store: borrowing Store) throws {
    for trigger in ["records_stay", "records_do_not_change"] {
      try store.archive.database.execute("DROP TRIGGER \(trigger)")
    }
    try store.archive.database.execute("PRAGMA foreign_keys = OFF")
  }

  @Test func eachIsToldAsItIsKept() throws {
    let folder = TemporaryFolder()
    let store = try Self.store(in: folder)
    let told = try Self.told(store, after: 0)
    let latest = try Ledger.head(of: store.archive.database).sequence
    #expect(told.count == latest)
    for (number, text) in zip(1..., told) {
      let event = try #require(JSONParser.value(of: text.utf8))
      #expect(event.member("cursor")?.asNumber == Double(number))
      #expect(event.member("kind")?.asText == "record")
      #expect(event.member("record")?.member("sequence")?.asNumber == Double(number))
    }
    #expect(told[0].contains(#""kind":"store.created""#) && told[0].contains(#""schema":"#))
    #expect(try Self.told(store, after: latest).isEmpty)
    #expect(try Self.told(store, after: latest - 1) == Array(told.suffix(1)))
  }

  @Test func noMoreAreToldThanThereIsRoomFor() throws {
    let folder = TemporaryFolder()
    let store = try Self.store(in: folder)
    let all = try Self.told(store, after: 0)
    #expect(try Self.told(store, after: 0, atMost: 0).isEmpty)
    let room = all[0].utf8.count + all[1].utf8.count + 2 * 64
    #expect(try Self.told(store, after: 0, atMost: room) == Array(all.prefix(2)))
    #expect(try Self.told(store, after: 0, atMost: room - 1) == Array(all.prefix(1)))
  }

  @Test func whatIsGoneIsSaid() throws {
    let folder = TemporaryFolder()
    let store = try Self.store(in: folder)
    try Self.unguard(store)
    try store.archive.database.execute("DELETE FROM records WHERE sequence IN (2, 3)")
    let told = try Self.told(store, after: 0)
    #expect(told[1] == #"{"cursor":3,"kind":"lost","lost":2}"#)
    #expect(told[2].hasPrefix(#"{"cursor":4,"kind":"record""#))
  }

  @Test func whoeverKnowsOfMoreThanThereIsHearsSo() throws {
    let folder = TemporaryFolder()
    let store = try Self.store(in: folder)
    let latest = try Ledger.head(of: store.archive.database).sequence
    #expect(
      try Self.told(store, after: latest + 10)
        == [#"{"cursor":\#(latest),"kind":"lost","lost":null}"#])
  }

  private static let unfit = [
    #"{"a":""# + String(repeating: "x", count: 40_000) + #""}"#, "{no JSON",
  ]

  @Test(arguments: unfit)
  func whatIsTooLongOrNoJSONIsToldWithoutItsPayload(payload: String) throws {
    let folder = TemporaryFolder()
    let store = try Self.store(in: folder)
    try Self.unguard(store)
    try store.archive.database.execute(
      "UPDATE records SET payload = '\(payload)' WHERE sequence = 1")
    let event = try #require(JSONParser.value(of: try Self.told(store, after: 0)[0].utf8))
    #expect(event.member("record")?.member("kind")?.asText == "store.created")
    #expect(event.member("record")?.member("payload") == nil)
  }
}
