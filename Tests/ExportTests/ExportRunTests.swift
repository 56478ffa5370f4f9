import Core
import Glibc
import System
import Testing

@testable import Evidence
@testable import Export

/// A folder that says it is on another file system.
private final class ApartTarget: ExportTarget {
  let isFolder = true
  let keeping = ExportKeeping.apart
  private let folder: FolderTarget

  init(_ folder: FolderTarget) { self.folder = folder }

  func earlierNames(in name: String) -> [String] { folder.earlierNames(in: name) }
  func earlierByteCount(of name: String) -> Int? { folder.earlierByteCount(of: name) }
  func add(_ entry: ExportEntry) throws(Failure) { try folder.add(entry) }
  func replace(_ entry: ExportEntry) throws(Failure) { try folder.replace(entry) }
  func discard() { folder.discard() }
  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase] {
    try folder.settle(progress)
  }
}

@Suite struct ExportRunTests {
  private let folder = ExportFolder()

  /// An item whose file is in the folder, with `text` in it where its record says something else.
  private func item(
    _ number: Int, changedTo text: String? = nil, byteCount: Int = 0
  ) throws -> Inventory.Item {
    let file = EvidenceFolder.file(number)
    let picture: [UInt8] =
      [0xFF, 0xD8] + Array("picture \(number)".utf8)
      + [UInt8](repeating: 7, count: byteCount) + [0xFF, 0xD9]
    mkdir("\(folder.path)/evidence", 0o700)
    mkdir("\(folder.path)/evidence/000", 0o700)
    let stored = text.map { Array($0.utf8) } ?? picture
    try folder.write(stored, as: file)
    let piece = Piece(
      id: "id-\(number)", number: number, kind: "photo", thing: "Unsorted", title: nil,
      decision: nil, file: file,
      sha256: Digest.of(picture), byteCount: stored.count,
      width: nil, height: nil, planned: nil, actual: nil, taken: nil, captured: nil,
      utcOffset: nil,
      orientation: nil, state: "stored", isLocked: false, adopted: nil,
      record: number)
    return Inventory.Item(piece: piece, thing: 1)
  }

  private func report(
    of items: [Inventory.Item], on medium: any Medium = SystemMedium(), isApart: Bool = true
  ) throws -> ExportReport {
    let plain = try folder.target(on: medium)
    let target: any ExportTarget = isApart ? ApartTarget(plain) : plain
    var report = ExportReport(place: "out", keeping: target.keeping)
    report.pieceCount = items.count
    var run = ExportRun(
      contents: try .sample([]), target: target, report: report, files: try FileList(),
      progress: { _ in })
    do throws(Failure) {
      try run.begin([ExportEntry("proof/head", Array("1:2\n".utf8))])
      for item in items {
        try run.add(item, of: .sample(item), examinedBy: PieceSource.Examiner(folder.path))
      }
      try run.finish([]) { _, _ in ([], []) }
    } catch {
      run.stop(after: error)
    }
    return run.report
  }

  @Test func whatWasReadBackElsewhereIsSafe() throws {
    let report = try report(of: [item(1), item(2)])
    #expect(report.isGood && report.whole == [1, 2] && report.safe == [1, 2])
  }

  /// Longer than what is looked at as its beginning, and than a block.
  @Test(arguments: [(1 << 18) - 13, (1 << 18) - 12, (1 << 20) - 13, 3_000_000])
  func aLongPictureIsCopiedToItsEnd(byteCount: Int) throws {
    #expect(try report(of: [item(1, byteCount: byteCount)]).safe == [1])
    let original = try #require(folder.bytes("out/proof/evidence/000/000001.jpg"))
    let copy = try #require(folder.bytes("out/1 Unsorted/1 photo.jpg"))
    #expect(original.count == byteCount + 13)
    #expect(original == folder.bytes("evidence/000/000001.jpg"))
    let exif = copy.count - original.count
    #expect(exif > 0 && copy[..<2] == original[..<2] && copy[(2 + exif)...] == original[2...])
  }

  /// Room for all but the last manifest; then what was read back before is told once.
  @Test func aPieceIsWholeOnceHoweverTheListsFail() throws {
    let items = [try item(1), try item(2)]
    let contents = try ExportContents.sample(items)
    let lists = [
      try InventoryTable.entry(of: contents, as: "t"), try ContactSheet.entry(of: contents),
    ]
    let start = try ExportManifest.entry(of: .sample([])).byteCount + "1:2\n".utf8.count
    let room = lists.reduce(start) { $0 + $1.byteCount } + 250
    let report = try report(of: items, on: FailingMedium(.full(after: room)))
    #expect(report.failure?.phrase.key == "export.full")
    #expect(report.whole == [1, 2] && report.safe == [1, 2])
  }

  @Test func nothingIsSafeBesideTheStore() throws {
    let report = try report(of: [item(1)], isApart: false)
    #expect(report.isGood && report.whole == [1] && report.safe == [])
  }

  @Test func whatIsNotWhatWasStoredIsNotSafe() throws {
    let report = try report(of: [item(1), item(2, changedTo: "another")])
    #expect(report.problems.map(\.key) == ["export.altered"])
    #expect(report.whole == [1, 2] && report.safe == [1])
  }

  /// The manifest and the head are written before; then come the original and the copy of each piece.
  @Test(arguments: [(3, [2]), (4, [2]), (5, [1]), (7, [1, 2])])
  func whatDoesNotReadBackIsNotSafe(write: Int, safe: [Int]) throws {
    let items = [try item(1), try item(2)]
    let report = try report(of: items, on: FailingMedium(.changesABit(inWrite: writes[write] ?? 0)))
    #expect(!report.isGood && report.safe == safe)
    #expect(report.problems.map(\.key) == ["export.differs"])
  }

  /// Which write has the beginning of the n-th file: a copy is written in two.
  private let writes = [3: 3, 4: 4, 5: 6, 7: 9]

  @Test func whatWasWrittenBeforeAMediumIsFullIsSafe() throws {
    let items = [try item(1), try item(2), try item(3)]
    // Room for the manifest, the head, and one piece and a half.
    let room = try ExportManifest.entry(of: .sample([])).byteCount + 150
    let report = try report(of: items, on: FailingMedium(.full(after: room)))
    #expect(report.failure?.phrase.key == "export.full")
    #expect(report.whole == [1])
    #expect(report.safe == [1])
  }

  /// After the flush of some photo, and after that of the last file, when the names are left.
  @Test(arguments: [5, 10]) func nothingIsSafeOnAMediumThatWasPulled(flushes: Int) throws {
    let report = try report(
      of: [item(1), item(2), item(3)], on: FailingMedium(.gone(afterFlushes: flushes)))
    #expect(report.failure?.phrase.key == "export.gone")
    #expect(report.whole == [] && report.safe == [])
  }

  @Test func whatIsReadBackComesFromTheMedium() throws {
    let medium = FailingMedium(.changesABit(inWrite: 0))
    #expect(try report(of: [item(1)], on: medium).safe == [1])
    #expect(
      medium.forgottenCount == 9,
      "the manifest twice, the list of files twice, the head, the piece's two, table and page")
  }

  @Test func aPieceWithoutItsFileIsLeftOutAndTold() throws {
    let items = [try item(1), try item(2)]
    unlink("\(folder.path)/\(items[0].piece.file)")
    let report = try report(of: items)
    #expect(report.problems.map(\.key) == ["export.unreadable"])
    #expect(report.safe == [2] && !report.isGood)
    let manifest = String(decoding: folder.bytes("out/manifest.json") ?? [], as: UTF8.self)
    #expect(manifest.contains("\"complete\":false"))
  }
}
