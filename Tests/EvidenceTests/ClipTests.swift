import Core
import Glibc
import System
import Testing

@testable import Evidence

/// Clips, from the first frame to the piece.
@Suite struct ClipTests {
  private let file = "evidence/000/000001.mkv"

  private func verify(_ folder: TemporaryFolder) throws -> Verification {
    try Verification(ofStoreIn: folder.path, Trust())
  }

  @Test func aClipIsAPieceWithItsFramesAndTimes() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 5, flushed: 2)
    let stored = try store.finishClip(dropped: 1, at: .sample(22))
    #expect(
      stored.content == ClipContent(frameCount: 5, length: .milliseconds(160), droppedCount: 1))
    #expect(stored.piece.number == 1 && stored.piece.file == file)
    let bytes = try #require(folder.read(file))
    #expect(stored.piece.sha256 == Digest.of(bytes) && stored.piece.byteCount == bytes.count)
    let piece = try #require(try store.archive.piece(1))
    #expect(piece.kind == "clip" && piece.state == "stored" && piece.sha256 == stored.piece.sha256)
    #expect(piece.planned == .zero + .milliseconds(19_800) && piece.actual == .zero + .seconds(20))
    #expect(piece.clip?.frameCount == 5 && piece.clip?.length == .milliseconds(160))
    #expect(piece.clip?.droppedCount == 1 && piece.width == 64)
    #expect(store.clip == nil)
  }

  @Test func itsFileHasEachFrameByteForByteAndASealOfEachFlush() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 3, flushed: 2)
    let stored = try store.finishClip(dropped: 0, at: .sample(22))
    let seal = ClipSeal(store: try store.archive.storeID(), piece: stored.piece.id)
    var expected = ClipHeader.bytes(width: 64, height: 48)
    for index in 0..<3 {
      if index == 2 { expected += seal.bytes(over: Digest.of(expected), by: store.key) }
      let jpeg = picture("frame \(index)")
      expected += clusterPrefix(of: jpeg, at: UInt64(index) * 40_000) + jpeg
    }
    expected += seal.bytes(over: Digest.of(expected), by: store.key)
    #expect(folder.read(file) == expected)
  }

  @Test func itsRecordsSayWhatIsKnownOfIt() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 2)
    let stored = try store.finishClip(dropped: 0, at: .sample(22))
    #expect(try store.kinds().suffix(2) == ["piece.begun", "clip.stored"])
    let payloads = try store.rows("SELECT payload FROM records ORDER BY sequence DESC LIMIT 2")
    let (thing, piece) = (store.thing.id, stored.piece)
    let taken =
      #""taken":{"boot_id":"first","clock":"unset","monotonic":20000000000,"wall_time":null}"#
    #expect(
      payloads == [
        """
        {"bytes":\(piece.byteCount),"camera":null,"data":{"format":"MJPG"},"dropped":0,\
        "file":"\(file)","frames":2,"height":48,"id":"\(piece.id)","last":20040000000,\
        "length":40000000,"number":1,"planned":19800000000,"power_save":false,\
        "requester":"button","sha256":"\(piece.sha256)",\(taken),"thing":"\(thing)","width":64}
        """,
        """
        {"camera":null,"data":{"format":"MJPG"},"file":"\(file)","height":48,"id":"\(piece.id)",\
        "kind":"clip","number":1,"planned":19800000000,"power_save":false,"requester":"button",\
        \(taken),"thing":"\(thing)","width":64}
        """,
      ])
  }

  @Test func bothVerificationAndListKnowIt() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 3)
    #expect(try verify(folder).isGood)
    _ = try store.finishClip(dropped: 0, at: .sample(22))
    let verification = try verify(folder)
    #expect(verification.isGood && verification.pieceCount == 1)
    let list = try store.archive.latestList(10).reply(asJSON: false).text(in: .english)
    #expect(list.contains("clip 1") && list.contains("0.1 s, 3 frames"))
    let json = try store.archive.latestList(10).reply(asJSON: true).text(in: .english)
    #expect(json.contains(#""frames":3,"length":0.08,"dropped":0"#))
    let shown = try store.archive.shown(1).reply(asJSON: false).text(in: .english)
    #expect(shown.contains("Frames: 3.") && shown.contains("Asked for by: button."))
  }

  @Test(arguments: [0, 1])
  func aChangedClipIsFound(change: Int) throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 3)
    _ = try store.finishClip(dropped: 0, at: .sample(22))
    var bytes = try #require(folder.read(file))
    if change == 0 { bytes[200] ^= 1 } else { bytes.removeLast() }
    try folder.write(bytes, as: file)
    let kinds = try verify(folder).flaws.flatMap { $0.kept.map(\.kind) }
    #expect(kinds == [change == 0 ? .fileAltered : .fileCut])
  }

  @Test func photosGoOnWhileAClipIsWritten() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 1)
    #expect(try store.insert("meanwhile").number == 2)
    try store.append("late", at: 80)
    #expect(try store.finishClip(dropped: 0, at: .sample(22)).piece.number == 1)
    #expect(try store.insert("after").number == 3)
    #expect(try verify(folder).pieceCount == 3)
  }

  @Test func itSaysHowFarItIs() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    #expect(store.clip == nil)
    try store.record(frames: 3)
    let clip = store.clip
    let progress = try #require(clip)
    #expect(progress.number == 1 && progress.frameCount == 3)
    #expect(progress.length == .milliseconds(80))
    #expect(progress.byteCount == folder.read(file)?.count)
  }

  @Test func aFrameFromBeforeTheLastIsRefusedAndTheClipGoesOn() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 2)
    let refused = failure { () throws(Failure) in try store.append("early", at: 20) }
    #expect(refused?.kind == .refused && refused?.phrase.key == "clip.frame-order")
    try store.append("late", at: 80)
    #expect(try store.finishClip(dropped: 1, at: .sample(22)).content.frameCount == 3)
  }

  @Test func withoutAClipNothingCanBeAppended() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let refused = failure { () throws(Failure) in try store.append("early", at: 20) }
    #expect(refused?.phrase.key == "clip.none")
    let finishing = failure { () throws(Failure) in
      _ = try store.finishClip(dropped: 0, at: .sample())
    }
    #expect(finishing?.phrase.key == "clip.none")
  }

  @Test func aClipWithoutAFrameIsNotStored() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.beginClip(.sample(), at: .sample(21))
    let refused = failure { () throws(Failure) in
      _ = try store.finishClip(dropped: 0, at: .sample())
    }
    #expect(refused?.phrase.key == "clip.empty")
    #expect(try store.settleAll() == ["store.file-rejected"])
    #expect(folder.facts("evidence/rejected/000001.mkv").st_size > 0)
    #expect(try store.archive.begunNumbers() == [])
  }

  @Test func aClipWhoseFlushFailedIsNeverFinished() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 3)
    store.folder.medium = FailingMedium(failing: .flush(1))
    let failed = failure { () throws(Failure) in try store.flushClip() }
    #expect(failed?.cause?.call == "fsync" && store.clip == nil)
    let finishing = failure { () throws(Failure) in
      _ = try store.finishClip(dropped: 0, at: .sample())
    }
    #expect(finishing?.phrase.key == "clip.none")
    #expect(try !store.kinds().contains("clip.stored"))
    #expect(try store.settleAll() == ["store.clip-cut-off"])
    #expect(try store.rows("SELECT adopted FROM evidence") == ["row_failed"])
  }

  @Test func aClipWhoseLastFlushFailedIsNotStored() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 3)
    store.folder.medium = FailingMedium(failing: .flush(1), with: ENOSPC)
    let failed = failure { () throws(Failure) in
      _ = try store.finishClip(dropped: 0, at: .sample())
    }
    #expect(failed?.kind == .noRoom && store.clip == nil)
    #expect(try !store.kinds().contains("clip.stored"))
  }

  @Test func aClipWhoseFileOrFolderCannotBeFlushedIsNotBegun() throws {
    for flush in 1...2 {
      let folder = TemporaryFolder()
      var store = try folder.open()
      store.folder.medium = FailingMedium(failing: .flush(flush))
      let failed = failure { () throws(Failure) in try store.beginClip(.sample(), at: .sample()) }
      #expect(failed?.cause?.call == "fsync" && store.clip == nil)
      #expect(try !store.kinds().contains("piece.begun"))
      #expect(try store.settleAll() == ["store.file-rejected"])
      #expect(try store.insert().number == 2)
    }
  }

  @Test func aLockIsWaitedForAtBothEndsOfAClip() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    do {
      let other = try Database(opening: "\(folder.path)/exhibit.sqlite", 2)
      try other.execute("BEGIN IMMEDIATE")
      // The calendar may be known by the second try: it is the same clip.
      for wall in [WallTime.told(1_774_622_668_250_000), .unset] {
        let facts = ClipFacts.sample(.sample(20, wall: wall))
        let locked = failure { () throws(Failure) in try store.beginClip(facts, at: .sample()) }
        #expect(locked?.kind == .storeLocked && store.clip == nil)
      }
    }
    try store.record(frames: 2)
    #expect(store.clip?.number == 1)
    do {
      let other = try Database(opening: "\(folder.path)/exhibit.sqlite", 2)
      try other.execute("BEGIN IMMEDIATE")
      for _ in 0..<2 {
        let locked = failure { () throws(Failure) in
          _ = try store.finishClip(dropped: 0, at: .sample())
        }
        #expect(locked?.kind == .storeLocked && store.clip != nil)
      }
    }
    #expect(try store.finishClip(dropped: 0, at: .sample()).content.frameCount == 2)
    #expect(try store.settleAll() == [] && verify(folder).isGood)
  }

  @Test func aClipThatNobodyTriesAgainLeavesNothingBehind() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    do {
      let other = try Database(opening: "\(folder.path)/exhibit.sqlite", 2)
      try other.execute("BEGIN IMMEDIATE")
      #expect(throws: Failure.self) { try store.beginClip(.sample(), at: .sample()) }
    }
    store.giveUpClip()
    #expect(try store.settleAll() == ["store.file-rejected"])
  }

  @Test func undoTakesItBackAndPurgingRemovesItsFile() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    try store.record(frames: 2)
    _ = try store.finishClip(dropped: 0, at: .sample())
    let step = try #require(try store.archive.undoStep())
    #expect(step.subject == .capture(first: 1, last: 1, count: 1))
    _ = try store.make(.undo(step), for: .button, at: .sample())
    #expect(try store.archive.piece(1)?.isDeleted == true && verify(folder).isGood)
    _ = try store.make(.undeletePieces([1]), for: .button, at: .sample())
    #expect(try store.archive.piece(1)?.state == "stored" && verify(folder).isGood)
    _ = try store.make(.deletePieces([1], isForGood: true), for: .button, at: .sample())
    #expect(folder.facts(file).st_mode == 0)
    #expect(try store.archive.piece(1)?.isPurged == true)
    #expect(try verify(folder).isGood)
  }
}
