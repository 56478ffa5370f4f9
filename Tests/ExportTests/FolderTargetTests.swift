import Core
import Glibc
import System
import Testing

@testable import Evidence
@testable import Export

/// A folder of its own for each test; its end removes it.
final class ExportFolder {
  let path: String

  init() {
    var template = Array("/tmp/exhibit-export-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Folder.erase(path) }

  /// The bytes of `name`; nil where there is no such file.
  func bytes(_ name: String) -> [UInt8]? {
    // Nothing there is what the caller asks.
    (try? File.bytes(at: "\(path)/\(name)", limit: 1 << 22)) ?? nil
  }

  /// Writes `text` as the file `name`.
  func write(_ text: String, as name: String) throws {
    let file = try FileDescriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC)
    try file.write(text)
  }

  /// Writes `bytes` as the file `name`.
  func write(_ bytes: [UInt8], as name: String) throws {
    let file = try FileDescriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC)
    try SystemMedium().writeAll(bytes, to: file)
  }

  /// An export into its subfolder `out`.
  func target(on medium: any Medium = SystemMedium()) throws(Failure) -> FolderTarget {
    let isNew = try FolderTarget.make("\(path)/out", on: medium)
    return try FolderTarget("\(path)/out", isNew: isNew, besideStore: path, on: medium) {
      $0.starts(with: [1])
    }
  }
}

@Suite struct FolderTargetTests {
  private let folder = ExportFolder()
  private let entry = ExportEntry("1 Unsorted/1 photo.jpg", Array("picture".utf8))
  private let manifest = ExportEntry(ExportManifest.file, [1])

  private func settled(_ target: FolderTarget) throws -> [String] {
    try target.settle { _ in }.keys.sorted()
  }

  @Test func whatIsAddedIsThereUnderItsNameAlone() throws {
    let target = try folder.target()
    try target.add(entry)
    #expect(try settled(target) == [])
    #expect(folder.bytes("out/1 Unsorted/1 photo.jpg") == Array("picture".utf8))
    #expect(try Folder.names(in: "\(folder.path)/out") == ["1 Unsorted"])
  }

  @Test func whatIsWholeIsNotWrittenAgain() throws {
    let first = try folder.target()
    try first.replace(manifest)
    try first.add(entry)
    #expect(try settled(first) == [])
    let again = try folder.target(on: FailingMedium(.full(after: 0)))
    try again.add(entry)
    #expect(try settled(again) == [])
  }

  @Test func whatWasThereAndIsAnotherIsMended() throws {
    let first = try folder.target()
    try first.replace(manifest)
    try first.add(entry)
    #expect(try settled(first) == [])
    try folder.write("PICTURE", as: "out/1 Unsorted/1 photo.jpg")
    let again = try folder.target()
    try again.add(entry)
    #expect(try settled(again) == [])
    #expect(folder.bytes("out/1 Unsorted/1 photo.jpg") == Array("picture".utf8))
  }

  /// An original that is there, as it was written before, and one that is to come.
  private func originals(_ there: String, _ next: String) throws -> ExportEntry {
    var (old, new) = (
      ExportEntry("proof/evidence/000/000001.jpg", Array(there.utf8)),
      ExportEntry("proof/evidence/000/000001.jpg", Array(next.utf8))
    )
    (old.isOriginal, new.isOriginal) = (true, true)
    let first = try folder.target()
    try first.replace(manifest)
    try first.add(old)
    #expect(try settled(first) == [])
    return new
  }

  @Test(arguments: ["PICTURE", "pic", "another picture", "pictur3"])
  func anotherOriginalIsNeverWrittenOver(next: String) throws {
    let new = try originals("picture", next)
    let again = try folder.target()
    try again.add(new)
    let flaws = try again.settle { _ in }
    #expect(flaws.mapValues(\.key) == [new.name: "export.keeps-another"])
    #expect(folder.bytes("out/\(new.name)") == Array("picture".utf8))
  }

  @Test func anOriginalThatWasCutShortIsMended() throws {
    let new = try originals("pict", "picture")
    let again = try folder.target()
    try again.add(new)
    #expect(try settled(again) == [])
    #expect(folder.bytes("out/\(new.name)") == Array("picture".utf8))
  }

  @Test func aMediumThatChangesABitIsFoundOut() throws {
    let target = try folder.target(on: FailingMedium(.changesABit(inWrite: 1)))
    try target.add(entry)
    #expect(try settled(target) == [entry.name])
  }

  @Test func aFullMediumLeavesNoPartUnderTheName() throws {
    let target = try folder.target(on: FailingMedium(.full(after: 3)))
    let failure = failure { () throws(Failure) in try target.add(entry) }
    #expect(failure?.phrase.key == "export.full")
    #expect(folder.bytes("out/1 Unsorted/1 photo.jpg") == nil)
    target.discard()
    #expect(try Folder.names(in: "\(folder.path)/out") == ["1 Unsorted"])
  }

  @Test func aFlushThatFailsLeavesNoFileUnderTheName() throws {
    let target = try folder.target(on: FailingMedium(.gone(afterFlushes: 0)))
    try target.add(entry)
    let failure = failure { () throws(Failure) in _ = try target.settle { _ in } }
    #expect(failure?.phrase.key == "export.gone")
    #expect(folder.bytes("out/1 Unsorted/1 photo.jpg") == nil)
  }

  @Test func anExportThatWasCutShortAtItsFirstFilesIsGoneOnWith() throws {
    let first = try folder.target()
    try first.replace(manifest)
    try first.add(entry)
    let again = try folder.target()
    try again.add(entry)
    #expect(try settled(again) == [])
  }

  @Test(arguments: ["other.txt", ExportManifest.file])
  func aFolderWithSomebodysFilesIsRefused(name: String) throws {
    mkdir("\(folder.path)/out", 0o700)
    try folder.write("mine", as: "out/\(name)")
    let failure = failure { () throws(Failure) in _ = try folder.target() }
    let isManifest = name == ExportManifest.file
    #expect(failure?.phrase.key == (isManifest ? "export.of-another" : "export.not-empty"))
  }

  @Test func aLinkInPlaceOfAFolderIsNotFollowed() throws {
    let target = try folder.target()
    mkdir("\(folder.path)/elsewhere", 0o700)
    symlink("\(folder.path)/elsewhere", "\(folder.path)/out/1 Unsorted")
    let failure = failure { () throws(Failure) in try target.add(entry) }
    #expect(failure?.phrase.key == "export.no-folder")
    #expect(try Folder.names(in: "\(folder.path)/elsewhere") == [])
  }

  @Test func foldersAreForWhomTheUserLetsAtThem() throws {
    let mask = umask(0)
    umask(mask)
    let target = try folder.target()
    try target.add(entry)
    for place in ["out", "out/1 Unsorted"] {
      var facts = stat()
      #expect(
        stat("\(folder.path)/\(place)", &facts) == 0 && facts.st_mode & 0o777 == 0o777 & ~mask)
    }
  }

  @Test func anEmptyFolderOfSomebodyStays() throws {
    mkdir("\(folder.path)/out", 0o700)
    try folder.target().discard()
    #expect(access("\(folder.path)/out", F_OK) == 0)
    rmdir("\(folder.path)/out")
    try folder.target().discard()
    #expect(access("\(folder.path)/out", F_OK) != 0)
  }
}

/// The failure of `body`, or nothing if it has none.
func failure(of body: () throws(Failure) -> Void) -> Failure? {
  do throws(Failure) { try body() } catch { return error }
  return nil
}
