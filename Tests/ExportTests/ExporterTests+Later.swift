import Core
import Glibc
import System
import Testing

@testable import Evidence
@testable import Export

/// Exports into a folder that has one already.
extension ExporterTests {
  @Test func anExportOfTheSameHistoryIsGoneOnWith() throws {
    var store = try folder.store()
    try folder.insert(2, into: &store)
    #expect(try export().isGood)
    try folder.insert(1, into: &store)
    let report = try export()
    #expect(report.isGood && report.notes.isEmpty && report.earlierCount == 2)
    #expect(report.place == "\(folder.path)/out" && report.whole == [1, 2, 3])
  }

  /// What has the size and the times that it had is not read: another picture of them is not noticed.
  @Test func aSecondExportReadsNoPictureOfTheFirst() throws {
    do {
      var store = try folder.store()
      try folder.insert(2, into: &store)
    }
    let (place, file) = ("\(folder.path)/out", EvidenceFolder.file(1))
    _ = try export(to: place, isRecorded: true)
    try folder.write([0xFF, 0xD8, 77, 0xFF, 0xD9], as: "store/\(file)")
    let spoilt = try export(to: place, isRecorded: true)
    #expect(spoilt.problems.map(\.key) == ["export.kept-better"] && spoilt.earlierCount == 2)
    // Since that export's list it has not changed.
    let report = try export(to: place, isRecorded: true)
    #expect(report.isGood && report.whole == [1, 2] && report.earlierCount == 2)
    #expect(report.safeDigests == [:])
    #expect(try verification(in: place).isGood)
    let copy = "out/1 Unsorted/2 photo.jpg"
    try folder.write([0xFF, 0xD8, 9, 0xFF, 0xD9], as: copy)
    #expect(try export(to: place, isRecorded: true).isGood)
    #expect(try verification(in: place).isGood)
  }

  /// It has a date that was right, or its thing a title that may be told, when it was made.
  @Test(arguments: ["1 Unsorted/2 photo 2026-03-27 15.44.28", "1 Secret/2 photo"])
  func aCopyThatIsCalledOtherwiseIsRenamed(earlier: String) throws {
    var store = try folder.store()
    try folder.insert(2, into: &store)
    let out = "\(folder.path)/out"
    #expect(try export().isGood)
    mkdir("\(out)/1 Secret", 0o700)
    #expect(rename("\(out)/1 Unsorted/2 photo.jpg", "\(out)/\(earlier).jpg") == 0)
    #expect(try export().isGood)
    #expect(
      try Folder.names(in: "\(out)/1 Unsorted").sorted() == ["1 photo.jpg", "2 photo.jpg"])
    #expect(try Folder.names(in: out).contains("1 Secret") == (earlier.hasPrefix("1 U")))
    let verification = try verification(in: out)
    #expect(verification.isGood && verification.export.added.isEmpty)
  }

  @Test func anExportOfAnotherHistoryStaysAsItIs() throws {
    var store = try folder.store()
    try folder.insert(2, into: &store)
    _ = try export()
    try change("out/manifest.json", folder.exporter().inventory.head.hash, to: otherHash)
    let before = try #require(folder.bytes("out/manifest.json"))
    for _ in 0..<2 {
      let report = try export()
      #expect(report.place == "\(folder.path)/out-2" && report.whole == [1, 2])
      #expect(report.isGood && report.notes.map(\.key) == ["export.other-history"])
    }
    #expect(folder.bytes("out/manifest.json") == before)
  }

  @Test func aTableThatIsNotAsItWasWrittenStays() throws {
    var store = try folder.store()
    try folder.insert(1, into: &store)
    _ = try export()
    try folder.write("mine", as: "out/inventory.csv")
    for count in 2...3 {
      try folder.insert(1, into: &store)
      let report = try export()
      #expect(report.isGood && report.notes.map(\.key) == ["export.table-beside"])
      #expect(folder.bytes("out/inventory.csv") == Array("mine".utf8))
      let table = String(decoding: folder.bytes("out/inventory-2.csv") ?? [], as: UTF8.self)
      #expect(table.contains("Unsorted,other,\(count),"))
    }
  }

  @Test func whatTheStoreHasSpoiltIsKeptAsItWas() throws {
    var store = try folder.store()
    try folder.insert(2, into: &store)
    _ = try export()
    let file = EvidenceFolder.file(2)
    let stored = try #require(folder.bytes("store/\(file)"))
    try folder.write([0xFF, 0xD8, 7, 0xFF, 0xD9], as: "store/\(file)")
    let report = try export()
    #expect(report.problems.map(\.key) == ["export.kept-better"] && report.whole == [1, 2])
    #expect(folder.bytes("out/proof/\(file)") == stored)
  }

  /// A database that was made anew, before and after the start that records what it has lost.
  @Test func whatIsLostAndNotToldYetLeavesAnExportIncomplete() throws {
    func insert() throws -> Head {
      var store = try folder.store()
      try folder.insert(2, into: &store)
      return store.head
    }
    let next = try insert().sequence + 1
    let lost = #"{"first":\#(next),"last":\#(next + 4)}"#
    let mark = #"{"head":null,"kept":null,"lost":[\#(lost)],"mark":"rebuilt"}"# + "\n"
    try folder.write(mark, as: "store/rebuilt")
    let early = try export()
    #expect(early.problems.map(\.key) == ["export.loss-untold"] && early.whole == [1, 2])
    func isComplete() -> Bool {
      let text = String(decoding: folder.bytes("out/manifest.json") ?? [], as: UTF8.self)
      return text.contains(#""complete":true"#)
    }
    #expect(!isComplete())
    _ = try folder.store()
    #expect(try export().isGood && isComplete())
  }
}
