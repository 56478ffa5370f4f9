import Core
import Glibc
import System
import Testing

@testable import Evidence
@testable import Export

/// What goes to a stick, and where on it.
@Suite struct StickFoldersTests {
  private let folder = ExportFolder()

  private var mount: String { "\(folder.path)/stick" }

  /// A store in the folder, and a place for a stick.
  private func store() throws -> Store {
    mkdir(mount, 0o700)
    return try folder.store()
  }

  private func copy() throws -> StickReport {
    try folder.exporter().exportNew(toStick: mount)
  }

  /// The folders of exports, and the pieces in each, by its manifest.
  private func folders() throws -> [[Int]] {
    try Folder.names(in: mount).sorted().map { name in
      let text = String(decoding: folder.bytes("stick/\(name)/manifest.json") ?? [], as: UTF8.self)
      return text.split(separator: "\n").filter { $0.hasPrefix("{\"id\"") }.map { line in
        Int(line.drop { $0 != "," }.dropFirst(10).prefix { $0 != "," }) ?? 0
      }
    }
  }

  private func original(_ number: Int, in place: Int) throws -> String {
    let name = try Folder.names(in: mount).sorted()[place]
    return "stick/\(name)/proof/\(EvidenceFolder.file(number))"
  }

  @Test func whatIsNewGetsAFolderOfItsOwnEachTime() throws {
    var store = try store()
    try folder.insert(2, into: &store)
    let first = try copy()
    #expect(first.wholeCount == 2 && first.leftCount == 0 && first.export?.whole == [1, 2])
    try folder.insert(1, into: &store)
    let second = try copy()
    #expect(second.wholeCount == 3 && second.export?.whole == [3])
    #expect(try copy().export == nil)
    #expect(try folders() == [[1, 2], [3]])
  }

