import Core
import System
import Testing

@testable import Evidence
@testable import Export

/// Files that get their names when they are on the medium.
@Suite struct UnfinishedFilesTests {
  private let folder = ExportFolder()

  private var names: [String] {
    ((try? Folder.names(in: folder.path)) ?? []).sorted()
  }

  private func entry(_ name: String) -> ExportEntry { ExportEntry(name, Array("bytes".utf8)) }

  @Test func aFileHasItsNameWhenItIsFlushed() throws {
    let files = UnfinishedFiles(in: folder.path, on: SystemMedium())
    try files.write(entry("a"))
    #expect(names == [".exhibit-unfinished-0"])
    try files.finish()
    #expect(names == ["a"] && folder.bytes("a") == Array("bytes".utf8))
  }

  @Test func aFileThatCannotBeFlushedHasNoNameAndThoseBehindItMayHave() throws {
    let files = UnfinishedFiles(in: folder.path, on: FailingMedium(.failsFlush(2)))
    for name in ["a", "b", "c"] { try files.write(entry(name)) }
    #expect(throws: Failure.self) { try files.finish() }
    // Under no name that another has still.
    try files.write(entry("d"))
    try files.finish()
    #expect(names == [".exhibit-unfinished-1", "a", "c", "d"])
    files.discard()
    #expect(names == ["a", "c", "d"])
  }

  @Test func noMoreThanSixtyFourWaitForTheirFlush() throws {
    let files = UnfinishedFiles(in: folder.path, on: SystemMedium())
    for number in 0..<64 { try files.write(entry("file \(number)")) }
    #expect(names.count == 64 && !names.contains { $0.hasPrefix(UnfinishedFiles.prefix) })
  }

  @Test func noMoreThanThirtyTwoMegabytesWaitForTheirFlush() throws {
    let files = UnfinishedFiles(in: folder.path, on: SystemMedium())
    let large = [UInt8](repeating: 7, count: 16 << 20)
    try files.write(ExportEntry("a", large))
    #expect(names == [".exhibit-unfinished-0"])
    try files.write(ExportEntry("b", large))
    #expect(names == ["a", "b"])
  }

  @Test func whatAnExportThatWasCutShortHasLeftGoes() throws {
    try UnfinishedFiles(in: folder.path, on: SystemMedium()).write(entry("a"))
    try UnfinishedFiles(in: folder.path, on: SystemMedium()).write(entry("b"))
    UnfinishedFiles(in: folder.path, on: SystemMedium()).discard()
    #expect(names == [])
  }
}
