import Core
import Testing

@testable import Evidence

@Suite struct ChainTests {
  private let record = WrittenRecord(
    sequence: 2, version: 1, kind: "number.spent",
    payload: CanonicalJSON(.object([("reason", .string("lost")), ("number", .integer(7))])),
    bootID: "b", monotonic: 12, wallTime: nil, clock: "unset")

  /// Made with sha256sum from the bytes that the format describes.
  @Test func aHashIsThatOfTheDocumentedBytes() {
    let envelope = """
      {"boot_id":"b","clock":"unset","kind":"number.spent","monotonic":12,\
      "payload":{"number":7,"reason":"lost"},"sequence":2,"version":1,"wall_time":null}
      """
    #expect(record.envelope.text == envelope)
    let bytes = "exhibit.record.1\n\(Chain.beginning)\n\(envelope)"
    #expect(Chain.hash(of: record, after: Chain.beginning) == Digest.of(bytes))
    #expect(Digest.of("abc").hasPrefix("ba7816bf8f01cfea"))
  }

  @Test func everyRecordFollowsFromTheOneBeforeAndEachTransactionEndsSigned() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("one")
    try store.note([.gap(.sample), .programStopped(isShutdown: false)], at: .sample(20))
    var (records, hashes, signatures): ([WrittenRecord], [String], [String?]) = ([], [], [])
    try store.archive.database.prepare(
      "SELECT \(WrittenRecord.columns), hash, signature FROM records ORDER BY sequence"
    ).run { row in
      records.append(WrittenRecord(row))
      hashes.append(row.text(8) ?? "")
      signatures.append(row.text(9))
    }
    var previous = Chain.beginning
    for (record, hash) in zip(records, hashes) {
      #expect(Chain.hash(of: record, after: previous) == hash)
      previous = hash
    }
    let (key, head) = (store.device, store.head)
    #expect(signatures.map { $0 != nil } == [false, false, true, true, false, true])
    for (hash, signature) in zip(hashes, signatures) {
      guard let signature else { continue }
      #expect(key.verifies(signature, of: Chain.message(of: hash)))
    }
    #expect(head == Head(sequence: 6, hash: previous) && Head(head.text) == head)
  }

  @Test(arguments: ["", "7", "7:", "0:" + Chain.beginning, "x:" + Chain.beginning, "7:abc"])
  func whatIsNoHeadIsNotReadAsOne(text: String) {
    #expect(Head(text) == nil)
  }

  @Test func aNewestRecordThatWasChangedIsSeenAtTheStart() throws {
    let folder = TemporaryFolder()
    do {
      let store = try folder.open()
      try store.archive.database.execute(
        """
        DROP TRIGGER records_do_not_change;
        UPDATE records SET payload = '{"program":"0"}' WHERE kind = 'program.started'
        """)
    }
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.phrase.key == "store.damaged")
  }

  @Test func aRecordOfALaterProgramIsRefusedByName() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      let head = store.head
      let moon = WrittenRecord(
        sequence: head.sequence + 1, version: 1, kind: "moon.risen",
        payload: CanonicalJSON(.object([])), bootID: "b", monotonic: 1, wallTime: nil,
        clock: "unset")
      try store.archive.database.prepare(Ledger.appendRecord)
        .run(moon, Chain.hash(of: moon, after: head.hash), nil)
      try store.checkpoint()
    }
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.kind == .newerStore)
    #expect(failure?.phrase.english.contains("'moon.risen' of version 1") == true)
  }
}