  @Test func whatTheStoreHasPurgedSinceStaysListedOnTheStick() throws {
    var store = try store()
    try folder.insert(2, into: &store)
    _ = try copy()
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: folder.moment)
    try folder.insert(1, into: &store)
    _ = try copy()
    #expect(try folders() == [[1, 2], [3]])
  }

  @Test func anExportThatWasCutShortIsGoneOnWith() throws {
    var store = try store()
    try folder.insert(2, into: &store)
    _ = try copy()
    let name = try Folder.names(in: mount)[0]
    let manifest = "stick/\(name)/manifest.json"
    let whole = String(decoding: try #require(folder.bytes(manifest)), as: UTF8.self)
    let empty = whole.split(separator: "\n").filter { !$0.hasPrefix("{\"id\"") }
    try folder.write(empty.joined(separator: "\n"), as: manifest)
    let again = try copy()
    #expect(again.export?.whole == [1, 2] && again.export?.earlierCount == 2)
    #expect(try folders() == [[1, 2]])
  }

  /// It lists nothing, but is of records that the store has no more.
  @Test func anExportOfAnotherHistoryIsNotGoneOnWith() throws {
    var store = try store()
    try folder.insert(1, into: &store)
    _ = try copy()
    let manifest = "stick/\(try Folder.names(in: mount)[0])/manifest.json"
    let whole = String(decoding: try #require(folder.bytes(manifest)), as: UTF8.self)
    let empty = whole.split(separator: "\n").filter { !$0.hasPrefix("{\"id\"") }
    let hash = try folder.exporter().inventory.head.hash
    try folder.write(
      empty.joined(separator: "\n").replacing(hash, with: otherHash), as: manifest)
    #expect(try copy().export?.whole == [1])
    #expect(try folders() == [[], [1]])
  }

  @Test func aFileThatIsNotAllThereIsCopiedAgain() throws {
    var store = try store()
    try folder.insert(3, into: &store)
    _ = try copy()
    try folder.write([0xFF], as: try original(2, in: 0))
    unlink("\(folder.path)/\(try original(3, in: 0))")
    let again = try copy()
    #expect(again.wholeCount == 3 && again.export?.whole == [2, 3])
    #expect(try folders() == [[1, 2, 3], [2, 3]])
  }

  @Test func whatTheStoreDoesNotKnowIsReadBackAndToldAgain() throws {
    var store = try store()
    try folder.insert(2, into: &store)
    _ = try copy()
    // Of the same length, so that only its bytes tell.
    try folder.write([0xFF, 0xD8, 9, 0xFF, 0xD9], as: try original(2, in: 0))
    let again = try copy()
    #expect(Array(again.digests.keys) == [1] && again.export?.whole == [2])
    let digests = try store.archive.exports(of: [1, 2]).mapValues(\.sha256)
    let all = ReadBackPieces(digests)
    _ = try store.make(
      .piecesExported(all.numbers, sha256: all.sha256), for: .button, at: folder.moment)
    #expect(try copy().digests.isEmpty)
  }

  @Test func whateverPeopleCallAFolderAndWhicheverIsGoneTheOthersCount() throws {
    var store = try store()
    for _ in 1...3 {
      try folder.insert(1, into: &store)
      _ = try copy()
    }
    let names = try Folder.names(in: mount).sorted()
    Folder.erase("\(mount)/\(names[1])")
    rename("\(mount)/\(names[0])", "\(mount)/of Tuesday")
    let again = try copy()
    #expect(again.wholeCount == 3 && again.export?.whole == [2])
    #expect(try Folder.names(in: mount).contains(names[2].dropLast() + "4"))
  }

  /// What was read back on this file system and is not there any more somebody has taken off.
  @Test(arguments: [true, false])
  func whatWasTakenOffIsNotCopiedAgainUnlessSomebodyAsksForIt(isAsked: Bool) throws {
    var store = try store()
    try folder.insert(2, into: &store)
    _ = try copy()
    Folder.erase("\(mount)/\(try Folder.names(in: mount)[0])")
    let report = try folder.exporter().exportNew(toStick: mount, known: isAsked ? [] : [1, 2])
    #expect(report.takenOffCount == (isAsked ? 0 : 2) && report.leftCount == 0)
    #expect(report.export?.whole ?? [] == (isAsked ? [1, 2] : []))
  }

  /// Its list is there: nobody has taken that off.
  @Test func whatIsGoneFromAFolderThatIsThereIsCopiedAgain() throws {
    var store = try store()
    try folder.insert(1, into: &store)
    _ = try copy()
    unlink("\(folder.path)/\(try original(1, in: 0))")
    let report = try folder.exporter().exportNew(toStick: mount, known: [1])
    #expect(report.takenOffCount == 0 && report.export?.whole == [1])
  }

  @Test func whatWasReadBackIsKnownByTheFileSystemThatHasIt() throws {
    var store = try store()
    try folder.insert(2, into: &store)
    let digests = try store.archive.exports(of: [1, 2]).mapValues(\.sha256)
    for (medium, numbers) in [("1D2E-3F40", [1]), ("another", [1, 2])] {
      let told = ReadBackPieces(digests.filter { numbers.contains($0.key) })
      let change = StoreChange.piecesExported(told.numbers, sha256: told.sha256, medium: medium)
      for _ in 1...2 { _ = try store.make(change, for: .button, at: folder.moment) }
      #expect(try store.archive.numbers(readBackOn: medium) == Set(numbers))
    }
    let count = try store.archive.database.integer(
      "SELECT count(*) FROM records WHERE kind = 'piece.exported'")
    #expect(count == 2, "what is known already is no record")
  }

  @Test func theExportOfAnotherStoreIsNoPartOfIt() throws {
    var store = try store()
    try folder.insert(1, into: &store)
    _ = try copy()
    let name = try Folder.names(in: mount)[0]
    let other = "{\"format\":\"exhibit.export.1\",\"store\":\"other\",\n"
    try folder.write(other, as: "stick/\(name)/manifest.json")
    #expect(try copy().wholeCount == 1)
    #expect(try Folder.names(in: mount).count == 2)
    #expect(folder.bytes("stick/\(name)/manifest.json") == Array(other.utf8))
  }
}
