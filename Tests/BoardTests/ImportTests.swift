import Core
import Evidence
import Glibc
import System
import Testing

@testable import Board

/// Real files into a real store, a slice at a time: good ones, and each kind of bad one.
@Suite final class ImportTests {
  private let directory: String
  private var board: BoardStore
  private let now = Moment(bootID: "boot", instant: .zero + .seconds(10), wall: .unset)

  init() throws {
    var template = Array("/tmp/exhibit-import-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for folder in ["store", "files"] { mkdir("\(directory)/\(folder)", 0o750) }
    board = BoardStore(
      StoreSetup(
        directory: "\(directory)/store", device: "\(directory)/store/device",
        program: ProgramFacts(version: "1")))
    _ = try board.open(at: now)
  }

  deinit {
    Folder.erase(directory)
  }

  private var store: OpenStore {
    guard let store = board.current else { preconditionFailure("the store is closed") }
    return store
  }

  private func write(_ bytes: [UInt8], as name: String) throws {
    try File.write(bytes, to: "\(directory)/files/\(name)")
  }

  /// What comes of the import of `name`, slices aside.
  private func take(
    _ name: String = "", room: Int = .max, _ act: (Event.Import) throws -> Void = { _ in }
  ) throws -> [Event.Import] {
    let path = "\(directory)/files/\(name)"
    var event = store.beginImport(at: path, batch: "batch", room: room)
    var events: [Event.Import] = []
    while event != .complete {
      if event != .copies { events.append(event) }
      if case .failed = event { return events }
      try act(event)
      event =
        event == .copied ? store.placeImport(at: now) : store.copyImport()
    }
    return events.filter { $0 != .copied }
  }

  private func pieces() throws -> [Piece] {
    try Archive(directory: "\(directory)/store").pieces()
  }

  private func keys(_ events: [Event.Import]) -> [String] {
    events.map { event in
      switch event {
      case .passedOver(let reason): reason.key
      case .failed(let failure): failure.phrase.key
      case .wantsFile, .restored: "restored"
      case .there: "there"
      case .stored(let piece, _): piece.file
      case .copies, .copied, .complete: "\(event)"
      }
    }
  }

  private func isGood() throws -> Bool {
    try Verification(ofStoreIn: "\(directory)/store")
      .isGood
  }

  @Test func aFolderBecomesPiecesInTheOrderOfNames() throws {
    try write([0xFF, 0xD8, 0xFF, 1], as: "b.jpg")
    try write(Array("%PDF-1.7".utf8), as: "a.pdf")
    try write(Array("plain".utf8), as: "c\nd")
    try write(Array("hidden".utf8), as: ".hidden")
    let files = ["000001.pdf", "000002.jpg", "000003.bin"].map { "evidence/000/\($0)" }
    #expect(keys(try take()) == files)
    let pieces = try pieces()
    #expect(pieces.map(\.kind) == ["imported", "imported", "imported"])
    #expect(pieces.map(\.source) == ["a.pdf", "b.jpg", "c\nd"])
    #expect(pieces.allSatisfy { $0.capturedAt == nil && $0.planned == nil && $0.actual == nil })
    #expect(pieces.map(\.state) == ["stored", "stored", "stored"])
    #expect(try isGood())
    #expect(access("\(directory)/store/incoming.part", F_OK) != 0)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "png"),
      (Array("\0\0\0\u{18}ftypisom".utf8), "mp4"), (Array("\0\0\0\u{14}ftypqt  ".utf8), "mov"),
      ([0x1A, 0x45, 0xDF, 0xA3], "mkv"), (Array("RIFF\0\0\0\0AVI ".utf8), "avi"),
      (Array("RIFF\0\0\0\0WAVE".utf8), "bin"),
    ] as [([UInt8], String)])
  func whatAFileIsItsFirstBytesTell(head: [UInt8], ending: String) throws {
    try write(head, as: "misnamed.jpg")
    #expect(keys(try take()) == ["evidence/000/000001.\(ending)"])
  }

  @Test func whatIsThereAlreadyIsNamedAndNotCopiedAgain() throws {
    try write(Array("one".utf8), as: "a")
    try write(Array("one".utf8), as: "b")
    #expect(keys(try take()) == ["evidence/000/000001.bin", "there"])
    #expect(try take() == [.there("a", 1), .there("b", 1)])
    #expect(try pieces().count == 1)
  }

  @Test func oneUndoTakesAnImportBackAndItCanBeImportedAgain() throws {
    try write(Array("one".utf8), as: "a")
    try write(Array("two".utf8), as: "b")
    _ = try take()
    let step = try store.undoStep()
    #expect(step?.subject == .importing(first: 1, last: 2, count: 2))
    let news = try store.make(.undo(nil), for: .button, at: now)
    #expect(news.key == "undo.import-done")
    #expect(try pieces().map(\.state) == ["deleted", "deleted"])
    #expect(keys(try take()).count { $0 == "there" } == 0)
    #expect(try isGood())
  }

