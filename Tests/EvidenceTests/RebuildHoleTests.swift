import Core
import Glibc
import System
import Testing

@testable import Evidence

/// A database with a page of records gone: what is behind it, what an export has, and what is told of the rest.
@Suite struct RebuildHoleTests {
  private let folder = TemporaryFolder()

  private static let later: [StoreChange] = [
    .addThing(label: "Watch", .watches), .setThing(.brand, .text("Omega"), of: nil),
    .setThing(.tags, .list(["old", "gold"]), of: nil),
  ]
  private static let last: [StoreChange] = [
    .titlePiece(2, "Front"), .titlePiece(25, "Back"), .decidePieces([24, 25], .confirmed),
    .lockPieces([26], isLocked: true), .deletePieces([27], isForGood: false),
    .addThing(label: "Bag", .bags), .deleteThing(ThingReference("Bag")),
    .useThing(ThingReference("Watch")),
  ]

  /// A store with 20 photos, a watch with 10, and what people say of them last.
  private func fill() throws {
    var store = try folder.open()
    for number in 1...20 { _ = try store.insert("a\(number)", at: .sample(10 + number)) }
    for change in Self.later { _ = try store.make(change, for: .button, at: .sample(40)) }
    for number in 21...30 { _ = try store.insert("a\(number)", at: .sample(30 + number)) }
    for change in Self.last { _ = try store.make(change, for: .button, at: .sample(70)) }
    try store.note([.programStopped(isShutdown: false)], at: .sample(80))
  }

