import Testing

@testable import Core

/// What is recorded besides photos and gaps.
@Suite struct NoteTests {
  private let console = Requester.console(SessionID(number: 1))

  /// What is recorded before the program's last note.
  private func notes(_ run: Recording) -> [Note] { Array(run.notes.dropLast()) }

  private func failures(_ run: Recording) -> [FailedPhoto] {
    run.notes.compactMap { if case .photoFailed(let photo) = $0 { photo } else { nil } }
  }

  @Test func aPhotoThatFailsIsRecordedWithItsPlaceAndReason() {
    let run = Recording(.board { $0.count = 2 }, [Cue.press(5)]) { $0.unstored = [2] }
    #expect(failures(run).map(\.index) == [1])
    #expect(failures(run).map(\.reason) == [Failure.fullStore.phrase])
    #expect(failures(run).map(\.series.origin) == [.at(5)])
  }

  @Test func aPhotoWithoutAFrameIsRecordedAsFailed() {
    let run = Recording([Cue.press(0.5)]) { $0.settling = .seconds(15) }
    #expect(failures(run).map(\.series.press) == [.at(0.5)])
  }

  @Test func photosForWhichThereIsNoStoreAreRecordedOnceItWorksAgain() {
    let run = Recording([Cue.press(5), Cue.failed(.broken(.store), at: 7.99)])
    #expect(failures(run).count == run.reasons.count)
    #expect(failures(run).count == 1)
  }

  @Test func aPhotoOfAnAbandonedSeriesIsNotRecorded() {
    let instant = Settings.board { $0.countdown = .zero }
    let run = Recording(instant, [Cue.press(5), Cue.press(5.3)]) { $0.unkept = [1] }
    #expect(failures(run).isEmpty)
    let wanted = Recording(instant, [Cue.press(5)]) { $0.unkept = [1] }
    #expect(failures(wanted).count == 1)
  }

  @Test func whatAConsoleSetsIsRecordedWhereItChanges() {
    let run = Recording([
      Cue.line("powersave on", at: 5), Cue.line("powersave on", at: 6),
      Cue.line("powersave", at: 7), Cue.line("motion both", at: 8), Cue.line("motion", at: 9),
    ])
    #expect(
      notes(run) == [
        .settingChanged(SettingChange("powersave", "on", by: console)),
        .settingChanged(SettingChange("motion", "both", by: console)),
      ])
  }

  @Test func whatTheCameraTakesOnIsRecorded() {
    let run = Recording([
      [Cue(.camera(.chosen("usb-cam", by: SessionID(number: 1))), at: .at(5))],
      [Cue(.camera(.chosen(nil, by: SessionID(number: 1))), at: .at(6))],
      [Cue(.camera(.controlSet(.init("", "Gain", 7), by: SessionID(number: 1))), at: .at(7))],
    ])
    #expect(
      notes(run) == [
        .settingChanged(SettingChange("camera", "usb-cam", by: console)),
        .settingChanged(SettingChange("camera", nil, by: console)),
        .settingChanged(SettingChange("camera.controls.Gain", "7", by: console)),
      ])
  }

  @Test func aPhotoSaysWhatAConsoleHasSetBeforeIt() {
    let set = { (name: String, value: Int, at: Double) in
      let setting = ControlSetting("camera set", name, value)
      return [Cue(.camera(.controlSet(setting, by: SessionID(number: 1))), at: .at(at))]
    }
    let run = Recording([
      Cue.press(2), set("Gain", 1, 6), set("Hue", 2, 6), set("Gain", 3, 7), Cue.press(8),
    ])
    let controls = run.stored.map { $0.camera?.controls.map { "\($0.name) \($0.value)" } }
    #expect(controls == [[], ["Hue 2", "Gain 3"]])
  }

  @Test func anotherConfigurationIsRecordedAndTheSameIsNot() {
    let run = Recording([
      Cue.reconfigured(at: 5), Cue.reconfigured(at: 6) { $0.configurationDigest = "abc" },
      Cue.reconfigured(at: 7) { $0.configurationDigest = "abc" },
    ])
    #expect(notes(run) == [.configurationChanged(digest: "abc")])
  }

  @Test func aClockThatBecomesKnownIsRecorded() {
    var known = Measurements()
    known.wall = .told(1)
    let run = Recording([[Cue(.measured(.all(known)), at: .at(5))]])
    #expect(notes(run) == [.clockChanged(to: .told, from: .unset)])
  }

  @Test(arguments: [
    ([], false), (Cue.line("shutdown --yes", at: 5), true), (Cue.press(5, hold: 7), true),
  ])
  func theEndIsTheLastThatIsRecorded(script: [Cue], isShutdown: Bool) {
    let run = Recording([script, Cue.line("powersave on", at: 3)])
    #expect(run.notes.last == .programStopped(isShutdown: isShutdown))
    #expect(run.notes.count { $0 == .programStopped(isShutdown: isShutdown) } == 1)
    #expect(run.machine.isFinished)
  }
}

