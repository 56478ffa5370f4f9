import Testing

@testable import Core

@Suite struct ReconfigurationTests {
  /// What was done to devices from 4 s on.
  private func devices(_ run: Recording) -> [Effect] {
    run.entries.filter { $0.at >= .at(4) }.map(\.effect).filter { effect in
      switch effect {
      case .device: true
      default: false
      }
    }
  }

  @Test func whileShuttingDownNothingIsChanged() {
    let run = Recording([
      Cue.line("shutdown --yes", at: 5), Cue.reconfigured([.light, .camera, .button], at: 5.5),
    ])
    #expect(devices(run) == [.device(.close(.camera))])
    #expect(run.world.now == .at(6))
  }

  @Test func aSeriesUnderWayKeepsItsPlan() {
    let run = Recording(
      .board { $0.count = 2 },
      [Cue.press(5), Cue.reconfigured(at: 7) { $0.countdown = .seconds(1) }])
    #expect(run.stored.map(\.planned) == [.at(8), .at(9)])
  }

  @Test func theNextSeriesGoesByTheNewSettings() {
    let settings = Cue.reconfigured(at: 4) {
      $0.countdown = .seconds(1)
      $0.count = 2
      $0.interval = .seconds(3)
    }
    #expect(Recording([settings, Cue.press(5)]).stored.map(\.planned) == [.at(6), .at(9)])
  }

  @Test func gesturesAskForWhatTheyAreNowSaidTo() {
    let run = Recording([Cue.reconfigured(at: 4) { $0.gestures.click = .none }, Cue.press(5)])
    #expect(run.kept.isEmpty)
  }

  @Test func pressesAreTimedAsTheyAreNowSaidToBe() {
    let short = Cue.reconfigured(at: 4) { $0.gestureTimes.veryLong = .seconds(2) }
    #expect(Recording([short, Cue.press(5, hold: 3)]).world.now < .at(9))
    #expect(Recording([Cue.press(5, hold: 3)]).world.now == .at(20))
    let late = Cue.reconfigured(at: 6) { $0.gestureTimes.veryLong = .seconds(2) }
    #expect(Recording([late, Cue.press(5, hold: 3)]).world.now == .at(20))
    let slow = Cue.reconfigured(at: 4) { $0.debounce = .milliseconds(500) }
    let rattling = Recording([slow, Cue.press(5), Cue.press(5.3)])
    #expect(rattling.machine.button.counts.edges == 4)
    #expect(rattling.stored.map(\.planned) == [.at(8)])
  }

  @Test(arguments: [Role.camera, .button])
  func whatAPhotoDependsOnWaitsForIt(role: Role) {
    let run = Recording([Cue.press(5), Cue.reconfigured([role], at: 6)])
    #expect(run.stored.map(\.planned) == [.at(8)])
    #expect(devices(run) == [.device(.close(role)), .device(.open(role))])
    #expect(run.times(of: .device(.close(role))).allSatisfy { $0 > .at(8) && $0 < .at(8.2) })
    #expect(run.announcement(of: "machine.renewal-waits") == .at(6))
  }

  @Test func aPressUnderWayTakesItsPhotoBeforeTheButtonChanges() {
    let run = Recording([Cue.press(5, hold: 0.4), Cue.reconfigured([.button], at: 5.2)])
    #expect(run.stored.map(\.planned) == [.at(8)])
    #expect(run.times(of: .device(.close(.button))).allSatisfy { $0 > .at(8) })
  }

  @Test func aCancelledSeriesLetsTheCameraChangeAtOnce() {
    let run = Recording([
      Cue.press(5), Cue.reconfigured([.camera], at: 6), Cue.line("cancel", at: 6.5),
    ])
    #expect(run.times(of: .device(.close(.camera))) == [.at(6.5)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(6.5)])
  }

