import Testing

@testable import Core

@Suite struct StallTests {
  /// A photo at 8 s whose flush keeps the loop from 8.0 s to 10.0 s.
  private func stalled(_ script: [[Cue]], _ settings: Settings = .board) -> Recording {
    Recording(settings, [Cue.press(5)] + script) { $0.flush = .seconds(2) }
  }

  @Test func pressesDuringAStallKeepTheirOwnTimes() {
    let run = stalled([Cue.press(8.5)])
    #expect(run.stored.map(\.planned) == [.at(8), .at(11.5)])
  }

  @Test func aStallDoesNotMergePresses() {
    let settings = Settings.board { $0.gestures.longPress = .none }
    let run = stalled([Cue.press(8.2), Cue.press(8.7)], settings)
    #expect(run.announced.contains("shutter.cancelled"))
    #expect(!run.announced.contains("clip.wanted"))
  }

  @Test func aStallDoesNotPartADoubleClick() {
    let run = stalled([Cue.press(8.2), Cue.press(8.5)])
    #expect(run.times(of: .console(.announce(.clipWanted, to: nil))).count == 1)
    #expect(!run.announced.contains("shutter.cancelled"))
  }

  @Test func aCancellingPressStampedBeforeTheShotIsHandledBeforeIt() {
    let settings = Settings.board {
      $0.count = 2
      $0.interval = .milliseconds(1500)
    }
    let run = stalled([Cue.press(9, hold: 0.1)], settings)
    #expect(run.kept.map(\.planned) == [.at(8)])
    #expect(run.announced.contains("shutter.cancelled"))
  }

  @Test func aShortPressDuringAStallIsNoLongPress() {
    let run = stalled([Cue.press(8.1, hold: 0.2)])
    #expect(!run.announced.contains("undo.asked"))
  }

  @Test func aPhotoDueInAStallIsTheNearestThatTheDriverHadRoomFor() {
    let settings = Settings.board {
      $0.countdown = .zero
      $0.gestures.doubleClick = .none
      $0.gestures.tripleClick = .none
    }
    let run = stalled([Cue.press(5.6)], settings)
    #expect(run.stored.map(\.planned) == [.at(5), .at(5.6)])
    #expect(run.kept[1].actual == .at(5.26))
  }

  @Test func aPressReadAfterAFrameThatFollowedItWaitsForTheNextFrameEvent() {
    var machine = Machine(Settings.board { $0.countdown = .zero })
    for event in [.started, .device(.opened(.store)), .camera(.opened(.lab))] as [Event] {
      _ = machine.handle(event, now: .at(0))
    }
    _ = machine.handle(.camera(.frame(.at(1), previous: nil)), now: .at(1.01))
    // By now the camera may have gone on to another frame, of which the machine is yet to hear.
    let early = machine.handle(.edge(.press(0.99)), now: .at(1.05))
    let later = machine.handle(.camera(.frame(.at(1.04, 1), previous: .at(1))), now: .at(1.05))
    let kept = (early.filter(\.isKeep).count, later.filter(\.isKeep).count)
    #expect(kept == (0, 1))
  }

  /// The world carries effects out in their order, so the camera that was closed is opened anew.
  @Test func aPauseAndThePressThatEndsItLeaveTheCameraOpenWhenBothComeAfterAStall() {
    var machine = Machine(Settings.board { $0.idleAfter = .seconds(5) })
    for event in [.started, .device(.opened(.store)), .camera(.opened(.lab))] as [Event] {
      _ = machine.handle(event, now: .at(0))
    }
    _ = machine.handle(.camera(.frame(.at(1), previous: nil)), now: .at(1))
    let effects = [Event.edge(.press(8)), .edge(.release(8.1)), .deadline].flatMap {
      machine.handle($0, now: .at(9))
    }
    let camera = effects.filter {
      [.device(.open(.camera)), .device(.close(.camera))].contains($0)
    }
    #expect(camera == [.device(.close(.camera)), .device(.open(.camera))])
    #expect(machine.capture.state == .starting)
  }

  @Test func samplesMissedInAStallAreNotMadeUpFor() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = stalled([], settings)
    let samples = run.times(of: .accelerometer(.sample))
    #expect(samples.filter { $0 >= .at(8.1) && $0 < .at(10.09) }.count <= 2)
    #expect(samples.filter { $0 >= .at(12) && $0 < .at(13) }.count == 10)
  }
}

extension Effect {
  fileprivate var isKeep: Bool {
    if case .photo(.keep) = self { true } else { false }
  }
}