/// Notes beside all else that the machine does.
@Suite struct NoteTimingTests {
  private func times(_ run: Recording) -> [Instant] {
    run.world.log.compactMap { entry in
      if case .store(.note) = entry.effect { entry.at } else { nil }
    }
  }

  private func isLit(before index: Int, in log: [ScriptedWorld.Entry]) -> Bool {
    log[..<index].last { entry in
      if case .output(.light) = entry.effect { true } else { false }
    }?.effect == .output(.light(true))
  }

  @Test func whatHappensWhileCountingIsRecordedTogetherWhenThePhotoIsStored() {
    let run = Recording([
      Cue.press(5), Cue.line("motion both", at: 6), Cue.line("motion off", at: 7),
    ])
    #expect(times(run).first == .at(8.04))
    #expect(run.noted.first?.count == 2)
  }

  @Test func notesWaitForAStoreThatIsClosed() {
    let run = Recording([Cue.failed(.broken(.store), at: 5), Cue.line("motion off", at: 6)])
    #expect(times(run).first == .at(7))
  }

  @Test func whatTheStoreFailsOfIsRecordedOnceItIsOpenedAgain() {
    let run = Recording([Cue.line("motion off", at: 5)]) {
      $0.noteFailures = (.broken(.store), 2)
    }
    #expect(times(run).prefix(3) == [.at(5), .at(7), .at(9)])
    #expect(Set(run.noted.prefix(3)).count == 1)
    #expect(run.noted.count == 4)
    #expect(run.times(of: .device(.open(.store))) == [.at(0), .at(7), .at(9)])
    #expect(run.announced.contains("test.broken"))
  }

  @Test func aLockedDatabaseIsWaitedForWithoutAFault() {
    let run = Recording([Cue.line("motion off", at: 5)]) { $0.locks = [.at(4)..<(.at(8.5))] }
    #expect(times(run).prefix(4) == [.at(5), .at(6), .at(8), .at(12)])
    #expect(run.times(of: .device(.open(.store))) == [.at(0)])
    #expect(!run.announced.contains("store.busy"))
  }

  @Test func aDatabaseThatStaysLockedIsAFaultInTheEnd() {
    let run = Recording([Cue.line("motion off", at: 5)], until: 60) {
      $0.locks = [.at(4)..<(.at(36))]
    }
    #expect(run.announcement(of: "store.busy") == .at(35))
    #expect(run.times(of: .device(.open(.store))) == [.at(0), .at(37)])
    #expect(run.noted.last?.first == .programStopped(isShutdown: false))
    #expect(Set(run.noted.dropLast()).count == 1)
  }

  @Test func theEndIsRecordedBehindASolidLight() throws {
    for end in [20.0, 20.3, 21.5] {
      let log = Recording([Cue.press(19)], until: end).world.log
      let index = try #require(
        log.lastIndex { if case .store(.note) = $0.effect { true } else { false } })
      #expect(isLit(before: index, in: log), "\(end)")
    }
  }

  @Test func aPhotoUnderWayIsRecordedBeforeTheEnd() {
    let run = Recording([Cue.press(5)], until: 8.03) { $0.unkept = [1] }
    #expect(run.notes.count == 2)
    #expect(run.notes.last == .programStopped(isShutdown: false))
  }

  @Test func aStoreThatFailsDoesNotHoldUpTheEnd() {
    let run = Recording([], until: 20) { $0.noteFailures = (.broken(.store), 99) }
    #expect(run.noted == [[.programStopped(isShutdown: false)]])
    #expect(run.world.now == .at(20))
  }

  @Test func aStoreThatIsClosedDoesNotHoldUpTheEnd() {
    let run = Recording([], until: 20) { $0.openingFailures[.store] = (.fullStore, 99) }
    #expect(run.noted.isEmpty)
    #expect(run.world.now == .at(20))
  }

  @Test(arguments: [(3.0, 23.0), (99, 50)])
  func aLockHoldsUpTheEndForAWhileAtMost(length: Double, end: Double) {
    let run = Recording([], until: 20) { $0.locks = [.at(19)..<(.at(20 + length - 0.5))] }
    #expect(run.machine.isFinished)
    #expect((run.world.now - .at(end)).magnitude < .milliseconds(1))
    #expect(Set(run.noted) == [[.programStopped(isShutdown: false)]])
  }
}
