import Core
import Glibc
import System
import Testing

@testable import Evidence

/// A database with a page of records gone: what is behind it, and what is told of the rest.
@Suite final class RebuildHoleTests: DamagedStore {
  @Test func whatIsBehindAHoleComesBack() throws {
    try fill()
    let (before, head) = (try view(), try head())
    let hole = try #require(RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10)))
    let rebuild = try Rebuild(folder.path)
    #expect(rebuild.recordCount == hole.lowerBound - 1)
    #expect(rebuild.keptCount == head.sequence - hole.upperBound)
    #expect(rebuild.lostNumbers == "\(hole.lowerBound)–\(hole.upperBound)")
    #expect(try start().contains("store.rebuilt-returning"))
    #expect(try view() == before)
    let lost = #"[{"first":\#(hole.lowerBound),"last":\#(hole.upperBound)}]"#
    #expect(try payloads("store.rebuilt") == [#"{"head":"\#(head.text)","lost":\#(lost)}"#])
    #expect(try payloads("records.kept").count == 1)
    try checkVerification()
    #expect(folder.facts("rebuilt").st_mode == 0)
    #expect(try !start(at: 120).contains("store.rebuilt-returning"))
    try checkVerification()
  }

  @Test func ofSeveralHolesEachIsNamed() throws {
    try fill()
    let before = try view()
    let pages = try RecordPages(ofStoreIn: folder.path)
    let holes = try [8, 16, 24].map { try #require(pages.numbers(with: try self.record(of: $0))) }
    for hole in holes { pages.zero(with: hole.lowerBound) }
    let rebuild = try Rebuild(folder.path)
    #expect(rebuild.recordCount == holes[0].lowerBound - 1)
    let figures = holes.map { "\($0.lowerBound)–\($0.upperBound)" }
    #expect(rebuild.lostNumbers == figures.joined(separator: ", "))
    try start()
    #expect(try view() == before)
    try checkVerification()
  }

  @Test func aHoleInWhichAThingBeganLeavesItsPhotosToTheCurrentOne() throws {
    try fill()
    let began = try number(
      "SELECT max(sequence) FROM records WHERE kind = 'thing.created' AND sequence < 40")
    try RecordPages(ofStoreIn: folder.path).zero(with: began)
    _ = try Rebuild(folder.path)
    try start()
    let archive = try Archive(directory: folder.path)
    #expect(try number("SELECT count(*) FROM evidence") == 30)
    #expect(try archive.piece(25)?.title == "Back")
    try checkVerification()
  }

  @Test func whereTheEndIsGoneTheDeviceKnowsHowFarItReached() throws {
    try fill()
    let head = try head()
    try RecordPages(ofStoreIn: folder.path).zero(with: .max)
    let rebuild = try Rebuild(folder.path)
    let first = rebuild.recordCount + 1
    #expect(rebuild.lostNumbers == "\(first)–" && rebuild.keptCount == 0)
    #expect(try start().contains("store.rebuilt-lost"))
    let lost = #"[{"first":\#(first),"last":\#(head.sequence)}]"#
    #expect(try payloads("store.rebuilt") == [#"{"head":"\#(head.text)","lost":\#(lost)}"#])
    #expect(try number("SELECT count(*) FROM evidence") == 30)
    try checkVerification()
  }

  @Test(arguments: [false, true])
  func aSecondRebuildForgetsNothingOfTheFirst(hasStarted: Bool) throws {
    try fill()
    let before = try view()
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    if hasStarted { _ = try folder.open(at: .sample(90, boot: "second")) }
    _ = try Rebuild(folder.path)
    try start()
    #expect(try view() == before)
    #expect(try payloads("records.kept").count == 1)
    try checkVerification()
  }

  @Test func aVisitBringsBackWhatTheNextStartWould() throws {
    try fill()
    let before = try view()
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    _ = try KeyRenewal(of: folder.setup, at: .sample(90, boot: "second"))
    #expect(try payloads("store.rebuilt").count == 1)
    #expect(folder.facts("rebuilt").st_mode == 0)
    try start()
    #expect(try view() == before)
    try checkVerification()
  }

  @Test func aVisitThatLooksAtNoFilesLeavesThemToTheNextStart() throws {
    try fill()
    let before = try view()
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    var setup = folder.setup
    setup.isVisit = true
    do {
      var store = try Store(setup, at: .sample(90, boot: "second"))
      #expect(store.resumption == nil)
      try store.note([.configurationChanged(digest: "c0ffee")], at: .sample(91, boot: "second"))
    }
    _ = try Rebuild(folder.path)
    try start()
    #expect(try view() == before)
    #expect(try payloads("store.rebuilt").count == 1)
    try checkVerification()
  }

  @Test func aSettingThatWasKeptIsKeptAgain() throws {
    try fill()
    do {
      var store = try folder.open(at: .sample(85))
      let change = StoreChange.keep(
        [KeptSetting(.cell, "8x16")], news: Phrase("test.kept", "Kept."))
      _ = try store.make(change, for: .button, at: .sample(86))
    }
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    try start()
    let sql = "SELECT count(*) FROM settings WHERE name = 'set.cell' AND value = '8x16'"
    #expect(try number(sql) == 1)
  }

  /// Whatever page is gone, no photo is, and what is left has no flaw but texts that are nowhere.
  @Test(.timeLimit(.minutes(5))) func anyPageMayBeGone() throws {
    try fill()
    let pages = try RecordPages(ofStoreIn: folder.path)
    let whole = folder.records()
    let device = try #require(folder.read("device/store"))
    for page in 1...(whole["exhibit.sqlite"]?.count ?? 0) / RecordPages.byteCount {
      try folder.putBack(["exhibit.sqlite": whole["exhibit.sqlite"] ?? []])
      for name in ["rebuilt", "exhibit.sqlite-wal"] { unlink("\(folder.path)/\(name)") }
      try folder.write(device, as: "device/store")
      pages.zero(page: page)
      let rebuild = try Rebuild(folder.path)
      // Another store begins, for which the device has to forget its own.
      if rebuild.recordCount == 0 { try DeviceFolder("\(folder.path)/device").forgetStore() }
      var store = try folder.open(at: .sample(100 + page, boot: "b\(page)"))
      _ = try store.recover(at: .sample(100 + page, boot: "b\(page)"))
      _ = try store.settleAll(at: .sample(100 + page, boot: "b\(page)"))
      #expect(try number("SELECT count(*) FROM evidence") == 30, "page \(page)")
      let flaws = try Verification(ofStoreIn: folder.path, Trust()).flaws.flatMap(\.kept)
      let hasOthers = flaws.contains { $0.kind != .textGone }
      #expect(!hasOthers && (flaws.isEmpty || rebuild.lostTextCount > 0), "page \(page): \(flaws)")
    }
  }

  @Test func anAbsurdNumberIsNoEndlessSearch() throws {
    try fill()
    let last = try head().sequence
    do {
      let database = try Database(opening: "\(folder.path)/exhibit.sqlite", Database.forWriting)
      try database.execute(
        """
        DROP TRIGGER records_have_no_gap;
        INSERT INTO records SELECT 9223372036854775807, version, kind, payload, boot_id, monotonic,
          wall_time, clock, hash, signature FROM records WHERE sequence = \(last)
        """)
    }
    let pages = try RecordPages(ofStoreIn: folder.path)
    pages.zero(with: last - 10)
    #expect(try Rebuild(folder.path).recordCount < last)
    try start()
    #expect(try number("SELECT count(*) FROM evidence") == 30)
  }
}
