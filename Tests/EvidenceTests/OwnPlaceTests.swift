import CSQLite
import Core
import Glibc
import System
import Testing

@testable import Evidence

/// Something that somebody put where a store has a file or folder of its own.
enum Stranger: String, CaseIterable {
  case link, danglingLink, loop, pipe, socket, folder, file

  /// What it is, for people.
  var words: String {
    switch self {
    case .link, .danglingLink, .loop: "a link"
    case .pipe, .socket, .folder, .file: "a \(rawValue)"
    }
  }

  /// All that is no folder; all that is no file.
  static let butFolders = allCases.filter { $0 != .folder }
  static let butFiles = allCases.filter { $0 != .file }

  /// Puts it at `path`, where nothing may be; links lead into `outside`, in which something of that name may be.
  func put(at path: String, leadingTo outside: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    switch self {
    case .link: symlink("\(outside)/\(name)", path)
    case .danglingLink: symlink("\(outside)/nothing", path)
    case .loop: symlink(name, path)
    case .pipe: mkfifo(path, 0o600)
    case .socket: mknod(path, S_IFSOCK | 0o600, 0)
    case .folder: mkdir(path, 0o700)
    case .file: close(creat(path, 0o600))
    }
  }
}

/// A store, and next to it a folder in which nothing may change.
struct StoreAndOutside {
  let folder = TemporaryFolder()
  let outside = TemporaryFolder("exhibit-outside")

  init() throws {
    var store = try folder.open()
    _ = try store.insert("one")
    try outside.write(picture("elsewhere"), as: "mine.jpg")
  }

  /// Moves `name` of the store to the outside, or a file of that name there if there is none, and puts `stranger` in its
  /// place: so a link leads to something.
  func replace(_ name: String, by stranger: Stranger) {
    let path = "\(folder.path)/\(name)"
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    if rename(path, "\(outside.path)/\(last)") != 0 {
      close(creat("\(outside.path)/\(last)", 0o600))
    }
    stranger.put(at: path, leadingTo: outside.path)
  }

  /// Every name outside and in the store with its kind, size and time of change; links are not followed.
  func names(in folder: TemporaryFolder) throws -> [String] {
    try names(folder, "").filter { !$0.hasPrefix("/device") }
  }

  private func names(_ folder: TemporaryFolder, _ place: String) throws -> [String] {
    try Folder.names(in: folder.path + place).flatMap { name -> [String] in
      let facts = folder.facts("\(place)/\(name)")
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      let time = "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
      return ["\(place)/\(name) \(facts.st_mode) \(facts.st_size) \(time)"]
        + (isFolder ? try names(folder, "\(place)/\(name)") : [])
    }
  }
}

/// Nothing outside the store is written or changed, nothing is deleted, nothing hangs.
@Suite struct OwnPlaceTests {
  @Test(
    .timeLimit(.minutes(1)), arguments: ["evidence", "evidence/000"],
    Stranger.butFolders)
  func whatStandsInPlaceOfAFolderIsRefusedByName(name: String, stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace(name, by: stranger)
    let before = try both.names(in: both.outside)
    let failure = failure { () throws(Failure) in _ = try both.folder.open() }
    #expect(failure?.phrase.key == "store.needs-folder")
    #expect(failure?.phrase.values.first == .text("\(both.folder.path)/\(name)"))
    #expect(try both.names(in: both.outside) == before)
    _ = try Verification(ofStoreIn: both.folder.path, Trust())
    #expect(try both.names(in: both.outside) == before)
  }

  @Test func aFolderThatBecomesALinkTakesNoPhoto() throws {
    let both = try StoreAndOutside()
    var store = try both.folder.open()
    both.replace("evidence/000", by: .link)
    let before = try both.names(in: both.outside)
    let failure = failure { () throws(Failure) in _ = try store.insert("two") }
    #expect(failure?.phrase.key == "store.needs-folder")
    #expect(try both.names(in: both.outside) == before)
  }

  @Test func whatIsRejectedDoesNotLeaveTheStore() throws {
    let both = try StoreAndOutside()
    symlink(both.outside.path, "\(both.folder.path)/evidence/rejected")
    try both.folder.write([1, 2, 3], as: "evidence/000/000002.jpg")
    let before = try both.names(in: both.outside)
    var store = try both.folder.open()
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.needs-folder"])
    #expect(try both.names(in: both.outside) == before)
    #expect(both.folder.read("evidence/000/000002.jpg") == [1, 2, 3])
  }

  static let databaseNames = ["", "-wal", "-shm", "-journal"].map { "exhibit.sqlite" + $0 }

