import Core
import Evidence
import Glibc
import System
import Testing

@testable import Board

/// Clips of raw frames, each of which shows its number by a shade of grey.
@Suite final class ClipTests {
  private let directory: String

  init() {
    var template = Array("/tmp/exhibit-clips-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(errno)") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Folder.erase(directory) }

  private let now = Moment(bootID: "boot", instant: .zero + .seconds(90), wall: .unset)
  private let request = ClipRequest(for: .button, planned: .zero + .seconds(10))

  private var setup: StoreSetup {
    StoreSetup(
      directory: directory, device: "\(directory)/device", program: ProgramFacts(version: "1"))
  }

  private func pipeline() throws -> PhotoPipeline {
    var photos = PhotoPipeline(store: setup)
    _ = try photos.open(at: now)
    return photos
  }

  /// Frame `number`, of the second that it says.
  private func frame(_ number: Int) -> Frame {
    Frame(sequence: UInt32(number), byteCount: 512, stamped: .zero + .seconds(number))
  }

  private func take(_ number: Int, into photos: inout PhotoPipeline, isWhole: Bool = true) {
    let grey = [UInt8](repeating: UInt8(number), count: isWhole ? 512 : 100)
    let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)
    let frame = frame(number)
    grey.withUnsafeBytes { bytes in
      _ = photos.take(LentFrame(bytes, layout, format: "YUYV", quality: 90), frame)
    }
  }

  private func preRoll(seconds: Int) -> PreRoll {
    var preRoll = PreRoll()
    preRoll.length = .seconds(seconds)
    preRoll.byteCount = 100_000
    return preRoll
  }

  private func begin(_ photos: inout PhotoPipeline) throws {
    let stamp = photos.firstStamp
    let first = try #require(stamp)
    let moment = Moment(bootID: "boot", instant: first, wall: .unset)
    try photos.beginClip(request, first: moment, at: now)
  }

  @Test func nothingIsRememberedWhereNobodyWantsIt() throws {
    var photos = try pipeline()
    take(1, into: &photos)
    #expect(photos.firstStamp == nil)
    #expect(photos.remembers == false)
  }

  @Test func aClipBeginsWithWhatIsRemembered() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 5))
    for number in 1...10 { take(number, into: &photos) }
    #expect(photos.firstStamp == frame(5).stamped)
    photos.collect()
    take(11, into: &photos)
    try begin(&photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content == ClipContent(frameCount: 7, length: .seconds(6), droppedCount: 0))
    #expect(photos.firstStamp == nil)
    #expect(photos.remembers == true)
  }

  @Test func aClipThatWaitsForItsFileForgetsNothing() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 2))
    for number in 1...5 { take(number, into: &photos) }
    photos.collect()
    for number in 6...60 { take(number, into: &photos) }
    try begin(&photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content.frameCount == 58)
  }

  @Test func whatIsRememberedFollowsAtTwoFramesForEach() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 9))
    for number in 1...9 { take(number, into: &photos) }
    photos.collect()
    try begin(&photos)
    for number in 10...12 {
      take(number, into: &photos)
      try photos.writeFrames()
    }
    #expect(photos.clipFrameCount == 6)
    try photos.flushClip()
    let stored = try photos.finishClip(at: now)
    #expect(stored.content.frameCount == 12)
  }

  @Test func aFrameGoesStraightIntoTheFileWhereNoneWaits() throws {
    var photos = try pipeline()
    photos.collect()
    take(1, into: &photos)
    try begin(&photos)
    try photos.writeFrames()
    for number in 2...4 {
      take(number, into: &photos)
      #expect(photos.clipFrameCount == number)
      #expect(photos.firstStamp == nil, "none is copied")
    }
    take(4, into: &photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content == ClipContent(frameCount: 4, length: .seconds(3), droppedCount: 0))
  }

  @Test func aFrameDoesNotOvertakeThoseThatWait() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 9))
    for number in 1...3 { take(number, into: &photos) }
    photos.collect()
    try begin(&photos)
    take(4, into: &photos)
    #expect(photos.clipFrameCount == 0)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content.frameCount == 4)
  }

  /// Frames after 3 may be of a clip that a press has ended.
  private func held() throws -> PhotoPipeline {
    var photos = try pipeline()
    photos.collect()
    take(1, into: &photos)
    try begin(&photos)
    try photos.writeFrames()
    photos.holdClip(since: frame(3).stamped)
    for number in 2...6 {
      take(number, into: &photos)
      try photos.writeFrames()
    }
    return photos
  }

  @Test func whatIsHeldIsNotOfAClipThatHasEnded() throws {
    var photos = try held()
    #expect(photos.clipFrameCount == 3)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content == ClipContent(frameCount: 3, length: .seconds(2), droppedCount: 0))
  }

  @Test func whatIsHeldFollowsWhereTheClipGoesOn() throws {
    var photos = try held()
    photos.holdClip(since: nil)
    take(7, into: &photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content == ClipContent(frameCount: 7, length: .seconds(6), droppedCount: 0))
  }

  @Test func framesThatAreNoPicturesAreCountedAsMissing() throws {
    var photos = try pipeline()
    photos.collect()
    take(1, into: &photos)
    try begin(&photos)
    take(2, into: &photos, isWhole: false)
    take(4, into: &photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content == ClipContent(frameCount: 2, length: .seconds(3), droppedCount: 2))
  }

  @Test func aStillIsFoundABitAtATimeUntilTheStoreIsClosed() throws {
    var photos = try pipeline()
    #expect(photos.seek(StillWish(clip: nil, .number(1)), elements: 9).failure == "still.no-clips")
    photos.collect()
    for number in 1...6 { take(number, into: &photos) }
    try begin(&photos)
    _ = try photos.finishClip(at: now)
    let wish = StillWish(clip: nil, .at(.milliseconds(2999)))
    #expect(photos.seek(wish, elements: 4) == .goesOn)
    #expect(photos.seek(wish, elements: 4) == .goesOn)
    guard case .found(let still) = photos.seek(wish, elements: 4) else {
      Issue.record("no still was found")
      return
    }
    #expect(still.number == 3 && still.count == 6 && still.time == .seconds(2) && still.isWhole)
    // What was looked through once is known.
    guard case .found = photos.seek(StillWish(clip: 1, .number(6)), elements: 0) else {
      Issue.record("it was forgotten")
      return
    }
    let view = photos.clipInView(1)
    #expect(view != nil && photos.clipInView(2) == nil)
    photos.close()
    #expect(photos.seek(wish, elements: 9).failure == "store.not-open")
  }

  @Test func aFrameIsTakenOnce() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 5))
    take(1, into: &photos)
    photos.collect()
    take(1, into: &photos)
    try begin(&photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content.frameCount == 1)
  }

  @Test func whatHasNoRoomIsLeftOutAndTheBeginningStays() throws {
    var photos = try pipeline()
    var small = preRoll(seconds: 5)
    small.byteCount = 3000
    photos.remember(small)
    photos.collect()
    for number in 1...50 { take(number, into: &photos) }
    #expect(photos.firstStamp == frame(1).stamped)
    try begin(&photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content.frameCount < 20)
    #expect(stored.content.droppedCount == 0)
  }

  @Test func aStoreThatIsClosedGivesTheClipUp() throws {
    var photos = try pipeline()
    photos.collect()
    take(1, into: &photos)
    try begin(&photos)
    photos.close()
    var failure: Failure?
    do { _ = try photos.finishClip(at: now) } catch { failure = error }
    #expect(failure?.role == .store)
    #expect(photos.firstStamp == nil)
  }

  @Test func memoryIsGivenBackWhenNothingIsToBeRemembered() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 5))
    take(1, into: &photos)
    photos.remember(nil)
    #expect(photos.firstStamp == nil)
    photos.remember(preRoll(seconds: 5))
    #expect(photos.firstStamp == nil)
  }

  @Test func aClipUnderWayKeepsItsFramesWhenNothingIsToBeRemembered() throws {
    var photos = try pipeline()
    photos.remember(preRoll(seconds: 5))
    take(1, into: &photos)
    photos.collect()
    take(2, into: &photos)
    photos.remember(nil)
    try begin(&photos)
    let stored = try photos.finishClip(at: now)
    #expect(stored.content.frameCount == 2)
    #expect(photos.remembers == false)
  }
}

extension StillSearch {
  /// The key of why nothing was found.
  fileprivate var failure: String? {
    if case .failed(let reason) = self { reason.key } else { nil }
  }
}
