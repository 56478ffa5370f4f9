import Testing

@testable import Core

/// A gesture during a pause: until it is known the pause stays, and afterwards too if it needs no camera.
@Suite struct GestureInPauseTests {
  enum Pause: CaseIterable { case idle, manual }

  /// What a person does from 40 s on that asks for no photo.
  static let others: [[Cue]] = [
    Cue.press(40) + Cue.press(40.3),
    Cue.press(40) + Cue.press(40.3) + Cue.press(40.6),
    Cue.press(40, hold: 2),
  ]

  /// A board that is paused long before 40 s.
  private func run(
    _ pause: Pause, _ script: [Cue], _ change: (inout Settings) -> Void = { _ in }
  ) -> Recording {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      $0.gestures.doubleClick = .none
      change(&$0)
    }
    let asked = pause == .manual ? Cue.line("pause", at: 9) : []
    return Recording(settings, [asked, script], until: 55)
  }

  @Test(arguments: Pause.allCases, others)
  func whatNeedsNoCameraDoesNotOpenIt(pause: Pause, script: [Cue]) {
    #expect(run(pause, script).openings == [.at(0)])
  }

  @Test(arguments: Pause.allCases, others)
  func whatNeedsNoCameraAnnouncesNeitherAnEndOfThePauseNorItsReturn(pause: Pause, script: [Cue]) {
    let run = run(pause, script)
    let later = run.announcements.filter { $0.at >= .at(40) }.map(\.phrase.key)
    #expect(
      later.filter {
        $0 == "capture.resumed" || $0 == "capture.paused.idle" || $0 == "capture.paused.manual"
      } == [])
    #expect(run.machine.capture.state == .paused(pause == .idle ? .idle : .manual))
  }

  @Test(arguments: Pause.allCases)
  func aClickThatMeansNothingLeavesThePauseAlone(pause: Pause) {
    let run = run(pause, Cue.press(40)) { $0.gestures.click = .none }
    #expect(run.openings == [.at(0)])
  }

  @Test(arguments: Pause.allCases)
  func aClickOpensTheCameraWhenItIsKnownAndCountsFromItsEdge(pause: Pause) {
    let run = run(pause, Cue.press(40))
    #expect(run.openings == [.at(0), .at(40.45)])
    #expect(run.stored.map(\.planned) == [.at(43)])
  }

  /// Its photo falls due at the edge, and waits until it is known whether anybody wants it.
  @Test(arguments: Pause.allCases, others)
  func aPhotoThatFellDueAndWasNotMeantLeavesNoTrace(pause: Pause, script: [Cue]) {
    let run = run(pause, script) { $0.countdown = .zero }
    let later = run.announcements.filter { $0.at >= .at(40) }.map(\.phrase.key)
    #expect(
      later.filter {
        $0 == "capture.resumed" || $0 == "capture.paused.idle" || $0 == "capture.paused.manual"
      } == [])
    #expect(run.stored.isEmpty)
    #expect(run.closings.count == run.openings.count)
    #expect(run.machine.capture.state == .paused(pause == .idle ? .idle : .manual))
  }

  @Test(arguments: Pause.allCases)
  func aPhotoThatFallsDueBeforeTheGestureIsKnownIsTakenAsSoonAsTheCameraIsBack(pause: Pause) {
    let run = run(pause, Cue.press(40, hold: 1)) { $0.countdown = .zero }
    #expect(run.stored.map(\.planned) == [.at(40)])
    #expect(run.stored.allSatisfy { $0.actual - .at(41.35) < .milliseconds(300) })
  }

  /// A slow gesture, or a loop that was held up, leaves the camera no time.
  @Test func aCameraThatWasOpenedTooLateIsNotToBlame() {
    let settings = Settings.board {
      $0.roles.insert(.accelerometer)
      ($0.countdown, $0.gestures.tripleClick) = (.zero, .photo)
    }
    let clicks = [40, 41.4, 42.8].flatMap { Cue.press($0, hold: 1.1) }
    let run = Recording(settings, [clicks], until: 55) { $0.settling = .seconds(3) }
    #expect(run.reasons == [Phrase.openedLate("4.3").english])
  }
}