  @Test(
    .timeLimit(.minutes(1)), arguments: databaseNames, Stranger.butFiles)
  func whatStandsInPlaceOfTheDatabaseIsRefusedByName(name: String, stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace(name, by: stranger)
    let before = try [both.folder, both.outside].map(both.names)
    for open in [openForWriting, openForReading, rebuild] {
      let failure = failure { () throws(Failure) in try open(both.folder) }
      #expect(failure?.phrase.key == "store.needs-file")
      #expect(failure?.phrase.values.first == .text("\(both.folder.path)/\(name)"))
      #expect(try [both.folder, both.outside].map(both.names) == before)
    }
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: ["rebuilt", "rebuilt.sqlite", "rebuilt.sqlite-journal"],
    Stranger.butFiles)
  func aRebuildRefusesWhatStandsInItsWay(name: String, stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace(name, by: stranger)
    let before = try [both.folder, both.outside].map(both.names)
    let failure = failure { () throws(Failure) in try rebuild(both.folder) }
    #expect(failure?.phrase.key == "store.needs-file")
    #expect(failure?.phrase.values.first == .text("\(both.folder.path)/\(name)"))
    #expect(try [both.folder, both.outside].map(both.names) == before)
  }

  @Test func aFileOfTheMarksNameIsSomebodys() throws {
    let both = try StoreAndOutside()
    try both.folder.write([1], as: "rebuilt")
    #expect(failure { () throws(Failure) in try rebuild(both.folder) } != nil)
    #expect(try !both.folder.open().kinds().contains("store.rebuilt"))
    #expect(both.folder.read("rebuilt") == [1])
  }

  @Test(arguments: ["exhibit.sqlite", "exhibit.sqlite-wal"])
  func aDatabaseWithASecondNameIsReadAndNotWritten(name: String) throws {
    let both = try StoreAndOutside()
    link("\(both.folder.path)/\(name)", "\(both.outside.path)/second")
    let before = try both.names(in: both.outside)
    for open in [openForWriting, rebuild] {
      let failure = failure { () throws(Failure) in try open(both.folder) }
      #expect(failure?.phrase == .storeFileShared("\(both.folder.path)/\(name)"))
    }
    try openForReading(both.folder)
    #expect(try both.names(in: both.outside) == before)
  }

  @Test func aPieceWithASecondNameIsAPiece() throws {
    let both = try StoreAndOutside()
    link("\(both.folder.path)/evidence/000/000001.jpg", "\(both.outside.path)/second")
    var store = try both.folder.open()
    #expect(try store.settleAll() == [])
    #expect(both.outside.read("second") == picture("one"))
  }

  @Test(arguments: [Stranger.file, .folder, .pipe, .socket])
  func whatHasTheNameOfTheLatestPictureStays(stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace("latest.jpg", by: stranger)
    let before = both.folder.identity(of: "latest.jpg")
    var store = try both.folder.open()
    _ = try store.insert("two")
    #expect(both.folder.identity(of: "latest.jpg") == before)
  }

  @Test(arguments: [Stranger.link, .danglingLink, .loop])
  func aLinkOfThatNameIsReplacedAndNotFollowed(stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace("latest.jpg", by: stranger)
    let before = try both.names(in: both.outside)
    var store = try both.folder.open()
    _ = try store.insert("two")
    #expect(both.folder.read("latest.jpg") == picture("two"))
    #expect(try both.names(in: both.outside) == before)
  }

  private func openForWriting(_ folder: TemporaryFolder) throws(Failure) { _ = try folder.open() }

  private func openForReading(_ folder: TemporaryFolder) throws(Failure) {
    _ = try Archive(directory: folder.path).pieceCount()
  }

  private func rebuild(_ folder: TemporaryFolder) throws(Failure) { _ = try Rebuild(folder.path) }
}

/// What stands under the name of a piece.
@Suite struct StrangePieceTests {
  private static let strangers: [Stranger] = [.link, .danglingLink, .loop, .pipe, .socket, .folder]

  @Test(.timeLimit(.minutes(1)), arguments: strangers)
  func whatStandsInAPiecesPlaceIsToldOfAndLeft(stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace("evidence/000/000001.jpg", by: stranger)
    let before = try facts(of: "evidence/000/000001.jpg", both)
    let path = "\(both.folder.path)/evidence/000/000001.jpg"
    let piece = try #require(try both.folder.open().archive.piece(1))
    if case .notAFile(let kind) = FileContent(of: path, expecting: piece.sha256) {
      #expect(kind.english == stranger.words)
    } else {
      Issue.record("it is taken for a file")
    }
    #expect(try !Verification(ofStoreIn: both.folder.path, Trust()).isGood)
    var store = try both.folder.open()
    _ = try store.recover(at: .sample())
    #expect(Set(try store.settleAll()) == ["store.file-strange", "store.file-missing"])
    #expect(try facts(of: "evidence/000/000001.jpg", both) == before)
    #expect(try store.insert("two").number == 2)
  }

