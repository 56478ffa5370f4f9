import Core
import Glibc
import System
import Testing

@testable import Evidence

/// What becomes of a clip that nobody finished: all of it that is whole is kept, as it is.
@Suite struct ClipRecoveryTests {
  private let file = "evidence/000/000001.mkv"

  /// A store in `folder` whose program ended in the middle of a clip, of which `flushed` frames were flushed.
  private func leaveClip(
    frames: Int, flushed: Int = 2, in folder: TemporaryFolder
  ) throws -> [UInt8] {
    do {
      var store = try folder.open()
      try store.record(frames: frames, flushed: flushed)
    }
    return try #require(folder.read(file))
  }

  /// The store as the next boot finds it.
  private func open(
    _ folder: TemporaryFolder, boot: String = "second"
  ) throws(Failure) -> Store {
    try folder.open(at: .sample(5, boot: boot))
  }

  /// Has `store` find out all that there is to find.
  ///
  /// - Returns: the keys of what people hear of it.
  private func recover(_ store: inout Store, boot: String = "second") throws -> [String] {
    let told = try store.recover(at: .sample(5, boot: boot)).map(\.key)
    return told + (try store.settleAll(at: .sample(5, boot: boot)))
  }

  private func isGood(_ folder: TemporaryFolder) throws -> Bool {
    try Verification(ofStoreIn: folder.path, Trust()).isGood
  }

