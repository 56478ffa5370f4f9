import Testing

@testable import Core

/// A camera that saves power, and photos that do not.
@Suite struct PowerTests {
  private static let fullPhotos = Settings.board { $0.isPhotoFull = true }

  /// How the camera was opened, from its first opening on.
  private func powers(_ run: Recording) -> [CameraPower] {
    var power = CameraPower.full
    var powers: [CameraPower] = []
    for entry in run.entries {
      if case .camera(.power(let wanted)) = entry.effect { power = wanted }
      if entry.effect == .device(.open(.camera)) { powers.append(power) }
    }
    return powers
  }

  @Test func itIsAskedForAndToldWithoutChangingIt() {
    let run = Recording([Cue.line("powersave", at: 5, from: 1, .status)])
    #expect(run.said() == [Phrase.powerSaveOff.english])
    #expect(powers(run) == [.full])
    #expect(run.answered() == 1)
  }

  @Test func aConsoleThatMayOnlyReadChangesNothing() {
    let run = Recording([Cue.line("powersave on", at: 5, from: 1, .status)])
    #expect(run.said() == [Phrase.consoleStatusOnly.english])
    #expect(powers(run) == [.full])
  }

  @Test func theCameraIsOpenedAnewAndBack() {
    let run = Recording([Cue.line("powersave on", at: 5), Cue.line("powersave off", at: 9)])
    #expect(powers(run) == [.full, .saving, .full])
    #expect(run.times(of: .device(.close(.camera))) == [.at(5), .at(9)])
    #expect(run.said() == [Phrase.powerSaveOn.english, Phrase.powerSaveOff.english])
    #expect(run.gaps.isEmpty)
  }

  @Test func onceMoreOnChangesNothing() {
    let run = Recording([Cue.line("powersave on", at: 5), Cue.line("powersave on", at: 9)])
    #expect(powers(run) == [.full, .saving])
  }

  @Test func duringACountdownItIsBusy() {
    let run = Recording([Cue.press(5), Cue.line("powersave on", at: 6)])
    #expect(run.said().first?.hasPrefix("Busy: counting") == true)
    #expect(powers(run) == [.full])
  }

  @Test func aPausedCameraStaysOffAndComesBackSavingPower() {
    let run = Recording([
      Cue.line("pause", at: 5), Cue.line("powersave on", at: 6), Cue.line("resume", at: 9),
    ])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(9)])
    #expect(powers(run) == [.full, .saving])
  }

  @Test func aCameraThatFailsComesBackSavingPower() {
    let run = Recording([Cue.line("powersave on", at: 5), Cue.failed(.busyCamera, at: 8)])
    #expect(powers(run) == [.full, .saving, .saving])
  }

  @Test func itsPhotosAreSmallToo() {
    let run = Recording([Cue.line("powersave on", at: 5), Cue.press(8)])
    #expect(powers(run) == [.full, .saving])
    #expect(run.stored.map(\.planned) == [.at(11)])
  }

  @Test func fullPhotosOpenTheCameraWhileItCountsAndGoBackWhenAllIsStored() throws {
    let run = Recording(Self.fullPhotos, [Cue.line("powersave on", at: 5), Cue.press(8)])
    #expect(powers(run) == [.full, .saving, .full, .saving])
    let openings = run.times(of: .device(.open(.camera)))
    // From then on it is known to be a click.
    #expect(openings[2] == .at(8.45))
    #expect(run.stored.map(\.planned) == [.at(11)])
    let shot = try #require(run.stored.first)
    #expect(shot.actual - shot.planned < .milliseconds(50))
    #expect(openings[3] >= .at(11.02))
  }

  @Test(arguments: [
    Cue.press(8) + Cue.press(8.3), Cue.press(8) + Cue.press(8.3) + Cue.press(8.6),
    Cue.press(8, hold: 2),
  ])
  func aGestureThatWantsNoPhotoLeavesTheCameraAsItIs(gesture: [Cue]) {
    let run = Recording(Self.fullPhotos, [Cue.line("powersave on", at: 5), gesture])
    #expect(powers(run) == [.full, .saving])
  }

  @Test func aCountdownUnderTwoSecondsLeavesNoTimeForThat() {
    let run = Recording(
      Self.fullPhotos, [Cue.line("powersave on", at: 5), Cue.line("snap --in 1.9", at: 8)])
    #expect(powers(run) == [.full, .saving])
    #expect(run.stored.count == 1)
  }

  @Test func aSeriesGoesBackAfterItsLastPhoto() {
    let series = Cue.line("snap --in 2 --count 3 --every 2", at: 8)
    let run = Recording(Self.fullPhotos, [Cue.line("powersave on", at: 5), series])
    #expect(run.stored.count == 3)
    #expect(powers(run) == [.full, .saving, .full, .saving])
  }

  @Test func aCancelledCountdownGoesBack() {
    let run = Recording(
      Self.fullPhotos, [Cue.line("powersave on", at: 5), Cue.press(8), Cue.press(9.5)])
    #expect(powers(run) == [.full, .saving, .full, .saving])
    #expect(run.stored.isEmpty)
  }

  @Test func aPressDuringAPauseOpensTheCameraOnceAndFully() {
    let script = [Cue.line("powersave on", at: 5), Cue.line("pause", at: 7), Cue.press(9)]
    #expect(powers(Recording(Self.fullPhotos, script)) == [.full, .saving, .full, .saving])
  }

  @Test func aFullPhotoThatFindsTheCameraSlowKeepsItsPlannedInstant() throws {
    let run = Recording(Self.fullPhotos, [Cue.line("powersave on", at: 5), Cue.press(12)]) {
      $0.settling = .seconds(4)
    }
    let shot = try #require(run.stored.first)
    #expect(shot.planned == .at(15))
    // From 12.45 on it is known to be a click.
    #expect(shot.actual == .at(16.45))
  }

  @Test(arguments: [false, true])
  func statusTellsIt(isPhotoFull: Bool) {
    let settings = Settings.board { $0.isPhotoFull = isPhotoFull }
    let run = Recording(
      settings,
      [
        Cue.line("powersave on", at: 5), Cue.line("status", at: 9),
        Cue.line("status --json", at: 9),
      ])
    let sentence = (isPhotoFull ? Phrase.powerSaveButPhotos : .powerSaveOn).english
    #expect(run.said()[1].contains(sentence))
    #expect(run.said()[2].contains(#""powersave":true"#))
  }
}
