import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What a crash leaves behind, and what the next start makes of it: nothing is destroyed.
@Suite struct RecoveryTests {
  private let file = "evidence/000/000002.jpg"

  private static let zeros = [UInt8](repeating: 0, count: 100_000)

  static let cutOff: [[UInt8]] = [
    [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0x41, 0xFF], [0xD8, 0xFF, 0xD8, 0xFF, 0xD9],
    [0xFF, 0xD8, 0xD9], picture() + [0, 1], zeros, [0xFF, 0xD8] + zeros + [0xD9],
  ]

  @Test(arguments: cutOff)
  func whatIsNoWholePictureIsMovedAsideAndItsNumberSpent(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, as: file)
    var store = try folder.open()
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.file-rejected"])
    #expect(folder.facts(file).st_mode == 0)
    #expect(folder.read("evidence/rejected/000002.jpg") == bytes)
    #expect(try store.rows("SELECT moved_to FROM rejected") == ["evidence/rejected/000002.jpg"])
    #expect(try store.insert().number == 3)
  }

  @Test func aSecondFileOfTheSameNameIsMovedBesideTheFirst() throws {
    let folder = TemporaryFolder()
    for text in ["one", "two"] {
      try folder.write(Array(text.utf8), as: file)
      var store = try folder.open()
      _ = try store.recover(at: .sample())
      _ = try store.settleAll()
    }
    #expect(folder.read("evidence/rejected/000002.jpg") == Array("one".utf8))
    #expect(folder.read("evidence/rejected/2-000002.jpg") == Array("two".utf8))
  }

  static let whole: [[UInt8]] = [
    picture("whole"), picture() + zeros,
    [0xFF, 0xD8] + [UInt8](repeating: 7, count: 65533) + [0xFF, 0xD9],
  ]

  @Test(arguments: whole)
  func aWholePictureWithoutFactsIsAnImport(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, as: file)
    var store = try folder.open()
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.import-adopted"])
    let piece = try #require(try store.archive.piece(2))
    #expect(piece.kind == "imported" && piece.state == "adopted" && piece.actual == nil)
    #expect(piece.sha256 == Digest.of(bytes) && piece.byteCount == bytes.count)
    #expect(piece.width == 64 && piece.height == 48)
    #expect(try store.insert().number == 3)
  }

  /// A store whose photo 1 is durable and has no row, as if the power went off before that.
  private func leaveOrphan(in folder: TemporaryFolder, boot: String = "first") throws {
    var store = try folder.open(at: .sample(boot: boot))
    try store.archive.database.execute("PRAGMA query_only = ON")
    let taken = Moment.sample(12, boot: boot, wall: .told(1_774_622_668_250_000))
    let failure = failure { () throws(Failure) in _ = try store.insert("x", at: taken) }
    #expect(failure?.phrase.key == "store.readOnly")
  }

  @Test(arguments: [("first", "crash"), ("second", "power_cut")])
  func aPhotoThatMissesItsRowKeepsAllItsFacts(boot: String, reason: String) throws {
    let folder = TemporaryFolder()
    try leaveOrphan(in: folder)
    var store = try folder.open(at: .sample(20, boot: boot))
    #expect(try store.recover(at: .sample(20, boot: boot)).map(\.key) == ["store.photo-adopted"])
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.kind == "photo" && piece.state == "adopted")
    #expect(piece.actual == .zero + .seconds(12))
    #expect(piece.planned == .zero + .seconds(12) - .milliseconds(5))
    #expect(piece.capturedAt == "2026-03-27T14:44:28.250Z")
    #expect(try store.rows("SELECT adopted FROM evidence") == [reason])
    let unusual = try store.archive.unusual()
    #expect(unusual.map(\.reason) == [reason] && unusual.first?.count == 1)
    #expect(try store.rows("SELECT boot_id FROM evidence") == ["first"])
  }

  @Test func aPictureThatCameAfterACleanStopIsSaidToHave() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try store.note([.programStopped(isShutdown: true)], at: .sample())
    }
    try folder.write(picture(), as: file)
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    #expect(try store.rows("SELECT adopted FROM evidence") == ["clean_stop"])
  }

  @Test func aPictureAmongOlderOnesLiesInAGap() throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: "evidence/000/000005.jpg")
    do {
      var store = try folder.open()
      _ = try store.recover(at: .sample())
    }
    try folder.write(picture("late"), as: file)
    var store = try folder.open()
    #expect(try store.recover(at: .sample()) == [])
    #expect(try store.settleAll() == ["store.import-adopted"])
    #expect(try store.rows("SELECT adopted FROM evidence WHERE number = 2") == ["number_gap"])
  }

  @Test(arguments: [
    "bytes", "number", "signature", "key",
  ])
  func factsThatAreNotTheDevicesForThisFileAreNotBelieved(wrong: String) throws {
    let folder = TemporaryFolder()
    try leaveOrphan(in: folder)
    let first = "evidence/000/000001.jpg"
    switch wrong {
    case "bytes": try folder.write(picture("y"), as: first)
    case "number": rename("\(folder.path)/\(first)", "\(folder.path)/\(file)")
    case "key":
      unlink("\(folder.path)/device/key.pem")
    default:
      let forger = DeviceKey.random()
      let file = try FileDescriptor(opening: "\(folder.path)/\(first)", O_RDWR)
      let found = FileFacts(of: file)
      let forged = FileFacts(try #require(found).facts, signedBy: forger)
      let isAttached = forged.attach(to: file, on: SystemMedium())
      #expect(isAttached)
    }
    var store = try folder.open()
    #expect(try store.recover(at: .sample()).map(\.key) == ["store.import-adopted"])
    #expect(try store.rows("SELECT kind FROM evidence") == ["imported"])
  }

  @Test func aPictureOfAnotherStoreOfTheDeviceIsNoPhotoOfThisOne() throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    let device = "\(folder.path)/device"
    let setup = StoreSetup(
      directory: other.path, device: device, program: ProgramFacts(version: "9.9"),
      check: folder.setup.check)
    do {
      var store = try Store(setup, at: .sample())
      _ = try store.insert("theirs", at: .sample(12))
      try store.record(frames: 3, flushed: 2)
    }
    // What the device has in another folder is no reason to begin none here.
    unlink("\(device)/store")
    _ = try folder.open()
    for name in ["000001.jpg", "000002.mkv"] {
      rename("\(other.path)/evidence/000/\(name)", "\(folder.path)/evidence/000/\(name)")
    }
    #expect(try folder.restart() == ["store.import-adopted", "store.file-strange"])
    let piece = try #require(try folder.firstPiece())
    #expect(piece.kind == "imported" && piece.actual == nil)
    #expect(try folder.flaws() == [])
  }

  @Test func factsThatNameNoStoreAreBelieved() throws {
    let folder = TemporaryFolder()
    try leaveOrphan(in: folder)
    let path = "\(folder.path)/evidence/000/000001.jpg"
    do {
      let file = try FileDescriptor(opening: path, O_RDWR)
      let found = FileFacts(of: file)
      let facts = try #require(found).facts.text
      let store = try Archive(directory: folder.path).storeID()
      let silent = facts.split(separator: ",\"store\":\"\(store)\"").joined()
      #expect(silent.utf8.count < facts.utf8.count)
      let key = try DeviceFolder("\(folder.path)/device").key()
      let isAttached = FileFacts(CanonicalJSON(spelled: silent), signedBy: key)
        .attach(to: file, on: SystemMedium())
      #expect(isAttached)
    }
    #expect(try folder.restart() == ["store.photo-adopted"])
  }

  @Test func anAdoptionIsARecordAndHappensOnce() throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: file)
    do {
      var store = try folder.open()
      _ = try store.recover(at: .sample())
      #expect(try store.kinds().filter { $0 == "piece.adopted" }.count == 1)
    }
    var store = try folder.open()
    #expect(try store.recover(at: .sample()) == [])
    #expect(try store.settleAll() == [])
  }

  @Test func moreThanAFewAreTakenOverWhileTheCameraRuns() throws {
    let folder = TemporaryFolder()
    for number in 1...20 {
      try folder.write(picture("\(number)"), as: EvidenceFolder.file(number))
    }
    var store = try folder.open()
    #expect(try store.recover(at: .sample()).count == Store.mostAtOnce)
    #expect(try store.settleAll().count == 20 - Store.mostAtOnce)
    #expect(try store.archive.pieceCount() == 20)
    #expect(try store.insert().number == 21)
  }

  @Test(arguments: [
    "evidence/notes.txt", "evidence/000/000002.jpg.txt", "evidence/000/2.jpg",
    "evidence/000/001000.jpg", "evidence/000/000000.jpg", "evidence/more/a/b",
    "evidence/lost+found/x", "evidence/000/lost+found/x",
  ])
  func whatIsNotOursIsRecordedOnceAndLeftAlone(file: String) throws {
    let folder = TemporaryFolder()
    try folder.write(picture(), as: file)
    for expected in [["store.file-strange"], []] {
      var store = try folder.open()
      #expect(try store.recover(at: .sample()) == [])
      #expect(try store.settleAll() == expected)
      #expect(try store.archive.pieceCount() == 0)
    }
    #expect(folder.read(file) == picture())
  }

  @Test(arguments: [
    ("evidence/000/000007 copy.jpg", 8), ("evidence/000/000007.txt", 8),
    ("evidence/001/001000.tmp", 1001), ("evidence/000/999999.jpg", 1),
    ("evidence/000/7777777777777.jpg", 1), ("evidence/notes 5.txt", 1),
  ])
  func aNameThatBeginsWithANumberOfItsFolderReservesIt(file: String, next: Int) throws {
    let folder = TemporaryFolder()
    try folder.write([1], as: file)
    var store = try folder.open()
    #expect(try store.insert().number == next)
  }

  @Test func aLinkUnderAPiecesNameIsLeftAloneAndItsNumberPassedOver() throws {
    let folder = TemporaryFolder()
    try folder.write(picture("elsewhere"), as: "elsewhere")
    try folder.write([], as: "evidence/000/000009.txt")
    symlink("../../../elsewhere", "\(folder.path)/\(file)")
    var store = try folder.open()
    _ = try store.recover(at: .sample())
    #expect(try store.insert().number == 10)
    #expect(folder.read("elsewhere") == picture("elsewhere"))
    #expect(folder.facts(file).st_mode & S_IFMT == S_IFLNK)
  }

  @Test func whatComesLaterUnderTheNameOfAStrangerIsToldToo() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    let second = "evidence/000/000001.png"
    try folder.write(picture("second"), as: second)
    #expect(try folder.restart() == ["store.file-strange"] && folder.restart() == [])
    #expect(try folder.flaws() == [])
    // Another of the same length is found by whoever reads it.
    try folder.write(picture("SECOND"), as: second)
    #expect(try folder.restart() == [])
    #expect(try folder.flaws() == ["file.unrecorded \(second)"])
    try folder.write(picture("longer than that"), as: second)
    #expect(try folder.restart() == ["store.file-strange"] && folder.restart() == [])
    #expect(try folder.flaws() == [])
    unlink("\(folder.path)/\(second)")
    symlink("elsewhere", "\(folder.path)/\(second)")
    #expect(try folder.restart() == ["store.file-strange"] && folder.restart() == [])
    #expect(try folder.flaws() == [])
    let digests = try Archive(directory: folder.path).database.integer(
      "SELECT count(payload ->> 'sha256') FROM records WHERE kind = 'file.rejected'")
    #expect(digests == 2)
  }

  @Test(arguments: [
    (#""bytes":5"#, "12345", true), (#""bytes":5"#, "123456", false), (#""bytes":null"#, "1", true),
    (#""bytes":5,"sha256":null"#, "54321", true), (#""bytes":null,"sha256":null"#, "1", false),
  ])
  func aRecordWithoutADigestPassesOverWhatItTellsOf(
    member: String, bytes: String, isPassed: Bool
  ) throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      _ = try store.insert("one")
    }
    let second = "evidence/000/000001.png"
    try folder.write(Array(bytes.utf8), as: second)
    let payload = try #require(
      JSONParser.value(
        of: #"{"file":"\#(second)","moved_to":null,\#(member)}"#.utf8))
    let left = try #require(LeftFile(payload))
    let evidence = EvidenceFolder(root: folder.path)
    #expect(left.isThere(as: second, in: evidence, by: FileDigest()) == isPassed)
  }

  @Test func aRowIsThereAfterItsProgramWasKilled() throws {
    let (folder, copy) = (TemporaryFolder(), TemporaryFolder())
    var store = try folder.open()
    let piece = try store.insert("kept")
    // What a kill leaves on the disk: files as they are, nothing closed.
    for file in ["exhibit.sqlite", "exhibit.sqlite-wal", piece.file] {
      try copy.write(try #require(folder.read(file)), as: file)
    }
    var after = try copy.open(at: .sample(1, boot: "second"))
    #expect(try after.recover(at: .sample(1, boot: "second")) == [])
    #expect(try after.archive.piece(1)?.id == piece.id)
    #expect(store.nextNumber == 2)
  }
}
