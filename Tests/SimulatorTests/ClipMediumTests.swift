import Core
import Glibc
import System
import Testing
import VirtualDevices

@testable import Evidence
@testable import Simulator

/// Clips on a medium that forgets, whatever call it fails or loses its power in.
@Suite struct ClipMediumTests {
  /// What somebody who records was told.
  private struct Told {
    var flushed = 0
    var isStored = false
  }

  private static let frames = 6

  /// Records a clip of six frames, flushed after each second one, until something fails.
  private func record(_ store: inout Store, _ told: inout Told) throws(Failure) {
    let first = Moment(bootID: "first", instant: .zero + .seconds(20), wall: .unset)
    let request = ClipRequest(for: .button, planned: first.instant)
    try store.beginClip(
      ClipFacts(request, first: first, width: 64, height: 48, format: "MJPG"), at: first)
    let jpeg = UnsafeMutableRawBufferPointer.allocate(byteCount: 9000, alignment: 1)
    defer { jpeg.deallocate() }
    for index in 0..<Self.frames {
      for byte in jpeg.indices { jpeg[byte] = UInt8(truncatingIfNeeded: byte &* 7 &+ index) }
      let stamped = first.instant + .milliseconds(40 * index)
      try store.appendFrame(UnsafeRawBufferPointer(jpeg), stamped: stamped)
      guard index % 2 == 1 else { continue }
      try store.flushClip()
      told.flushed = index + 1
    }
    _ = try store.finishClip(dropped: 0, at: first)
    told.isStored = true
  }

  private func setup(_ medium: ForgetfulMedium) -> StoreSetup {
    var setup = StoreSetup(
      directory: medium.store, device: medium.device, program: ProgramFacts(version: "1"),
      check: { _ in nil })
    setup.medium = medium
    return setup
  }

  /// Records with `fault` after so many calls, then starts again after a power cut.
  ///
  /// - Parameter isLate: whether the log has not been emptied for so long that the clip has to do it.
  /// - Returns: whether the fault came to something.
  private func run(
    _ fault: MediumFault, after calls: Int, isCut: Bool, isLate: Bool = false
  ) throws -> Bool {
    var template = Array("\(Scratch.folder)/exhibit-clips-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { Folder.erase(folder) }
    let medium = ForgetfulMedium(folder, RandomGenerator(seed: UInt64(calls) + 3))
    var told = Told()
    do throws(Failure) {
      var store = try Store(
        setup(medium), at: Moment(bootID: "first", instant: .zero, wall: .unset))
      if isLate { for _ in 0..<Store.checkpointAtLatestAfter { store.countTransaction() } }
      medium.fail(fault, after: calls)
      try record(&store, &told)
      #expect(store.isCheckpointDue == false)
    } catch {}
    let hasFailed = medium.happened.total > 0
    medium.mend()
    if isCut || medium.isOff {
      medium.turnOff()
      medium.turnOn()
    }
    try check(told, on: medium, "\(fault) after \(calls) calls, \(isCut)")
    return hasFailed
  }

  private func check(_ told: Told, on medium: ForgetfulMedium, _ words: String) throws {
    let now = Moment(bootID: "second", instant: .zero + .seconds(5), wall: .unset)
    var store = try Store(setup(medium), at: now)
    _ = try store.recover(at: now)
    while store.isSurveyDue {
      try store.survey(entries: 10)
      while store.hasFindings { _ = try store.settle(at: now) }
    }
    let pieces = try store.archive.pieces()
    let frames = pieces.first?.clip?.frameCount ?? 0
    #expect(frames >= told.flushed && frames <= Self.frames, "\(words): \(frames) frames")
    if told.flushed > 0 { #expect(pieces.map(\.kind) == ["clip"], "\(words)") }
    if told.isStored {
      #expect(pieces.map(\.state) == ["stored"] && frames == Self.frames, "\(words)")
    }
    #expect(try Verification(ofStoreIn: medium.store, Trust()).isGood, "\(words)")
  }

  @Test(
    arguments: [
      MediumFault.powerCut, .lost, .unnamed, .broken, .short,
    ])
  func noCallThatFailsCostsAFlushedFrame(fault: MediumFault) throws {
    var calls = 0
    // Every other time the power goes off afterwards, whatever failed.
    while try run(fault, after: calls, isCut: calls.isMultiple(of: 2)) { calls += 1 }
    #expect(calls > (fault == .unnamed ? 0 : 2))
  }

  @Test(arguments: [MediumFault.powerCut, .lost, .broken, .short])
  func norDoesOneInALateCheckpoint(fault: MediumFault) throws {
    var calls = 0
    while try run(fault, after: calls, isCut: calls.isMultiple(of: 2), isLate: true) { calls += 1 }
    #expect(calls > 2)
  }
}
