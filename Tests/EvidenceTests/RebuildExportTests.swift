import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What exports have of the records that a damaged database lacks.
@Suite final class RebuildExportTests: DamagedStore {
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
      try #require(
        failure { () throws(Failure) in _ = try Rebuild(self.folder.path, from: [from]) })
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