  @Test func whatIsNoFileIsPassedOverAndTheRestGoesOn() throws {
    symlink("/etc/passwd", "\(directory)/files/a-link")
    mkfifo("\(directory)/files/b-pipe", 0o600)
    try write([], as: "c-empty")
    try write(Array("fine".utf8), as: "e")
    #expect(
      keys(try take()) == [
        "import.no-file", "import.no-file", "import.empty", "evidence/000/000001.bin",
      ])
  }

  @Test(arguments: ["/dev/null", "/dev/zero", "/nowhere/at-all"])
  func aDeviceOrNothingIsPassedOver(path: String) {
    #expect(store.beginImport(at: path, batch: "b", room: .max) == .copies)
    guard case .passedOver = store.copyImport() else {
      Issue.record("\(path) is taken in")
      return
    }
  }

  @Test func aFileThatIsTooLargeIsNotEvenBegun() throws {
    try write([1], as: "large")
    truncate("\(directory)/files/large", off_t(IncomingCopy.largest + 1))
    #expect(keys(try take()) == ["import.too-large"])
  }

  @Test(arguments: [0, 300_000, 2_000_000])
  func aFileThatChangesWhileItIsCopiedIsNoPiece(length: Int) throws {
    try write([UInt8](repeating: 7, count: 1_000_000), as: "a")
    var count = 0
    let events = try take { _ in
      count += 1
      if count == 3 { truncate("\(directory)/files/a", off_t(length)) }
    }
    #expect(keys(events) == ["import.changed"])
    #expect(try pieces().isEmpty)
    #expect(access("\(directory)/store/incoming.part", F_OK) != 0)
  }

  @Test func withoutRoomItEndsAndNothingIsLeft() throws {
    try write([1, 2, 3], as: "a")
    #expect(keys(try take(room: 2)) == ["import.no-room"])
    #expect(access("\(directory)/store/incoming.part", F_OK) != 0)
  }

  @Test func aFolderWithTooManyFilesIsRefusedAsAWhole() throws {
    for number in 0...ImportJob.mostFiles {
      symlink("x", "\(directory)/files/\(number)")
    }
    #expect(keys(try take()) == ["import.too-many"])
  }

  @Test func anImportThatEndsEarlyLeavesNothing() throws {
    try write([UInt8](repeating: 7, count: 1_000_000), as: "a")
    _ = store.beginImport(at: "\(directory)/files", batch: "b", room: .max)
    for _ in 0..<3 { _ = store.copyImport() }
    #expect(access("\(directory)/store/incoming.part", F_OK) == 0)
    store.endImport()
    #expect(access("\(directory)/store/incoming.part", F_OK) != 0)
    #expect(try pieces().isEmpty)
  }

  @Test func whatAnEarlierProgramLeftIsNotInTheWay() throws {
    try File.write([9], to: "\(directory)/store/incoming.part")
    try write([1, 2, 3], as: "a")
    #expect(keys(try take()) == ["evidence/000/000001.bin"])
  }

  @Test func aHandedFileIsReadFromItsBeginning() throws {
    try write(Array("handed".utf8), as: "a")
    let file = try FileDescriptor(opening: "\(directory)/files/a", O_RDONLY)
    var event = store.beginImport(of: file, called: "name", batch: "b", room: .max)
    while event == .copies { event = store.copyImport() }
    #expect(event == .copied)
    guard case .stored(let piece, "name") = store.placeImport(at: now) else {
      Issue.record("it is not stored")
      return
    }
    #expect(piece.sha256 == Digest.of("handed"))
  }

  @Test func aFileForItsOwnerAloneIsNotReadByTheProgram() throws {
    try write(Array("secret".utf8), as: "a")
    chmod("\(directory)/files/a", 0o600)
    #expect(keys(try take()) == ["import.private"])
    #expect(keys(try take("../store/device/key.pem")) == ["import.private"])
    #expect(keys(try take("../store/device")) == ["import.device"])
    #expect(keys(try take("../store")) == ["import.store"])
  }

  @Test func linksThatGoRoundLeadNowhere() throws {
    symlink("..", "\(directory)/files/a-loop")
    symlink(".", "\(directory)/files/b-loop")
    try write([1, 2, 3], as: "c")
    #expect(
      keys(try take()) == ["import.no-file", "import.no-file", "evidence/000/000001.bin"])
  }

  @Test func aFolderThatIsTooDeepIsNamedAndTheRestGoesOn() throws {
    var path = "\(directory)/files"
    for _ in 0...16 {
      path += "/a"
      mkdir(path, 0o750)
    }
    try write([1, 2, 3], as: "b")
    #expect(keys(try take()) == ["import.no-file", "evidence/000/000001.bin"])
  }

  @Test func aNameThatIsNoTextIsNamed() throws {
    let name = (Array("\(directory)/files/a".utf8) + [0xE9, 0]).map { CChar(bitPattern: $0) }
    let file = open(name, O_CREAT | O_WRONLY, 0o640)
    close(file)
    #expect(keys(try take()) == ["import.foreign-name"])
  }

  @Test func whatStandsInTheWayIsNoFaultOfTheStore() throws {
    mkdir("\(directory)/store/incoming.part", 0o750)
    try write([1, 2, 3], as: "a")
    #expect(keys(try take()) == ["import.in-the-way"])
  }

  @Test func ofSeveralPiecesThatAreOneFileTheOneThatIsThereCounts() throws {
    try write(Array("one".utf8), as: "a")
    _ = try take()
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: now)
    #expect(keys(try take()) == ["evidence/000/000002.bin"])
    _ = try store.make(.deletePieces([2], isForGood: false), for: .button, at: now)
    _ = try store.make(.undeletePieces([1]), for: .button, at: now)
    #expect(try take() == [.there("a", 1)])
  }

  @Test func whatComesBackWhileItIsCopiedIsNotStoredTwice() throws {
    try write(Array("one".utf8), as: "a")
    _ = try take()
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: now)
    let events = try take { event in
      if event == .copied {
        _ = try self.store.make(.undeletePieces([1]), for: .button, at: self.now)
      }
    }
    #expect(events == [.there("a", 1)])
    #expect(try pieces().count == 1)
  }

  @Test func howFarAHandedFileWasReadBeforeMeansNothing() throws {
    try write(Array("handed".utf8), as: "a")
    let file = try FileDescriptor(opening: "\(directory)/files/a", O_RDONLY)
    lseek(file.number, 4, SEEK_SET)
    var event = store.beginImport(of: file, called: "name", batch: "b", room: .max)
    while event == .copies { event = store.copyImport() }
    guard case .stored(let piece, _) = store.placeImport(at: now) else {
      Issue.record("it is not stored")
      return
    }
    #expect(piece.sha256 == Digest.of("handed"))
  }

  @Test func deletedImportsArePurgedLockedOnesStayAndTheStoreIsGood() throws {
    for name in ["a", "b"] { try write(Array(name.utf8), as: name) }
    _ = try take()
    _ = try store.make(.lockPieces([2], isLocked: true), for: .button, at: now)
    _ = try store.make(.deletePieces([1], isForGood: false), for: .button, at: now)
    _ = try store.make(.purge, for: .button, at: now)
    #expect(try pieces().map(\.state) == ["purged", "stored"])
    #expect(access("\(directory)/store/evidence/000/000001.bin", F_OK) != 0)
    #expect(try isGood())
  }

  @Test func theLatestPhotoIsNoImport() throws {
    try write([0xFF, 0xD8, 0xFF, 1], as: "a.jpg")
    _ = try take()
    #expect(access("\(directory)/store/latest.jpg", F_OK) != 0)
  }

  @Test func anImportedFileWithoutARecordIsLeftAndItsNumberIsSpent() throws {
    board.close()
    try File.write([1, 2], to: "\(directory)/store/evidence/000/000001.png")
    _ = try board.open(at: now)
    while try store.survey(entries: 100) == .isUnderWay {}
    _ = try store.settle(at: now)
    try write([1, 2, 3], as: "a")
    #expect(keys(try take()) == ["evidence/000/000002.bin"])
    #expect(access("\(directory)/store/evidence/000/000001.png", F_OK) == 0)
    #expect(try isGood())
  }

  @Test func aSecondFileWithThePiecesNumberIsAStranger() throws {
    try write([1, 2, 3], as: "a")
    _ = try take()
    try File.write([1], to: "\(directory)/store/evidence/000/000001.avi")
    try File.write([1], to: "\(directory)/store/evidence/000/000001.jpg")
    board.close()
    _ = try board.open(at: now)
    while try store.survey(entries: 100) == .isUnderWay {}
    var keys: [String] = []
    for _ in 0..<3 { keys += try store.settle(at: now).1.map(\.key) }
    #expect(keys == ["store.file-strange", "store.file-strange"])
    #expect(try pieces().map(\.state) == ["stored"])
    #expect(try isGood())
  }
}

extension File {
  /// Makes the file `path` of `bytes`.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o640)
    let count = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
    #expect(count == bytes.count)
  }
}
