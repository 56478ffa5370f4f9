import Core
import Evidence
import Glibc
import System
import Testing

@testable import Tools

/// The advice that errors print, taken as it is printed.
@Suite final class StoreCommandTests {
  private let path: String

  init() throws {
    var template = Array("/tmp/exhibit-advice-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    mkdir(store, 0o750)
  }

  deinit { Folder.erase(path) }

  private var store: String { "\(path)/store" }
  private var device: String { "\(path)/device" }

  private func open(_ boot: String) throws(Failure) -> Store {
    var setup = StoreSetup(
      directory: store, device: device, program: ProgramFacts(version: "9.9"))
    setup.check = { $0.count >= 3 ? PictureSize(width: 8, height: 8) : nil }
    return try Store(setup, at: moment(boot))
  }

  private func moment(_ boot: String) -> Moment {
    Moment(bootID: boot, instant: .zero + .seconds(10), wall: .unset)
  }

  /// Three photos, stored and closed.
  private func fill() throws {
    var opened = try open("first")
    for text in ["one", "two", "three"] {
      let moment = moment("first")
      let series = Series(origin: moment.instant, countdown: .zero, interval: .zero, count: 1)
      let frame = Frame(sequence: 1, byteCount: 4, stamped: moment.instant)
      let shot = Shot(id: 1, series: series, index: 0, frame: frame)
      let facts = PhotoFacts(of: shot, taken: moment, width: 8, height: 8, format: "MJPG")
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: text.utf8)
      let photo = try opened.write(
        jpeg: UnsafeRawBufferPointer(bytes), of: facts, at: moment)
      _ = try opened.insert(photo, at: moment)
    }
    try opened.checkpoint()
  }

  /// The sentence of opening the store; nil where that works.
  private func trouble(_ boot: String) -> Phrase? {
    do throws(Failure) { _ = try open(boot) } catch { return error.phrase }
    return nil
  }

  /// Runs the command that `advice` has between quotation marks.
  private func follow(_ advice: Phrase) throws {
    let command = try #require(
      advice.english.split(separator: "'").first { $0.hasPrefix("exhibit ") })
    try run(command.split(separator: " ").dropFirst().map(String.init))
  }

  private func run(_ arguments: [String]) throws {
    var command = try Tools.parseAsRoot(arguments)
    try command.run()
  }

  /// The pieces after a start that has found out everything.
  private func piecesAfterStart() throws -> [Piece] {
    var opened = try open("second")
    _ = try opened.recover(at: moment("second"))
    while opened.isSurveyDue {
      try opened.survey(entries: 100)
      if opened.hasFindings { _ = try opened.settle(at: moment("second")) }
    }
    return try opened.archive.pieces()
  }

  @Test(arguments: [4096, 16_384, 100])
  func theAdviceOnADamagedDatabaseBringsAllPiecesBack(offset: Int) throws {
    try fill()
    let file = try FileDescriptor(opening: "\(store)/exhibit.sqlite", O_RDWR)
    try #require(lseek(file.number, off_t(offset), SEEK_SET) == off_t(offset))
    try file.write(String(repeating: "U", count: 4096))
    // The log has what a checkpoint has copied, and would hide the damage.
    for suffix in ["-wal", "-shm"] { unlink("\(store)/exhibit.sqlite\(suffix)") }
    let before = Set(try Folder.names(in: store))
    if let advice = trouble("second") {
      #expect(advice.key == "store.damaged")
      try follow(advice)
    } else {
      // What a start does not look at, doctor finds, with the same command.
      let finding = try #require(
        EvidenceCheck.findings(
          in: store, Invocation(configuration: ConfigurationFile.usualPath)
        ).first)
      #expect(finding.verdict == .bad)
      let words = try #require(finding.commands.last).split(separator: " ").map(String.init)
      #expect(words.starts(with: ["sudo", "exhibit"]))
      try run(Array(words.dropFirst(2)))
    }
    #expect(try piecesAfterStart().map(\.number) == [1, 2, 3])
    let after = Set(try Folder.names(in: store))
    #expect(after.contains("damaged-1.sqlite") && before.isSubset(of: after))
  }

  @Test func theAdviceOnAFileThatIsNoDatabaseBringsAllPiecesBack() throws {
    try fill()
    let file = try FileDescriptor(opening: "\(store)/exhibit.sqlite", O_WRONLY | O_TRUNC)
    try file.write(String(repeating: "not a database ", count: 1000))
    for suffix in ["-wal", "-shm"] { unlink("\(store)/exhibit.sqlite\(suffix)") }
    try follow(try #require(trouble("second")))
    #expect(try piecesAfterStart().map(\.number) == [1, 2, 3])
  }

  @Test func theAdviceOnAMediumThatIsGoneBeginsAnotherStore() throws {
    try fill()
    let first = try open("first").archive.storeID()
    try #require(rename(store, "\(path)/lost") == 0)
    mkdir(store, 0o750)
    let advice = try #require(trouble("second"))
    #expect(advice.key == "store.not-mounted")
    try follow(advice)
    #expect(try open("second").archive.storeID() != first)
  }

  @Test(arguments: ["exhibit.sqlite", "exhibit.sqlite-wal", "rebuilt.sqlite"])
  func anotherStoreIsNotBegunWhereOneIs(name: String) throws {
    try fill()
    let id = try DeviceFolder(device).storeID()
    for file in try Folder.names(in: store) where file != name { unlink("\(store)/\(file)") }
    _ = try FileDescriptor(opening: "\(store)/\(name)", O_WRONLY | O_CREAT)
    #expect(throws: (any Error).self) {
      try self.run(["store", "new", "--store", self.store, "--device", self.device])
    }
    #expect(try DeviceFolder(device).storeID() == id)
  }

  @Test func nothingIsRebuiltWhileTheProgramRuns() throws {
    try fill()
    let opened = try open("first")
    #expect(throws: (any Error).self) {
      try self.run(["store", "rebuild", "--store", self.store])
    }
    #expect(try opened.archive.pieceCount() == 3)
    #expect(try !Folder.names(in: store).contains("damaged-1.sqlite"))
  }

  @Test func aRebuildSaysHowFarItCame() throws {
    try fill()
    let whole = RebuildStoreCommand.report(try Rebuild(store))
    #expect(whole.map(\.key) == ["rebuild.done"])
    truncate("\(store)/exhibit.sqlite", 8192)
    let none = RebuildStoreCommand.report(try Rebuild(store))
    #expect(
      none.map(\.key) == ["rebuild.done", "rebuild.obstacle", "rebuild.lost", "rebuild.empty"])
    rename("\(store)/exhibit.sqlite", "\(store)/rebuilt.sqlite")
    #expect(RebuildStoreCommand.report(try Rebuild(store)).map(\.key) == ["rebuild.finished"])
  }
}