  /// What people see of pieces and things.
  private func view() throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var lines: [String] = []
    let pieces = """
      SELECT number || ' ' || id || ' ' || sha256 || ' ' || (SELECT title FROM things WHERE things.number = thing) || ' '
        || ifnull(title, '-') || ' ' || ifnull(decision, '-') || ' ' || (locked IS NULL) || (deleted IS NULL)
      FROM evidence ORDER BY number
      """
    let things = """
      SELECT number || ' ' || id || ' ' || title || ' ' || category || ' ' || ifnull(brand, '-') || ' ' || tags
        || ' ' || (deleted IS NULL) FROM things ORDER BY number
      """
    let current = "SELECT value FROM settings WHERE name = 'current_thing'"
    for sql in [pieces, things, current] {
      try archive.database.prepare(sql).run { row in lines.append(row.text(0) ?? "") }
    }
    return lines
  }

  /// An export of the store in a folder of its own, up to record `last`.
  private func export(to last: Int = .max) throws -> TemporaryFolder {
    let bundle = TemporaryFolder()
    let archive = try Archive(directory: folder.path)
    var (lines, texts) = ("", "")
    try archive.recordLines(to: last) { lines += "\($0)\n" }
    for text in try archive.texts(to: last) { texts += "\(text.line)\n" }
    try bundle.write(Array(lines.utf8), as: "records.jsonl")
    try bundle.write(Array(texts.utf8), as: "texts.jsonl")
    return bundle
  }

  /// Starts again and looks through all files; says what people hear.
  @discardableResult
  private func start(at seconds: Int = 100) throws -> [String] {
    var store = try folder.open(at: .sample(seconds, boot: "second"))
    #expect(store.resumption == nil)
    let heard = try store.recover(at: .sample(seconds, boot: "second")).map(\.key)
    return try heard + store.settleAll(at: .sample(seconds, boot: "second"))
  }

  private func payloads(_ kind: String) throws -> [String] {
    let archive = try Archive(directory: folder.path)
    var rows: [String] = []
    try archive.database.prepare("SELECT payload FROM records WHERE kind = ?1 ORDER BY sequence")
      .run(.text(kind)) { row in rows.append(row.text(0) ?? "") }
    return rows
  }

  private func head() throws -> Head { try Archive(directory: folder.path).head() }

  private func record(of piece: Int) throws -> Int {
    try number("SELECT record FROM evidence WHERE number = \(piece)")
  }

  private func number(_ sql: String) throws -> Int {
    let archive = try Archive(directory: folder.path)
    return try archive.database.integer(sql)
  }

  private func checkVerification(_ rebuilds: Int = 1) throws {
    let verification = try Verification(ofStoreIn: folder.path, Trust())
    #expect(verification.isGood, "\(verification.faults)")
    #expect(verification.rebuilds.count == rebuilds && verification.resumptions.isEmpty)
    let told = verification.sentences.filter { $0.key == "verify.rebuilt" }
    #expect(told.count == rebuilds)
  }

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
    let holes = try [8, 16, 24].map { try #require(pages.numbers(with: try record(of: $0))) }
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

  @Test func anExportClosesTheHole() throws {
    try fill()
    let (before, head) = (try view(), try head())
    let export = try export()
    let pages = try RecordPages(ofStoreIn: folder.path)
    for record in [9, 17] { pages.zero(with: record) }
    let rebuild = try Rebuild(folder.path, from: [export.path])
    #expect(rebuild.recordCount == head.sequence && rebuild.broughtCount > 0)
    #expect(rebuild.lostNumbers == nil && rebuild.obstacle == nil)
    try start()
    #expect(try payloads("store.rebuilt") == [#"{"head":null,"lost":null}"#])
    #expect(try view() == before)
    try checkVerification(0)
  }

  @Test func anExportThatEndsInTheHoleMakesItSmaller() throws {
    try fill()
    let pages = try RecordPages(ofStoreIn: folder.path)
    let hole = try #require(pages.numbers(with: try record(of: 10)))
    try #require(hole.count > 1)
    // The last record of an export is signed, as each of these is.
    let export = try export(to: hole.lowerBound)
    pages.zero(with: hole.lowerBound)
    let rebuild = try Rebuild(folder.path, from: [export.path])
    #expect(rebuild.recordCount == hole.lowerBound && rebuild.keptCount > 0)
    try start()
    try checkVerification()
  }

  @Test func anExportGoesOnWhereNothingElseDoes() throws {
    try fill()
    let (before, head, export) = (try view(), try head(), try export())
    // The first page is that of the schema: without it there is no database.
    try RecordPages(ofStoreIn: folder.path).zero(page: 1)
    let rebuild = try Rebuild(folder.path, from: [export.path])
    #expect(rebuild.recordCount == head.sequence)
    try start()
    #expect(try view() == before)
    #expect(try Verification(ofStoreIn: folder.path, Trust()).isGood)
  }

  @Test func anExportOfAnotherHistoryDoesNotJoin() throws {
    try fill()
    let pages = try RecordPages(ofStoreIn: folder.path)
    let hole = try #require(pages.numbers(with: try record(of: 10)))
    let copy = folder.records()
    // The same store goes on from before the hole, and otherwise than it did.
    pages.zero(with: hole.lowerBound)
    _ = try Rebuild(folder.path)
    try start()
    let other = try export()
    for name in ["rebuilt", "exhibit.sqlite-wal"] { unlink("\(folder.path)/\(name)") }
    try folder.putBack(["exhibit.sqlite": copy["exhibit.sqlite"] ?? []])
    pages.zero(with: hole.lowerBound)
    let rebuild = try Rebuild(folder.path, from: [other.path])
    #expect(rebuild.recordCount == hole.lowerBound - 1 && rebuild.broughtCount == 0)
  }

  @Test func anExportWithAFlawIsRefusedAndNothingIsChanged() throws {
    try fill()
    let export = try export()
    let lines = String(decoding: try #require(export.read("records.jsonl")), as: UTF8.self)
    try export.write(Array(lines.replacing("bytes", with: "bites").utf8), as: "records.jsonl")
    let failures = try [export.path, folder.path].map { from in
      try #require(failure { () throws(Failure) in _ = try Rebuild(folder.path, from: [from]) })
    }
    #expect(failures.map(\.phrase.key) == ["rebuild.flawed", "rebuild.no-export"])
    #expect(folder.facts("damaged-1.sqlite").st_mode == 0)
  }

  @Test func beforeTheNextStartAnExportStillClosesTheHole() throws {
    try fill()
    let (before, head, export) = (try view(), try head(), try export(to: 20))
    let pages = try RecordPages(ofStoreIn: folder.path)
    let hole = try #require(pages.numbers(with: 12))
    try #require(hole.upperBound < 20)
    pages.zero(with: 12)
    #expect(try Rebuild(folder.path).recordCount < hole.lowerBound)
    #expect(try Rebuild(folder.path, from: [export.path]).recordCount == head.sequence)
    try start()
    #expect(try view() == before)
    try checkVerification(0)
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

  @Test func aVisitBeforeTheNextStartLeavesItToThat() throws {
    try fill()
    let before = try view()
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    let count = try Rebuild(folder.path).recordCount
    var setup = folder.setup
    setup.isVisit = true
    do {
      var store = try Store(setup, at: .sample(90, boot: "second"))
      #expect(store.resumption == nil && store.head.sequence == count)
      try store.note([.configurationChanged(digest: "c0ffee")], at: .sample(91, boot: "second"))
    }
    _ = try Rebuild(folder.path)
    try start()
    #expect(try view() == before)
    try checkVerification()
  }

  @Test(arguments: [true, false])
  func aTextThatIsGoneForGoodComesFromNoExport(isClosed: Bool) throws {
    try fill()
    let titled = try number(
      "SELECT max(record) FROM texts WHERE member = 'title' AND text = '\"Back\"'")
    let export = try export()
    do {
      var store = try folder.open(at: .sample(85))
      let place = Record.TextPlace(record: titled, member: "title")
      try store.append([.textRedacted([place], by: .button)], at: .sample(86))
    }
    let pages = try RecordPages(ofStoreIn: folder.path)
    let hole = try #require(pages.zero(with: 15))
    if !isClosed {
      // All texts, and records that reach into the hole.
      let lines = String(decoding: try #require(export.read("records.jsonl")), as: UTF8.self)
      let some = lines.split(separator: "\n").prefix(hole.lowerBound).joined(separator: "\n")
      try export.write(Array("\(some)\n".utf8), as: "records.jsonl")
    }
    let rebuild = try Rebuild(folder.path, from: [export.path])
    #expect((rebuild.lostNumbers == nil) == isClosed)
    for name in ["rebuilt", "exhibit.sqlite"] {
      let text = String(decoding: try #require(folder.read(name)), as: UTF8.self)
      #expect(!text.contains("\"Back\""), "\(name)")
    }
    try start()
    #expect(try number("SELECT count(*) FROM texts WHERE text = '\"Back\"'") == 0)
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

  @Test func copiesOfWhatWasLostAreNoFork() throws {
    try fill()
    let export = try export()
    try RecordPages(ofStoreIn: folder.path).zero(with: try record(of: 10))
    _ = try Rebuild(folder.path)
    try start()
    let here = try Self.chain(of: folder.path)
    let there = try Self.chain(of: export.path)
    #expect(here.history.parting(from: there.history) == here.rebuilds.first?.lost.first)
    #expect(here.fork(from: there) == nil && there.fork(from: here) == nil)
  }

  private static func chain(of path: String) throws -> ChainCheck {
    var chain = ChainCheck()
    func take(_ next: ChainedRecord) {
      let kind = Record.Kind.named(next.record.kind)
      _ = chain.take(next, kind.flatMap { next.record.said(as: $0, with: [])?.payload })
    }
    if access("\(path)/records.jsonl", F_OK) == 0 {
      let lines = try BundleReader(at: "\(path)/records.jsonl")
      while let next = try lines.next() { take(next) }
    } else {
      let archive = try Archive(directory: path)
      var records = try ReadableRecords(in: archive.database)
      while let next = try records.next() { take(next) }
    }
    return chain
  }
}