  @Test func nobodyIsToldToWaitWhenNothingIsUnderWay() {
    let run = Recording([Cue.reconfigured([.camera, .button], at: 4)])
    #expect(!run.announced.contains("machine.renewal-waits"))
  }

  @Test func aButtonThatIsHeldWhenItChangesDoesNotShutDown() {
    let run = Recording(
      .board { $0.gestures.click = .none },
      [[Cue.press(5)[0]], Cue.reconfigured([.button], at: 5.5) { $0.gestures.click = .none }])
    #expect(run.world.now == .at(20))
    #expect(run.announced.isEmpty)
  }

  @Test(arguments: [(Role.light, Effect.output(.light(false))), (.buzzer, .output(.buzzer(false)))])
  func whatShinesOrSoundsIsSwitchedOffBeforeItIsClosed(role: Role, off: Effect) throws {
    let run = Recording([Cue.press(5), Cue.reconfigured([role], at: 6)])
    let closing = try #require(run.effects.firstIndex(of: .device(.close(role))))
    #expect(run.effects[closing - 1] == off)
    #expect(run.times(of: .device(.close(role))) == [.at(6)])
    #expect(run.stored.map(\.planned) == [.at(8)])
  }

  @Test func theNewLightShowsWhatTheOldOneShowed() {
    let run = Recording([Cue.press(5), Cue.reconfigured([.light], at: 6.1)])
    let effects = run.entries.filter { $0.at == .at(6.1) }.map(\.effect)
    #expect(effects.last == .output(.light(run.isLit(at: .at(6.09)))))
  }

  @Test func allAreClosedBeforeOneIsOpened() {
    let run = Recording([Cue.reconfigured([.light, .button, .camera], at: 4)])
    let roles: [Role] = [.light, .camera, .button]
    #expect(
      devices(run) == roles.map { .device(.close($0)) } + roles.map { .device(.open($0)) })
  }

  @Test func aRoleThatVanishesIsAbsent() {
    let run = Recording([
      Cue.reconfigured([.camera, .buzzer], at: 4) { $0.roles.subtract([.camera, .buzzer]) },
      Cue.press(5),
    ])
    #expect(devices(run) == [.device(.close(.buzzer)), .device(.close(.camera))])
    #expect(run.machine.peripherals.state(of: .buzzer) == .absent)
    #expect(run.announcement(of: "camera.absent") != nil)
  }

  @Test func aRoleThatAppearsIsOpened() {
    let run = Recording([
      Cue.reconfigured([.accelerometer], at: 4) { $0.roles.insert(.accelerometer) }
    ])
    #expect(run.machine.accelerometer.acceleration != nil)
    #expect(run.times(of: .accelerometer(.sample)).first == .at(4.1))
  }

  @Test func anAccelerometerThatVanishesIsAskedNoMore() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    let run = Recording(settings, [Cue.reconfigured([.accelerometer], at: 4)])
    #expect(run.times(of: .accelerometer(.sample)).allSatisfy { $0 <= .at(4) })
    #expect(run.machine.accelerometer.acceleration == nil)
  }

  @Test func aFailureOfTheOldDeviceIsNotHeldAgainstTheNew() {
    let run = Recording([
      Cue.failed(.broken(.button), at: 4), Cue.reconfigured([.button], at: 4.5), Cue.press(5),
    ])
    #expect(run.times(of: .device(.open(.button))) == [.at(0), .at(4.5)])
    #expect(run.stored.map(\.planned) == [.at(8)])
  }

  @Test func anotherFloorIsMeasuredAtOnce() {
    let run = Recording([Cue.reconfigured(at: 4) { $0.storageFloor = 30_000_000_000 }])
    #expect(run.announcement(of: "storage.low") == .at(4))
  }

  @Test func aCameraThatIsPausedStaysClosed() {
    let run = Recording([Cue.reconfigured([.camera], at: 4)]) {
      $0.measurements.space = Space(free: 1, total: 32_000_000_000)
    }
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
  }
}
