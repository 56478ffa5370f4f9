import Testing

@testable import Core

@Suite struct ShutdownTests {
  @Test func theLightAndTheBuzzerAreOffAtTheEnd() {
    for script in [Cue.press(19.8), Cue.line("shutdown --yes", at: 19), Cue.press(13.9, hold: 9)] {
      let run = Recording([script], until: 20)
      #expect(!run.isLit(at: .at(99)))
      #expect(
        run.effects.last { if case .output(.buzzer) = $0 { true } else { false } }
          != .output(.buzzer(true)))
    }
  }

  @Test func asTheSystemAsksItEndsAtOnce() {
    #expect(Recording([], until: 20).world.now == .at(20))
  }

  @Test func aPhotoThatWasTakenIsMadeDurableFirst() {
    let settings = Settings.board { $0.interval = .milliseconds(200) }
    let run = Recording(settings, [Cue.press(5)], until: 8.021) { $0.flush = .seconds(2) }
    #expect(run.stored.count == 1)
    #expect(
      run.effects.contains {
        if case .console(.announce(Phrase.photoStored(1), _)) = $0 { true } else { false }
      })
    #expect(run.world.now > .at(10))
  }

  @Test func photosThatWaitInMemoryAreMadeDurableFirst() {
    let settings = Settings.board {
      $0.count = 9
      $0.interval = .milliseconds(240)
    }
    let run = Recording(settings, [Cue.press(5)], until: 8.51)
    let stores = run.effects.filter { if case .photo(.store) = $0 { true } else { false } }
    #expect(run.stored.isEmpty)
    #expect(stores.count == run.kept.count)
    #expect(run.kept.count == 3)
  }

  /// As hot as the board may be, and as long as the end may take.
  @Test func theCameraIsClosedWhileTheEndWaitsForALock() {
    let run = Recording([Cue.press(5), Cue.line("shutdown --yes", at: 8.3)], until: 60) {
      $0.locks = [.at(7)..<(.at(30))]
    }
    #expect(run.times(of: .device(.close(.camera))) == [.at(8.3)])
    #expect(run.stored.count > 1 && run.announced.contains("photo.stored"))
    #expect(run.world.now > .at(30))
  }

  @Test func aPhotoThatHasItsFrameIsStoredWithTheCameraOff() {
    let run = Recording([Cue.press(5)], until: 8.021)
    #expect(run.effects.contains(.device(.close(.camera))))
    #expect(run.effects.contains { if case .photo(.store) = $0 { true } else { false } })
  }

  /// The frame that was chosen turns out to be no picture, and the end has come meanwhile.
  @Test func aPhotoWhoseFrameIsNoPictureGetsAnotherBeforeTheEnd() {
    var machine = Machine(.board)
    var world = ScriptedWorld([Cue.line("snap --in 0", at: 5)].flatMap { $0 })
    world.damaged = [1]
    let stop = Event.signal(.stop)
    var isTold = false
    // The end comes between the keeping of the frame and what became of it.
    while !machine.isFinished, world.wakes < 10_000 {
      guard let (event, now) = world.nextEvent(before: machine.deadline) else { break }
      if case .photo(.failed) = event, !isTold {
        isTold = true
        for effect in machine.handle(stop, now: now) { world.perform(effect) }
      }
      for effect in machine.handle(event, now: now) { world.perform(effect) }
    }
    let effects = world.log.map(\.effect)
    #expect(isTold && machine.isFinished)
    #expect(effects.contains { if case .photo(.store) = $0 { true } else { false } })
    #expect(effects.contains(.device(.close(.camera))))
    #expect(effects.filter { $0 == .console(.answered(SessionID(number: 1))) }.count == 1)
  }

  @Test func aPauseIsNotEndedByWhoeverEnds() {
    let run = Recording(
      [Cue.line("shutdown --yes", at: 41), Cue.scene(at: 41.5)], until: 60
    ) { $0.sceneChange = 0 }
    #expect(run.times(of: .device(.open(.camera))).allSatisfy { $0 < .at(41) })
    #expect(run.times(of: .device(.open(.camera))).count > 1)
    #expect(!run.announced.contains("capture.resumed.movement"))
  }

  @Test func aSeriesIsNotGoneOnWith() {
    let run = Recording(.board { $0.count = 3 }, [Cue.press(5)], until: 8.5)
    #expect(run.kept.count == 1)
  }

  @Test func aTentativePhotoIsDropped() {
    let run = Recording(.board { $0.countdown = .zero }, [Cue.press(5)], until: 5.2)
    #expect(run.effects.contains(.photo(.drop(1))))
    #expect(run.machine.isFinished)
  }

  @Test func aPersonsShutdownIsSeenAndHeard() {
    let run = Recording([Cue.line("shutdown --yes", at: 5.2)])
    #expect(run.world.now == .at(6.2))
    #expect(run.light(from: 5.2, to: 6.2) == [250, -250, 250, -250])
    #expect(run.times(of: .output(.buzzer(true))).last == .at(5.2))
    #expect(run.times(of: .output(.buzzer(false))).contains(.at(5.7)))
  }

  @Test(arguments: [0.1, 2])
  func aPressThatBeganBeforeItComesToNothingAndIsNotAnswered(hold: Double) {
    let script = [Cue.press(5, hold: hold), Cue.line("shutdown --yes", at: 5.05)]
    let run = Recording(.board { $0.hasVoice = true }, script) { $0.speechTime = .seconds(3) }
    #expect(run.world.now > .at(7))
    #expect(run.announced.filter { $0.hasPrefix("machine.") }.count == 1)
    #expect(run.kept.isEmpty)
  }

  @Test func aVeryLongPressShutsDown() {
    let run = Recording([Cue.press(5, hold: 7)])
    #expect(run.announcement(of: "machine.shutdown-by-button") == .at(11))
    #expect(run.world.now == .at(12))
  }

  @Test(arguments: [
    (Cue.line("shutdown --yes", at: 5), true), (Cue.press(5, hold: 7), true), ([], false),
    (Cue.signal(.stop, at: 5) + Cue.press(5, hold: 7), false),
  ])
  func onlyAPersonHasTheBoardShutDown(script: [Cue], isShutdown: Bool) {
    #expect(Recording([script]).machine.isShutdown == isShutdown)
  }

  @Test(arguments: ["delete 1 --now", "purge"])
  func nobodyIsAskedAnythingOnceItShutsDown(line: String) {
    let run = Recording([Cue.line("shutdown --yes", at: 5), Cue.line(line, at: 5.5)])
    #expect(run.said() == [Phrase.shuttingDown.english])
    #expect(run.answered() == 2)
  }

  @Test func pressesAreNothingOnceItShutsDown() {
    let run = Recording([
      Cue.line("shutdown --yes", at: 5), Cue.press(5.2), Cue.line("shutdown --yes", at: 5.5),
    ])
    #expect(run.kept.isEmpty)
    #expect(run.said() == [Phrase.shuttingDown.english])
    #expect(run.world.now == .at(6))
    #expect(run.answered() == 2)
  }

  /// A line of the very last turn: nobody would carry out what its answer needs.
  @Test func aLineThatComesWithTheEndIsAnswered() {
    var machine = Machine(.board)
    _ = machine.handle(.started, now: .at(0))
    _ = machine.handle(.signal(.stop), now: .at(1))
    let session = SessionID(number: 1)
    let effects = machine.handle(.console(.line("status", from: session, .full)), now: .at(2))
    #expect(machine.isFinished)
    #expect(effects.contains(.console(.answered(session))))
  }

  @Test func aStatusWhoseMeasurementsComeWithTheEndIsAnsweredOnce() {
    var machine = Machine(.board)
    _ = machine.handle(.started, now: .at(0))
    let session = SessionID(number: 1)
    _ = machine.handle(.console(.line("status", from: session, .full)), now: .at(1))
    _ = machine.handle(.signal(.stop), now: .at(1))
    let effects = machine.handle(.measured(.all(Measurements())), now: .at(2))
    #expect(machine.isFinished)
    #expect(effects.filter { $0 == .console(.answered(session)) }.count == 1)
  }

  @Test func nothingHappensAfterTheEnd() {
    var machine = Recording([]).machine
    #expect(machine.handle(.signal(.snap), now: .at(99)) == [])
    #expect(machine.deadline == nil)
  }
}