  @Test(arguments: [("first", "crash"), ("second", "power_cut")])
  func aClipThatWasCutOffIsAPieceWithAllItsFacts(boot: String, reason: String) throws {
    let folder = TemporaryFolder()
    let bytes = try leaveClip(frames: 5, in: folder)
    var store = try open(folder, boot: boot)
    let told = try recover(&store, boot: boot)
    #expect(told == ["store.clip-cut-off"])
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.kind == "clip" && piece.state == "adopted" && piece.adopted == reason)
    #expect(piece.clip?.frameCount == 5 && piece.clip?.length == .milliseconds(160))
    #expect(piece.clip?.droppedCount == nil && piece.sha256 == Digest.of(bytes))
    #expect(piece.planned == .zero + .milliseconds(19_800) && piece.actual == .zero + .seconds(20))
    #expect(try store.rows("SELECT boot_id FROM evidence") == ["first"])
    #expect(folder.read(file) == bytes)
    let adopted = store.takeAdopted()
    #expect(adopted == [1])
    #expect(try isGood(folder))
    #expect(try store.archive.shown(1).request?.sealedFrames == 2)
    let next = try store.insert()
    #expect(next.number == 2)
  }

  @Test func aStartTooShortToFindAClipLeavesItsCauseAsItIs() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, in: folder)
    do {
      var short = try open(folder)
      try short.note([.programStopped(isShutdown: false)], at: .sample(6, boot: "second"))
    }
    var store = try open(folder, boot: "third")
    _ = try recover(&store, boot: "third")
    #expect(try store.archive.piece(1)?.adopted == "power_cut")
  }

  @Test func aTornFrameDoesNotCountAndStaysInTheFile() throws {
    let folder = TemporaryFolder()
    let bytes = try leaveClip(frames: 4, in: folder)
    try folder.write(Array(bytes.dropLast()), as: file)
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.clip-cut-off"])
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.clip?.frameCount == 3 && piece.byteCount == bytes.count - 1)
    #expect(folder.read(file) == Array(bytes.dropLast()))
    #expect(try isGood(folder))
    let whole = bytes.count - clusterPrefix(of: [1], at: 0).count - picture("frame 3").count
    let payload = try store.rows(
      "SELECT payload ->> 'whole_bytes' FROM records WHERE kind = 'clip.recovered'")
    #expect(payload == ["\(whole)"])
  }

  @Test func aChangedByteCostsAFrameAndIsToldOf() throws {
    let folder = TemporaryFolder()
    var bytes = try leaveClip(frames: 6, in: folder)
    let third = (0..<bytes.count).first { bytes[$0...].starts(with: picture("frame 3")) }
    bytes[try #require(third) + 3] ^= 1
    try folder.write(bytes, as: file)
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.clip-cut-off", "store.clip-broken"])
    #expect(try store.archive.piece(1)?.clip?.frameCount == 5 && folder.read(file) == bytes)
    let broken = try store.rows(
      "SELECT payload ->> 'broken_bytes' FROM records WHERE kind = 'clip.recovered'")
    #expect(broken == ["\(clusterPrefix(of: [1], at: 0).count + picture("frame 3").count)"])
    #expect(try store.archive.shown(1).request?.sealedFrames == 2 && isGood(folder))
  }

  @Test func withoutASealNothingProvesThatTheCameraTookIt() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, flushed: 0, in: folder)
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.import-cut-off"])
    #expect(try store.rows("SELECT kind FROM evidence") == ["imported"])
    #expect(try isGood(folder))
  }

  @Test func framesThatSomebodyPutThereAreNotTheCameras() throws {
    let folder = TemporaryFolder()
    let bytes = try leaveClip(frames: 3, in: folder)
    var forged = ClipHeader.bytes(width: 64, height: 48)
    for time in [0, 40_000] as [UInt64] {
      forged += clusterPrefix(of: picture("lie"), at: time) + picture("lie")
    }
    forged += bytes.suffix(ClipSeal.byteCount)
    try folder.write(forged, as: file)
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.import-cut-off", "store.clip-broken"])
    #expect(try store.rows("SELECT kind FROM evidence") == ["imported"])
  }

  @Test(arguments: [true, false])
  func aClipWithoutAWholeFrameIsMovedAside(isEmpty: Bool) throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 0, in: folder)
    if isEmpty { try folder.write([], as: file) }
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.file-rejected"])
    #expect(folder.facts(file).st_mode == 0)
    #expect(folder.facts("evidence/rejected/000001.mkv").st_mode != 0)
    #expect(try store.archive.begunNumbers() == [] && isGood(folder))
    let next = try store.insert()
    #expect(next.number == 2)
  }

  @Test func aClipWhoseFileIsGoneIsToldOnce() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, in: folder)
    unlink("\(folder.path)/\(file)")
    for expected in [["store.clip-lost"], []] {
      var store = try open(folder)
      let told = try recover(&store)
      #expect(told == expected)
      #expect(try store.archive.begunNumbers() == [])
    }
    #expect(try isGood(folder))
  }

  @Test func aClipIsTakenOverOnce() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, in: folder)
    for expected in [["store.clip-cut-off"], []] {
      var store = try open(folder)
      let told = try recover(&store)
      #expect(told == expected)
      #expect(try store.archive.pieceCount() == 1)
    }
  }

  @Test func aLargeClipIsLookedThroughASliceAtATime() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try store.record(frames: 1, flushed: 1)
      try store.append(String(repeating: "x", count: ClipExamination.slice), at: 40)
    }
    var store = try folder.open(at: .sample(5, boot: "second"))
    let toldAtOnce = try store.recover(at: .sample(5, boot: "second"))
    #expect(toldAtOnce == [])
    var turns = 0
    while store.hasFindings {
      _ = try store.settle(at: .sample(5, boot: "second"))
      turns += 1
    }
    #expect(turns == 3)
    #expect(try store.archive.piece(1)?.clip?.frameCount == 2)
  }

  @Test func aClipThatIsGivenUpIsTakenOverByTheSameProgram() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 3, flushed: 3)
    store.giveUpClip()
    let next = try store.insert()
    #expect(next.number == 2)
    let told = try store.settleAll()
    #expect(told == ["store.clip-cut-off"])
    #expect(store.doubts == Doubts())
    #expect(try isGood(folder))
  }

  @Test func aClipInDoubtWhenTheStoreIsClosedIsFoundOutWhenItIsReopened() throws {
    let folder = TemporaryFolder()
    let doubts: Doubts
    do {
      var store = try folder.open()
      try store.record(frames: 3, flushed: 3)
      try store.archive.database.execute("PRAGMA query_only = ON")
      #expect(throws: Failure.self) { _ = try store.finishClip(dropped: 0, at: .sample()) }
      doubts = store.doubts
    }
    var store = try folder.open(reopenedWith: doubts)
    _ = try store.recover(at: .sample())
    let told = try store.settleAll()
    #expect(told == ["store.clip-cut-off"])
    #expect(try store.rows("SELECT adopted FROM evidence") == ["row_failed"])
  }

  @Test func aClipThatSeemedToFailAndIsThereIsAnnounced() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try store.record(frames: 3)
      _ = try store.finishClip(dropped: 0, at: .sample())
    }
    var doubts = Doubts()
    doubts.numbers = [1]
    var store = try folder.open(reopenedWith: doubts)
    let toldAtOnce = try store.recover(at: .sample())
    #expect(toldAtOnce == [])
    let told = try store.settleAll()
    #expect(told == ["store.clip-after-all"])
  }

  @Test func aClipWhoseRecordsWereLostKeepsItsFacts() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, in: folder)
    do {
      let store = try folder.open()
      // As if the record by which it was begun had been lost with a damaged database.
      try store.archive.database.execute("DELETE FROM settings WHERE name LIKE 'begun.%'")
    }
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.clip-cut-off"])
    #expect(try store.rows("SELECT kind FROM evidence") == ["clip"])
    #expect(try store.archive.piece(1)?.actual == .zero + .seconds(20))
  }

  @Test(arguments: [[0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3], []] as [[UInt8]])
  func aFileOfThatNameWithoutFactsIsLeftAlone(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, as: file)
    for expected in [["store.file-strange"], []] {
      var store = try open(folder)
      let told = try recover(&store)
      #expect(told == expected)
      #expect(try store.archive.pieceCount() == 0)
    }
    #expect(folder.read(file) == bytes)
  }

  @Test func aFileThatCannotBeReadWaitsForTheNextStart() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, in: folder)
    rename("\(folder.path)/\(file)", "\(folder.path)/aside")
    symlink("../../aside", "\(folder.path)/\(file)")
    do {
      var store = try open(folder)
      let told = try recover(&store)
      #expect(told == ["store.file-strange"])
    }
    unlink("\(folder.path)/\(file)")
    rename("\(folder.path)/aside", "\(folder.path)/\(file)")
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told == ["store.clip-cut-off"])
  }

  @Test func aPictureOfTheSameNumberDoesNotComeBetween() throws {
    let folder = TemporaryFolder()
    _ = try leaveClip(frames: 3, in: folder)
    try folder.write(picture("planted"), as: "evidence/000/000001.jpg")
    var store = try open(folder)
    let told = try recover(&store)
    #expect(told.first == "store.clip-cut-off")
    #expect(try store.archive.piece(1)?.file == file)
  }

  @Test func rebuildingTheTablesKnowsWhatIsBegun() throws {
    let folder = TemporaryFolder()
    do {
      var store = try folder.open()
      try store.record(frames: 3, flushed: 3)
      _ = try store.finishClip(dropped: 2, at: .sample())
      try store.beginClip(.sample(), at: .sample())
    }
    _ = try Rebuild(folder.path)
    let store = try folder.open()
    #expect(try store.archive.begunNumbers() == [2])
    #expect(try store.archive.piece(1)?.clip?.droppedCount == 2)
  }
}
