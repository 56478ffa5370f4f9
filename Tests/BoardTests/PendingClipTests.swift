import Core
import Evidence
import Glibc
import System
import Testing

@testable import Board

/// Clips of raw frames, each of which shows its number by a shade of grey.
@Suite final class PendingClipTests {
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

  private func recording() throws -> Recording {
    var store = BoardStore(setup)
    _ = try store.open(at: now)
    return Recording(store: store)
  }

  /// Frame `number`, of the second that it says.
  private func frame(_ number: Int) -> Frame {
    Frame(sequence: UInt32(number), byteCount: 512, stamped: .zero + .seconds(number))
  }

  private func take(_ number: Int, into recording: inout Recording, isWhole: Bool = true) {
    let grey = [UInt8](repeating: UInt8(number), count: isWhole ? 512 : 100)
    let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)
    let frame = frame(number)
    grey.withUnsafeBytes { bytes in
      _ = recording.clip.take(
        LentFrame(bytes, layout, format: "YUYV", quality: 90), frame, into: recording.store)
    }
  }

  private func preRoll(seconds: Int) -> PreRoll {
    var preRoll = PreRoll()
    preRoll.length = .seconds(seconds)
    preRoll.byteCount = 100_000
    return preRoll
  }

  private func begin(_ recording: inout Recording) throws {
    let stamp = recording.clip.firstStamp
    let first = try #require(stamp)
    let moment = Moment(bootID: "boot", instant: first, wall: .unset)
    try recording.clip.begin(request, first: moment, in: recording.store, at: now)
  }

  @Test func nothingIsRememberedWhereNobodyWantsIt() throws {
    var recording = try recording()
    take(1, into: &recording)
    #expect(recording.clip.firstStamp == nil)
    #expect(recording.clip.remembers == false)
  }

  @Test func aClipBeginsWithWhatIsRemembered() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 5))
    for number in 1...10 { take(number, into: &recording) }
    #expect(recording.clip.firstStamp == frame(5).stamped)
    recording.clip.collect()
    take(11, into: &recording)
    try begin(&recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content == ClipContent(frameCount: 7, length: .seconds(6), droppedCount: 0))
    #expect(recording.clip.firstStamp == nil)
    #expect(recording.clip.remembers == true)
  }

  @Test func whatWasTakenBeforeAPressIsNotRememberedForIt() throws {
    var recording = try recording()
    var roll = preRoll(seconds: 9)
    roll.since = frame(3).stamped
    recording.clip.remember(roll)
    for number in 1...4 { take(number, into: &recording) }
    #expect(recording.clip.firstStamp == frame(3).stamped)
    recording.clip.collect()
    recording.clip.remember(nil)
    take(5, into: &recording)
    try begin(&recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount == 3 && !recording.clip.remembers)
  }

  @Test func aPressThatAskedForNothingLeavesNoFrame() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 9))
    take(1, into: &recording)
    recording.clip.remember(nil)
    #expect(recording.clip.firstStamp == nil && !recording.clip.remembers)
  }

  @Test func aClipThatWaitsForItsFileForgetsNothing() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 2))
    for number in 1...5 { take(number, into: &recording) }
    recording.clip.collect()
    for number in 6...60 { take(number, into: &recording) }
    try begin(&recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount == 58)
  }

  @Test func whatIsRememberedFollowsAtTwoFramesForEach() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 9))
    for number in 1...9 { take(number, into: &recording) }
    recording.clip.collect()
    try begin(&recording)
    for number in 10...12 {
      take(number, into: &recording)
      try recording.clip.writeFrames(to: recording.store)
    }
    #expect(recording.store.current?.clipFrameCount == 6)
    try recording.store.opened().flushClip()
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount == 12)
  }

  @Test func aFrameGoesStraightIntoTheFileWhereNoneWaits() throws {
    var recording = try recording()
    recording.clip.collect()
    take(1, into: &recording)
    try begin(&recording)
    try recording.clip.writeFrames(to: recording.store)
    for number in 2...4 {
      take(number, into: &recording)
      #expect(recording.store.current?.clipFrameCount == number)
      #expect(recording.clip.firstStamp == nil, "none is copied")
    }
    take(4, into: &recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content == ClipContent(frameCount: 4, length: .seconds(3), droppedCount: 0))
  }

  @Test func aFrameDoesNotOvertakeThoseThatWait() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 9))
    for number in 1...3 { take(number, into: &recording) }
    recording.clip.collect()
    try begin(&recording)
    take(4, into: &recording)
    #expect(recording.store.current?.clipFrameCount == 0)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount == 4)
  }

  /// Frames after 3 may be of a clip that a press has ended.
  private func held() throws -> Recording {
    var recording = try recording()
    recording.clip.collect()
    take(1, into: &recording)
    try begin(&recording)
    try recording.clip.writeFrames(to: recording.store)
    recording.clip.hold(since: frame(3).stamped)
    for number in 2...6 {
      take(number, into: &recording)
      try recording.clip.writeFrames(to: recording.store)
    }
    return recording
  }

  @Test func whatIsHeldIsNotOfAClipThatHasEnded() throws {
    var recording = try held()
    #expect(recording.store.current?.clipFrameCount == 3)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content == ClipContent(frameCount: 3, length: .seconds(2), droppedCount: 0))
  }

  @Test func whatIsHeldFollowsWhereTheClipGoesOn() throws {
    var recording = try held()
    recording.clip.hold(since: nil)
    take(7, into: &recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content == ClipContent(frameCount: 7, length: .seconds(6), droppedCount: 0))
  }

  @Test func framesThatAreNoPicturesAreCountedAsMissing() throws {
    var recording = try recording()
    recording.clip.collect()
    take(1, into: &recording)
    try begin(&recording)
    take(2, into: &recording, isWhole: false)
    take(4, into: &recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content == ClipContent(frameCount: 2, length: .seconds(3), droppedCount: 2))
  }

  @Test func aStillIsFoundABitAtATime() throws {
    var recording = try recording()
    #expect(
      recording.open.seek(StillWish(clip: nil, .number(1)), elements: 9).failure
        == "still.no-clips")
    recording.clip.collect()
    for number in 1...6 { take(number, into: &recording) }
    try begin(&recording)
    _ = try recording.clip.finish(in: recording.store, at: now)
    let wish = StillWish(clip: nil, .at(.milliseconds(2999)))
    #expect(recording.open.seek(wish, elements: 4) == .goesOn)
    #expect(recording.open.seek(wish, elements: 4) == .goesOn)
    guard case .found(let still) = recording.open.seek(wish, elements: 4) else {
      Issue.record("no still was found")
      return
    }
    #expect(still.number == 3 && still.count == 6 && still.time == .seconds(2) && still.isWhole)
    // What was looked through once is known.
    guard case .found = recording.open.seek(StillWish(clip: 1, .number(6)), elements: 0)
    else {
      Issue.record("it was forgotten")
      return
    }
    let view = recording.open.clipInView(1)
    #expect(view != nil && recording.open.clipInView(2) == nil)
  }

  @Test func aFrameIsTakenOnce() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 5))
    take(1, into: &recording)
    recording.clip.collect()
    take(1, into: &recording)
    try begin(&recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount == 1)
  }

  @Test func whatHasNoRoomIsLeftOutAndTheBeginningStays() throws {
    var recording = try recording()
    var small = preRoll(seconds: 5)
    small.byteCount = 3000
    recording.clip.remember(small)
    recording.clip.collect()
    for number in 1...50 { take(number, into: &recording) }
    #expect(recording.clip.firstStamp == frame(1).stamped)
    try begin(&recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount < 20)
    #expect(stored.content.droppedCount == 0)
  }

  @Test func aStoreThatIsClosedGivesTheClipUp() throws {
    var recording = try recording()
    recording.clip.collect()
    take(1, into: &recording)
    try begin(&recording)
    recording.close()
    var failure: Failure?
    do { _ = try recording.clip.finish(in: recording.store, at: now) } catch { failure = error }
    #expect(failure?.role == .store)
    #expect(recording.clip.firstStamp == nil)
  }

  @Test func memoryIsGivenBackWhenNothingIsToBeRemembered() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 5))
    take(1, into: &recording)
    recording.clip.remember(nil)
    #expect(recording.clip.firstStamp == nil)
    recording.clip.remember(preRoll(seconds: 5))
    #expect(recording.clip.firstStamp == nil)
  }

  @Test func aClipUnderWayKeepsItsFramesWhenNothingIsToBeRemembered() throws {
    var recording = try recording()
    recording.clip.remember(preRoll(seconds: 5))
    take(1, into: &recording)
    recording.clip.collect()
    take(2, into: &recording)
    recording.clip.remember(nil)
    try begin(&recording)
    let stored = try recording.clip.finish(in: recording.store, at: now)
    #expect(stored.content.frameCount == 2)
    #expect(recording.clip.remembers == false)
  }
}

extension StillSearch {
  /// The key of why nothing was found.
  fileprivate var failure: String? {
    if case .failed(let reason) = self { reason.key } else { nil }
  }
}

/// A clip on its way into a store.
private struct Recording {
  var store: BoardStore
  var clip = PendingClip()

  var open: OpenStore {
    guard let store = store.current else { preconditionFailure("the store is closed") }
    return store
  }

  mutating func close() {
    clip.leave(store)
    store.close()
  }
}
