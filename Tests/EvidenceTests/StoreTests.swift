import CSQLite
import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct StoreTests {
  @Test func aSecondWriterIsRefusedUntilTheFirstIsGone() throws {
    let folder = TemporaryFolder()
    do {
      let first = try folder.open()
      let failure = failure { () throws(Failure) in _ = try folder.open() }
      #expect(failure?.phrase == Phrase.storeInUse(folder.path))
      #expect(first.nextNumber == 1)
    }
    _ = try folder.open()
  }

  @Test func aSecondWriterMakesNoKey() throws {
    let folder = TemporaryFolder()
    let first = try FolderLock(folder.path)
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.phrase == Phrase.storeInUse(folder.path))
    #expect(access("\(folder.path)/device", F_OK) != 0)
    _ = consume first
  }

  @Test(arguments: ["1000000000", "9223372036854775807"])
  func aNumberBeyondAllIsDamage(number: String) throws {
    let folder = TemporaryFolder()
    try folder.open().archive.database.execute(
      "INSERT OR REPLACE INTO settings VALUES ('last_number', \(number))")
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.phrase.key == "store.damaged")
  }

  @Test(arguments: ["999999999.txt", "999999998.txt", "999000000.txt", "999999998.jpg"])
  func aNameUsesUpNoNumbers(name: String) throws {
    let folder = TemporaryFolder()
    try folder.write([1], as: "evidence/\(name.prefix(6))/\(name)")
    for number in 1...2 {
      var store = try folder.open()
      _ = try store.recover(at: .sample())
      while !store.hasFindings, !store.survey.isComplete { try store.survey(entries: 9) }
      while store.hasFindings { _ = try store.settle(at: .sample()) }
      #expect(try store.insert().number == number)
    }
  }

  @Test func whenNumbersRunOutPhotosAreRefusedAndTheStoreOpens() throws {
    let folder = TemporaryFolder()
    try folder.open().archive.database.execute(
      "INSERT OR REPLACE INTO settings VALUES ('last_number', 999999998)")
    do {
      var store = try folder.open()
      #expect(try store.insert().number == 999_999_999)
    }
    var store = try folder.open()
    let failure = failure { () throws(Failure) in _ = try store.insert() }
    #expect(failure?.phrase == .numbersUsedUp(folder.path))
    #expect(try store.recover(at: .sample()) == [])
    #expect(try store.archive.newestNumber() == 999_999_999)
    #expect(folder.facts("evidence/1000000").st_mode == 0)
  }

  @Test func aPhotoWithTheLastNumberThatWasInDoubtIsFoundOut() throws {
    let folder = TemporaryFolder()
    try folder.open().archive.database.execute(
      "INSERT OR REPLACE INTO settings VALUES ('last_number', 999999998)")
    var store = try folder.open()
    store.giveUp(try store.write(picture(), of: .sample()))
    #expect(throws: Failure.self) { _ = try store.insert() }
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.photo-adopted"])
  }

  @Test func aNewerSchemaIsRefusedAndLeftAlone() throws {
    let folder = TemporaryFolder()
    try folder.open().archive.database.execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint")
    let before = folder.read("exhibit.sqlite")
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    let path = "\(folder.path)/exhibit.sqlite"
    #expect(failure?.phrase == Phrase.storeNewer(path, 99, Schema.version))
    #expect(folder.read("exhibit.sqlite") == before)
  }

  @Test(arguments: ["sqlite_schema", "settings"])
  func aDamagedDatabaseIsNamedAndLeftAlone(in table: String) throws {
    let folder = TemporaryFolder()
    let page = try folder.open().archive.database.integer(
      "SELECT ifnull((SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'), 1)")
    let offset = (page - 1) * 4096
    unlink("\(folder.path)/exhibit.sqlite-wal")
    var bytes = try #require(folder.read("exhibit.sqlite"))
    bytes.replaceSubrange(offset..<(offset + 4096), with: repeatElement(0xA5, count: 4096))
    try folder.write(bytes, as: "exhibit.sqlite")
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.phrase.key == "store.damaged")
    #expect(failure?.phrase.values.first == .text("\(folder.path)/exhibit.sqlite"))
    #expect(folder.read("exhibit.sqlite") == bytes)
  }

  @Test func aStoreIsNotMadeWhereItsFolderIsMissing() {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/missing/store"
    let setup = StoreSetup(
      directory: path, device: folder.path, program: ProgramFacts(version: "1")
    ) { _ in nil }
    let failure = failure { () throws(Failure) in _ = try Store(setup, at: .sample()) }
    #expect(failure?.phrase.values.first == .text(path))
    #expect(failure?.cause == SystemError(call: "mkdir", code: ENOENT))
  }

  @Test func aDevicesFolderMayLieInTheStores() throws {
    let folder = TemporaryFolder()
    let setup = StoreSetup(
      directory: "\(folder.path)/store", device: "\(folder.path)/store/device",
      program: ProgramFacts(version: "1")
    ) { _ in nil }
    _ = try Store(setup, at: .sample())
    #expect(folder.facts("store/device/key.pem").st_size > 0)
  }

  @Test func othersMayNotReadWhatAStoreHolds() throws {
    let folder = TemporaryFolder()
    let directory = "\(folder.path)/store"
    let setup = StoreSetup(
      directory: directory, device: "\(folder.path)/device", program: ProgramFacts(version: "1")
    ) { _ in nil }
    var store = try Store(setup, at: .sample())
    _ = try store.insert()
    for file in ["store", "store/evidence", "store/evidence/000"] {
      #expect(folder.facts(file).st_mode & 0o7027 == 0)
    }
    for file in ["exhibit.sqlite", "exhibit.sqlite-wal", "evidence/000/000001.jpg"] {
      #expect(folder.facts("store/" + file).st_mode & 0o7137 == 0)
    }
  }

  @Test func aPhotoIsItsBytesAndItsRow() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let stored = try store.insert("one")
    let piece = try #require(try store.archive.piece(1))
    #expect(folder.read(piece.file) == picture("one"))
    #expect(piece.file == "evidence/000/000001.jpg" && stored.file == piece.file)
    #expect(piece.sha256 == picture("one").withUnsafeBytes { Digest.of($0) })
    #expect(piece.id == stored.id && stored.number == 1 && stored.byteCount == 7)
  }

  @Test func theFirstThingIsUnsorted() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert()
    #expect(try store.archive.currentThing().label == "Unsorted")
  }

  @Test func openingAgainBeginsNothingAnew() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert()
    }
    let store = try folder.open(at: .sample(20))
    #expect(store.nextNumber == 2)
    #expect(
      try store.kinds() == [
        "store.created", "thing.created", "program.started", "photo.stored", "program.started",
      ])
  }

  @Test func theLinkPointsAtTheNewestPhoto() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    _ = try store.insert("old")
    _ = try store.insert("new")
    #expect(folder.read("latest.jpg") == picture("new"))
    #expect(folder.facts("latest.jpg").st_mode & S_IFMT == S_IFLNK)
  }

  @Test func piecesSortByAgeAcrossBootsWithoutAClock() throws {
    let folder = TemporaryFolder()
    var ids: [String] = []
    for (boot, seconds) in [("first", 5000), ("second", 60), ("third", 7), ("third", 8)] {
      var store = try folder.open(at: .sample(seconds - 1, boot: boot))
      ids.append(try store.insert(at: .sample(seconds, boot: boot)).id)
    }
    #expect(ids == ids.sorted())
    #expect(ids.map { $0.prefix(5) } == ["00001", "00002", "00003", "00003"])
  }

  @Test func theRoomIsThatOfTheFileSystem() throws {
    let folder = TemporaryFolder()
    let space = try folder.open().space()
    #expect(space.free > 0 && space.free <= space.total)
  }
}
