import Core
import Glibc
import Imaging
import System
import Testing

@testable import Evidence
@testable import Export

@Suite struct ZipTargetTests {
  private let folder = ExportFolder()
  private let entries = [
    ExportEntry("1 Unsorted/1 photo.jpg", Array("picture".utf8)), ExportEntry("empty", []),
    ExportEntry("manifest.json", Array("{}".utf8)),
  ]

  private func archive(on medium: any Medium = SystemMedium()) throws(Failure) -> [UInt8]? {
    let target = try ZipTarget(
      "\(folder.path)/a.zip", besideStore: folder.path, on: medium)
    do throws(Failure) {
      for entry in entries { try target.add(entry) }
      _ = try target.settle { _ in }
    } catch {
      target.discard()
      throw error
    }
    defer { unlink("\(folder.path)/a.zip") }
    return folder.bytes("a.zip")
  }

  @Test(arguments: 1...9) func aBitThatIsNotWhatItWasIsFoundOut(write: Int) throws {
    let whole = try archive()
    var found: [UInt8]?
    let failure = failure { () throws(Failure) in
      found = try archive(on: FailingMedium(.changesABit(inWrite: write)))
    }
    // A header is written twice, without its checksum and with it.
    #expect(failure?.phrase.key == "export.differs" || found == whole)
    #expect((failure == nil) == [1, 4, 6].contains(write))
    #expect(try Folder.names(in: folder.path) == [])
  }

  @Test func aFullMediumLeavesNothing() throws {
    let failure = failure { () throws(Failure) in
      _ = try archive(on: FailingMedium(.full(after: 100)))
    }
    #expect(failure?.phrase.key == "export.full")
    #expect(try Folder.names(in: folder.path) == [])
  }

  @Test func anArchiveThatIsThereStays() throws {
    try folder.write("mine", as: "a.zip")
    let failure = failure { () throws(Failure) in _ = try archive() }
    #expect(failure?.phrase.key == "export.is-there")
    #expect(folder.bytes("a.zip") == Array("mine".utf8))
  }

  @Test func whatChangesMeanwhileIsNoPartOfAnArchive() throws {
    let target = try ZipTarget(
      "\(folder.path)/a.zip", besideStore: folder.path, on: SystemMedium())
    let entry = ExportEntry("a", .bytes([1, 2, 3]), byteCount: 3, sha256: Digest.of([1, 2, 4]))
    let failure = failure { () throws(Failure) in try target.add(entry) }
    #expect(failure?.phrase.key == "export.changing")
  }
}

@Suite struct TarTargetTests {
  private let folder = ExportFolder()

  private func failure(adding entry: ExportEntry) throws -> Failure? {
    let file = try FileDescriptor(opening: "\(folder.path)/a.tar", O_WRONLY | O_CREAT)
    let target = TarTarget(file.number)
    return ExportTests.failure { () throws(Failure) in try target.add(entry) }
  }

  @Test(arguments: [[1, 2], [1, 2, 3, 4], [1, 2, 4]] as [[UInt8]])
  func whatChangesMeanwhileEndsTheArchive(bytes: [UInt8]) throws {
    let entry = ExportEntry("a", .bytes(bytes), byteCount: 3, sha256: Digest.of([1, 2, 3]))
    // One that is longer than it was has its first bytes in the archive, and those are right.
    let isLonger = bytes.count > 3
    #expect(try failure(adding: entry)?.phrase.key == (isLonger ? nil : "export.changing"))
  }

  @Test func blocksAreFilledUp() throws {
    #expect(try failure(adding: ExportEntry("a", [1, 2, 3])) == nil)
    #expect(folder.bytes("a.tar")?.count == 1024)
  }
}

@Suite struct ExportedExifTests {
  @Test func theDateIsThereOnlyOnSomebodysWord() {
    let time = KnownTime(microseconds: 1_774_626_268_775_000, clock: .told)
    #expect(ExifSegment(of: Inventory.Item.sample(1).piece).time == nil)
    let segment = ExifSegment(of: Inventory.Item.sample(1, at: time).piece)
    #expect(segment.time == ExifSegment.Time("2026:03:27 15:44:28", offset: "+00:00"))
    #expect(segment.orientation == .rightTop && segment.id == "id-1")
    let local = ExifSegment(of: Inventory.Item.sample(1, at: time, east: -12_610).piece)
    #expect(local.time == ExifSegment.Time("2026:03:27 12:13:28", offset: "-03:31"))
  }
}
