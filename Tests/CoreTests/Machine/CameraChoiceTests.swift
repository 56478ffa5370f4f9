import Testing

@testable import Core

@Suite struct CameraChoiceTests {
  private static let choice = Effect.camera(.answer(.use("1"), to: SessionID(number: 1)))

  private static func changed(isOpening: Bool, at seconds: Double) -> [Cue] {
    [Cue(.camera(.changed(isOpening: isOpening)), at: .at(seconds))]
  }

  @Test(arguments: ["snap --count 2 --every 2", "snap --in 0"])
  func noOtherCameraIsTakenWhilePhotosAreOnTheirWay(line: String) {
    let run = Recording([Cue.line(line, at: 5, from: 2), Cue.line("camera use 1", at: 5)])
    #expect(run.said().first?.hasPrefix("Busy: ") == true)
    #expect(run.times(of: Self.choice).isEmpty)
    #expect(run.answered() == 1)
  }

  @Test func noOtherCameraIsTakenDuringAGesture() {
    let run = Recording([Cue.press(5, hold: 0.5), Cue.line("camera use 1", at: 5.2)])
    #expect(run.said().first == Phrase.busyPressed.english)
    #expect(run.times(of: Self.choice).isEmpty)
  }

  @Test func noOtherCameraIsTakenByAConsoleThatMayOnlyRead() {
    let run = Recording([Cue.line("camera use 1", at: 5, from: 1, .status)])
    #expect(run.said() == [Phrase.consoleStatusOnly.english])
  }

  @Test func atRestAnotherCameraIsTaken() {
    let run = Recording([Cue.line("camera use 1", at: 5)])
    #expect(run.times(of: Self.choice) == [.at(5)])
    #expect(run.answered() == 1)
  }

  @Test func whileOneIsTakenNoOtherIs() {
    let run = Recording([Cue.line("camera use 1", at: 5), Cue.line("camera use 0", at: 5)])
    #expect(run.times(of: Self.choice) == [.at(5)])
    #expect(run.said() == [Phrase.busyChanging.english])
    #expect(run.answered() == 2)
  }

  @Test func whileTheOtherHasNotDeliveredNoThirdIsTaken() {
    let opened = [Cue(.camera(.opened(.lab)), at: .at(5))]
    let run = Recording([
      Cue.line("camera use 0", at: 5), Self.changed(isOpening: true, at: 5), opened,
      Cue.line("camera use 1", at: 5.01), Cue.line("camera use 1", at: 7),
    ])
    #expect(run.times(of: Self.choice) == [.at(7)])
  }

  private static let outcomes: [[Cue]] = [
    changed(isOpening: false, at: 5), [Cue(.camera(.stays), at: .at(5))],
    changed(isOpening: true, at: 5) + Cue.failed(.busyCamera, at: 5),
  ]

  @Test(arguments: outcomes)
  func afterwardsAnotherIsTaken(outcome: [Cue]) {
    let pause = Cue.line("pause", at: 4)
    let run = Recording([
      pause, Cue.line("camera use 0", at: 5), outcome, Cue.line("camera use 1", at: 6),
    ])
    #expect(run.times(of: Self.choice) == [.at(6)])
  }

  @Test func aFrameOfTheCameraBeforeIsNotKept() {
    let run = Recording(
      [Self.changed(isOpening: true, at: 5), Cue.line("snap --in 0", at: 5.001)], until: 6)
    #expect(run.kept.isEmpty)
  }

  @Test func aCameraThatIsOpenAlreadyIsNotOpenedAgain() {
    let opened = [Cue(.camera(.opened(.lab)), at: .at(5))]
    let run = Recording([Self.changed(isOpening: true, at: 5), opened, Cue.line("snap", at: 6)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
    #expect(run.stored.count == 1)
  }

  @Test func aCameraThatIsClosedIsOpened() {
    let run = Recording([Self.changed(isOpening: false, at: 5), Cue.line("snap", at: 6)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(5)])
    #expect(run.stored.count == 1)
  }

  @Test func aPausedCaptureStaysPausedWithAnotherCamera() {
    let run = Recording([Self.changed(isOpening: false, at: 6)], until: 8) {
      $0.measurements.space = Space(free: 1000, total: 32_000_000_000)
    }
    #expect(run.machine.capture.state == .paused(.lowStorage))
    #expect(run.times(of: .device(.open(.camera))).allSatisfy { $0 < .at(6) })
  }
}