  @Test(.timeLimit(.minutes(1)), arguments: strangers)
  func whatHasTheNameOfTheNextPieceIsToldOfAndPassedOver(stranger: Stranger) throws {
    let both = try StoreAndOutside()
    both.replace("evidence/000/000002.jpg", by: stranger)
    let before = try facts(of: "evidence/000/000002.jpg", both)
    var store = try both.folder.open()
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.file-strange"])
    #expect(try store.settleAll() == [])
    #expect(try facts(of: "evidence/000/000002.jpg", both) == before)
    #expect(try store.insert("three").number == 3)
  }

  /// What `name` of the store is, and all that is outside.
  private func facts(of name: String, _ both: StoreAndOutside) throws -> [String] {
    ["\(both.folder.identity(of: name))"] + (try both.names(in: both.outside))
  }

  @Test(
    .timeLimit(.minutes(1)),
    .enabled(if: StrangePieceTests.canMakeDevices, "only root makes devices, and not everywhere"))
  func aDeviceUnderThePiecesNamesIsToldOfAndLeft() throws {
    let both = try StoreAndOutside()
    let names = ["evidence/000/000001.jpg", "evidence/000/000002.jpg"]
    unlink("\(both.folder.path)/\(names[0])")
    for name in names { Self.makeZero(at: "\(both.folder.path)/\(name)") }
    #expect(try !Verification(ofStoreIn: both.folder.path, Trust()).isGood)
    var store = try both.folder.open()
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.file-strange"])
    #expect(Set(try store.settleAll()) == ["store.file-strange", "store.file-missing"])
    for name in names { #expect(both.folder.facts(name).st_mode & S_IFMT == S_IFCHR) }
  }

  @Test func anOlderFolderThatIsALinkIsToldOfAndNotFollowed() throws {
    let both = try StoreAndOutside()
    try both.folder.write(picture("newest"), as: "evidence/001/001000.jpg")
    do {
      var store = try both.folder.open()
      _ = try store.recover(at: .sample())
    }
    both.replace("evidence/000", by: .link)
    try both.outside.write(picture("strange"), as: "000/000500.jpg")
    try both.outside.write([1], as: "000/000501.jpg")
    let before = try both.names(in: both.outside)
    var store = try both.folder.open()
    #expect(try store.recover(at: .sample()) == [])
    #expect(try store.settleAll() == ["store.file-strange"])
    #expect(try both.names(in: both.outside) == before)
    #expect(try store.archive.pieceCount() == 2)
  }

  @Test func theNextFolderThatIsALinkIsToldOfAndNotFollowed() throws {
    let both = try StoreAndOutside()
    try both.folder.write(picture("newest"), as: "evidence/000/000998.jpg")
    do {
      var store = try both.folder.open()
      _ = try store.recover(at: .sample())
    }
    symlink(both.outside.path, "\(both.folder.path)/evidence/001")
    try both.outside.write(picture("strange"), as: "001000.jpg")
    try both.outside.write([1], as: "001001.jpg")
    let before = try both.names(in: both.outside)
    var store = try both.folder.open()
    #expect(try store.recover(at: .sample()) == [])
    #expect(try store.settleAll() == ["store.file-strange"])
    #expect(try both.names(in: both.outside) == before)
    #expect(try store.insert().number == 999)
  }

  @Test func aPieceInDoubtBehindALinkIsNotTakenOver() throws {
    let both = try StoreAndOutside()
    var store = try both.folder.open()
    both.replace("evidence/000", by: .link)
    try both.outside.write(picture("strange"), as: "000/000500.jpg")
    try both.outside.write([1], as: "000/000501.jpg")
    let before = try both.names(in: both.outside)
    for number in [500, 501] { store.survey.doubt(number) }
    #expect(Set(try store.settleAll()) == ["store.file-strange"])
    #expect(try both.names(in: both.outside) == before)
    #expect(try store.archive.pieceCount() == 1)
  }

  private static let canMakeDevices: Bool = {
    let folder = TemporaryFolder()
    return makeZero(at: "\(folder.path)/zero")
  }()

  /// Makes a device of endless zeros.
  @discardableResult
  private static func makeZero(at path: String) -> Bool {
    mknod(path, S_IFCHR | 0o600, 1 << 8 | 5) == 0
  }

  @Test func aDeviceIsNotReadToItsEnd() {
    guard case .notAFile(let kind) = FileContent(of: "/dev/zero", expecting: "") else {
      Issue.record("it is taken for a file")
      return
    }
    #expect(kind.english == "a device")
  }
}
