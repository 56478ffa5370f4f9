import Testing

@testable import Core

@Suite struct GapTests {
  @Test func aCameraThatAlwaysDeliversHasNoGap() {
    #expect(Recording([Cue.press(5)]).gaps.isEmpty)
  }

  @Test func aFaultIsAGapFromTheLastFrameToTheNext() {
    let run = Recording([Cue.failed(.busyCamera, at: 7)])
    #expect(run.gaps == [Gap(from: .at(6.98), to: .at(9.1), cause: .fault)])
  }

  @Test func anAbsentCameraIsAGapFromWhenThatWasKnown() {
    let run = Recording([]) { $0.openingFailures[.camera] = (.absentCamera, 2) }
    #expect(run.gaps == [Gap(from: .at(0), to: .at(6.1), cause: .unplugged)])
  }

  @Test func aStallIsAGapAndSoIsTheFaultThatItBecomes() {
    let run = Recording([]) {
      $0.camera.hangsAt = .at(5)
      $0.silentStreamCount = 1
    }
    #expect(run.gaps == [Gap(from: .at(5.02), to: .at(14.12), cause: .stall)])
  }

  @Test func aGapThatIsStillOpenEndsWithTheProgram() {
    let run = Recording([], until: 20) { $0.openingFailures[.camera] = (.busyCamera, 99) }
    #expect(run.gaps.map(\.from) == [.at(0)])
    #expect(run.gaps.allSatisfy { $0.to >= .at(20) })
  }

  @Test func aGapIsRecordedWhenNoPhotoIsOnItsWay() {
    let run = Recording([Cue.press(5), Cue.failed(.busyCamera, at: 5.5)])
    let stored = run.entries.first { if case .photo(.store) = $0.effect { true } else { false } }
    let noted = run.entries.first { if case .store(.note) = $0.effect { true } else { false } }
    #expect(stored?.at == .at(8))
    #expect(noted?.at == .at(8.02))
  }

  @Test func aGapWaitsForAStoreThatDoesNotWork() {
    let run = Recording([
      Cue.failed(.fullStore, at: 6.5), Cue.failed(.busyCamera, at: 5),
    ]) { $0.openingFailures[.store] = (.fullStore, 0) }
    let noted = run.entries.first { if case .store(.note) = $0.effect { true } else { false } }
    #expect(noted?.at == .at(8.5))
    #expect(run.gaps.count == 1)
  }

  /// A blink that the flush froze would say something else.
  @Test(arguments: [20.0, 7.6])
  func theLightIsSolidWhileAGapIsRecorded(end: Double) throws {
    let run = Recording([Cue.failed(.busyCamera, at: 7)], until: end)
    let log = run.world.log
    let index = try #require(
      log.firstIndex { if case .store(.note) = $0.effect { true } else { false } })
    let lights: [Effect] = [.output(.light(true)), .output(.light(false))]
    let before = log[..<index].last { lights.contains($0.effect) }
    let after = log[index...].first { lights.contains($0.effect) }
    #expect(before?.effect == .output(.light(true)))
    #expect(after?.effect == .output(.light(false)))
    let solid = try #require(after).at - log[index].at
    #expect(solid <= .milliseconds(80), "freed at once, it may go on with a blip")
  }

  @Test func aCameraThatIsNoLongerWantedEndsItsGap() {
    let run = Recording([
      Cue.failed(.busyCamera, at: 5),
      Cue.reconfigured([.camera], at: 6) { $0.roles.remove(.camera) },
    ])
    #expect(run.gaps.map(\.to) == [.at(6)])
  }
}
