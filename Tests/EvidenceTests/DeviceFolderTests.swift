import Core
import Glibc
import System
import Testing

@testable import Evidence

@Suite struct DeviceFolderTests {
  @Test func aLinkToAKeyThatIsNotThereIsLeft() throws {
    let folder = TemporaryFolder()
    symlink("nothing", "\(folder.path)/key.pem")
    let failure = failure { () throws(Failure) in _ = try DeviceFolder(folder.path).key() }
    #expect(failure?.phrase == .deviceKeyElsewhere("\(folder.path)/key.pem", "nothing"))
    #expect(folder.facts("key.pem").st_mode & S_IFMT == S_IFLNK)
  }

  /// RFC 8032, 7.1, the first test: an empty message.
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpe\
    zJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----

    """

  @Test func signaturesAreThoseOfTheStandard() throws {
    let key = try #require(DeviceKey(pem: Self.pem))
    #expect(
      key.publicKey.hexadecimal
        == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    #expect(
      key.signature(of: "") == """
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
        5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
        """)
    #expect(key.pem == Self.pem)
    #expect(key.publicKey.deviceID == String(key.publicKey.fingerprint.prefix(16)))
  }

  @Test func theKeyIsMadeOnceAndOnlyItsOwnerReadsIt() throws {
    let folder = TemporaryFolder()
    let device = DeviceFolder("\(folder.path)/device")
    let first = try device.key().publicKey
    #expect(try device.key().publicKey == first)
    #expect(try device.publicKey() == first)
    #expect(folder.facts("device/key.pem").st_mode & 0o777 == 0o600)
    #expect(folder.facts("device/public.pem").st_mode & 0o444 == 0o444)
    #expect(folder.facts("device/key.pem.new").st_mode == 0)
  }

  @Test func thePublicHalfFollowsAKeyThatWasPutBack() throws {
    let folder = TemporaryFolder()
    let device = DeviceFolder("\(folder.path)/device")
    _ = try device.key()
    try folder.write(Array(Self.pem.utf8), as: "device/key.pem")
    #expect(try device.key().publicKey == device.publicKey())
  }

  @Test func aKeyIsDurableBeforeItSigns() throws {
    let folder = TemporaryFolder()
    let device = DeviceFolder("\(folder.path)/device", on: FailingMedium(failing: .everyFlush))
    #expect(failure { () throws(Failure) in _ = try device.key() }?.cause?.call == "fsync")
  }

  @Test func aNewFolderWhoseNameIsNotDurableIsNotTakenForOneThatIs() throws {
    let folder = TemporaryFolder()
    let medium = WatchedMedium(failing: 1)
    let device = DeviceFolder("\(folder.path)/device", on: medium)
    #expect(failure { () throws(Failure) in _ = try device.key() }?.cause?.call == "fsync")
    #expect(folder.facts("device").st_mode == 0)
    _ = try device.key()
    #expect(medium.flushed.contains(folder.facts(".").st_ino))
  }

  @Test func theNameOfAFolderThatAKilledProgramMadeIsFlushed() throws {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/device", 0o750)
    let medium = WatchedMedium()
    _ = try DeviceFolder("\(folder.path)/device", on: medium).key()
    #expect(medium.flushed.contains(folder.facts(".").st_ino))
  }

  @Test func ofTwoFirstStartsTheSecondTakesTheKeyOfTheFirst() throws {
    let folder = TemporaryFolder()
    let device = DeviceFolder("\(folder.path)/device")
    let medium = WatchedMedium()
    var first: DeviceKey?
    medium.whenMakingFolder = { first = try? device.key() }
    let second = try DeviceFolder(device.path, on: medium).key()
    #expect(first?.publicKey == second.publicKey)
    #expect(try device.publicKey() == second.publicKey)
  }

  @Test func aKeyIsMadeWhileNobodyElseCanMakeOne() throws {
    let folder = TemporaryFolder()
    let medium = WatchedMedium()
    var answers: [Int32] = []
    medium.whenFlushing = { number in
      let other = open("\(folder.path)/device/key.lock", O_RDWR)
      // The first flush is that of the new folder's name.
      if number > 1 { answers.append(flock(other, LOCK_EX | LOCK_NB)) }
      close(other)
    }
    _ = try DeviceFolder("\(folder.path)/device", on: medium).key()
    #expect(answers == Array(repeating: -1, count: 4))
    let later = open("\(folder.path)/device/key.lock", O_RDWR)
    defer { close(later) }
    #expect(flock(later, LOCK_EX | LOCK_NB) == 0)
  }

  @Test func aStoreMayLieInTheDevicesFolder() throws {
    let folder = TemporaryFolder()
    let setup = StoreSetup(
      directory: folder.path, device: folder.path, program: ProgramFacts(version: "1")
    ) { _ in nil }
    var store = try Store(setup, at: .sample())
    #expect(try store.insert().number == 1)
  }

  @Test(arguments: [
    "", "nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
  ])
  func aDamagedKeyIsNamedAndNotReplaced(text: String) throws {
    let folder = TemporaryFolder()
    try folder.write(Array(text.utf8), as: "device/key.pem")
    let failure = failure { () throws(Failure) in _ = try folder.open() }
    #expect(failure?.phrase == .deviceKeyDamaged("\(folder.path)/device/key.pem"))
    #expect(folder.read("device/key.pem") == Array(text.utf8))
  }

  @Test func aStoreThatIsNotWhereItWasIsNotBegunAnew() throws {
    let (folder, empty) = (TemporaryFolder(), TemporaryFolder())
    _ = try folder.open()
    let setup = StoreSetup(
      directory: empty.path, device: "\(folder.path)/device", program: ProgramFacts(version: "1")
    ) { _ in nil }
    let failure = failure { () throws(Failure) in _ = try Store(setup, at: .sample()) }
    #expect(failure?.phrase.key == "store.not-mounted")
    #expect(empty.facts("evidence").st_mode == 0)
    try DeviceFolder("\(folder.path)/device").forgetStore()
    _ = try Store(setup, at: .sample())
  }

  /// The word of a store's first record on what its device had before.
  private func former(in store: borrowing Store) throws -> String {
    try store.rows(
      """
      SELECT ifnull(payload ->> 'former', '-') || ' ' || ifnull(payload ->> 'reason', '-')
      FROM records WHERE kind = 'store.created'
      """
    ).joined()
  }

  @Test func aStoreThatAPersonHadBegunSaysWhichWasLost() throws {
    let folder = TemporaryFolder()
    let device = DeviceFolder("\(folder.path)/device")
    let lost: String
    do {
      let store = try folder.open()
      lost = try store.archive.storeID()
      #expect(try former(in: store) == "- -")
    }
    try device.forgetStore()
    try device.forgetStore()
    #expect(try device.storeID() == nil)
    for suffix in ["", "-wal", "-shm"] { unlink("\(folder.path)/exhibit.sqlite\(suffix)") }
    let store = try folder.open()
    #expect(try former(in: store) == "\(lost) lost")
    #expect(folder.read("device/former") == nil)
    #expect(try device.storeID() == store.archive.storeID())
    #expect(try folder.flaws() == [])
  }

  @Test func aLostStoreThatIsThereAgainGoesOn() throws {
    let folder = TemporaryFolder()
    let device = DeviceFolder("\(folder.path)/device")
    _ = try folder.open()
    try device.forgetStore()
    do {
      let store = try folder.open()
      #expect(try former(in: store) == "- -")
    }
    #expect(folder.read("device/former") == nil && folder.read("device/store") != nil)
  }

  @Test func aStoreThatBeginsInAnEmptyDatabaseNamesTheOneBefore() throws {
    let folder = TemporaryFolder()
    let emptied: String
    do { emptied = try folder.open().archive.storeID() }
    for suffix in ["-wal", "-shm"] { unlink("\(folder.path)/exhibit.sqlite\(suffix)") }
    try folder.write([], as: "exhibit.sqlite")
    let store = try folder.open()
    #expect(try former(in: store) == "\(emptied) -")
  }

  @Test func picturesOfALostStoreAreTakenOverForThat() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one", at: .sample(12))
      try store.record(frames: 3, flushed: 2)
    }
    try DeviceFolder("\(folder.path)/device").forgetStore()
    for suffix in ["", "-wal", "-shm"] { unlink("\(folder.path)/exhibit.sqlite\(suffix)") }
    var store = try folder.open(at: .sample(20, boot: "second"))
    let told = try store.recover(at: .sample(20, boot: "second")).map(\.key)
    #expect(told == ["store.photo-adopted"])
    #expect(try store.rows("SELECT adopted FROM evidence") == ["record_lost"])
    #expect(try store.archive.piece(1)?.actual == .zero + .seconds(12))
    #expect(try store.settleAll() == ["store.clip-cut-off"])
    #expect(try store.archive.piece(2)?.kind == "clip")
    #expect(try folder.flaws() == [])
  }

  @Test func anotherDevicesStoreGoesOnAndSaysSo() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    let setup = StoreSetup(
      directory: folder.path, device: "\(folder.path)/other", program: ProgramFacts(version: "1")
    ) { _ in nil }
    var store = try Store(setup, at: .sample())
    _ = try store.insert("two")
    let device = store.device
    #expect(try store.kinds().suffix(3) == ["device.changed", "program.started", "photo.stored"])
    #expect(
      try store.rows("SELECT payload ->> '$.device.id' FROM records WHERE kind = 'device.changed'")
        == [device.deviceID])
    #expect(try DeviceFolder("\(folder.path)/other").storeID() == store.archive.storeID())
  }
}

/// A medium that tells what it does, and one of whose flushes may fail.
private final class WatchedMedium: Medium {
  private let failing: Int
  private let system = SystemMedium()
  private var flushCount = 0
  /// Inode numbers of what was flushed.
  private(set) var flushed: Set<ino_t> = []
  /// What somebody else does just before a folder is made.
  var whenMakingFolder: () -> Void = {}
  /// What somebody else does just before the flush of that number.
  var whenFlushing: (Int) -> Void = { _ in }

  init(failing: Int = 0) {
    self.failing = failing
  }

  func makeFolder(_ path: String) throws(SystemError) {
    let other = whenMakingFolder
    whenMakingFolder = {}
    other()
    try system.makeFolder(path)
  }

  func flush(_ file: borrowing FileDescriptor) throws(SystemError) {
    flushCount += 1
    whenFlushing(flushCount)
    guard flushCount != failing else { throw SystemError(call: "fsync", code: EIO) }
    try system.flush(file)
    var facts = stat()
    fstat(file.number, &facts)
    flushed.insert(facts.st_ino)
  }
}
