import Testing

@testable import Core

/// What each thing that a session does comes to at each end: a table.
@Suite struct SessionTests {
  /// What ends it, 10 s after the start.
  enum End: CaseIterable {
    case line, interrupted, capture, program
  }

  /// What a session does before, by what it is afterwards: nil where it is at rest.
  struct Mode: CustomTestStringConvertible {
    let name: String
    let cues: [Cue]
    /// What it does then.
    let doing: Sessions.Doing
    /// What it still does after a line, and after a capture of somebody else.
    var afterLine = Sessions.Doing.atRest
    var afterCapture: Sessions.Doing
    /// Whether it hears anything after a line of its own, and after a capture of somebody else.
    var hearsAfterLine = false
    var hearsOfCapture = false
    var change: @Sendable (inout ScriptedWorld) -> Void = { _ in }

    var testDescription: String { name }

    var lineCount: Int {
      cues.count { if case .console(.line) = $0.event { true } else { false } }
    }
  }

  static let modes = [
    Mode(name: "at rest", cues: [], doing: .atRest, afterCapture: .atRest),
    Mode(
      name: "watch", cues: Cue.line("watch", at: 5), doing: .watching(isJSON: false),
      afterCapture: .watching(isJSON: false), hearsOfCapture: true),
    Mode(
      name: "watch --json", cues: Cue.line("watch --json", at: 5), doing: .watching(isJSON: true),
      afterCapture: .watching(isJSON: true), hearsOfCapture: true),
    Mode(
      name: "follow --json", cues: Cue.line("follow 0 --json", at: 5),
      doing: .watching(isJSON: true), afterCapture: .watching(isJSON: true), hearsOfCapture: true),
    Mode(
      name: "seen", cues: Cue.press(2) + Cue.press(8, hold: 1.5) + Cue.line("seen 1", at: 9.8),
      doing: .reading(1), afterCapture: .reading(1)),
    Mode(
      name: "describe", cues: Cue.line("describe", at: 9.8), doing: .describing(Describing.Wish()),
      afterCapture: .atRest, hearsOfCapture: true),
    Mode(
      name: "watch framing", cues: Cue.line("watch framing", at: 5),
      doing: .watchingFraming(Describing.Wish()), afterCapture: .watchingFraming(Describing.Wish())),
    Mode(
      name: "snap", cues: Cue.line("snap --in 6", at: 9), doing: .atRest, afterCapture: .atRest),
    Mode(
      name: "snap --json", cues: Cue.line("snap --in 6 --json", at: 9), doing: .atRest,
      afterCapture: .atRest, hearsOfCapture: true),
    Mode(
      name: "view on, of a terminal without a size", cues: Cue.line("view on", at: 9),
      doing: .opening(until: .at(11), hasAsked: true), afterCapture: .atRest, hearsOfCapture: true,
      change: { $0.hasScreens = false }),
    Mode(
      name: "view on", cues: Cue.line("view on", at: 5), doing: .screen, afterLine: .screen,
      afterCapture: .screen),
    Mode(
      name: "view on, and a colon",
      cues: Cue.line("view on", at: 5) + Cue.key(.character(":"), at: 7),
      doing: .leftScreen, afterLine: .leftScreen, afterCapture: .leftScreen),
    Mode(
      name: "learn", cues: Cue.line("learn", at: 5), doing: .lesson, afterCapture: .atRest,
      hearsOfCapture: true),
    Mode(
      name: "clip show",
      cues: Cue.line("clip start", at: 2, from: 3) + Cue.line("clip stop", at: 4, from: 3)
        + Cue.line("clip show", at: 9.9),
      doing: .atRest, afterCapture: .atRest, hearsOfCapture: true,
      change: { $0.stillNews = Array(repeating: .goesOn, count: 100) }),
    Mode(
      name: "import", cues: Cue.line("import /a", at: 9), doing: .atRest, afterCapture: .atRest,
      hearsAfterLine: true, hearsOfCapture: true,
      change: { $0.importNews = Array(repeating: .copies, count: 120) + [.complete] }),
    Mode(
      name: "shutdown", cues: Cue.line("shutdown", at: 9), doing: .atRest, afterCapture: .atRest),
  ]

  private let session = SessionID(number: 1)
  private let line = "light"

  /// The mode, and what else goes on after its end at 10 s.
  private func run(_ mode: Mode, _ end: End, until last: Double) -> Recording {
    let others = [
      Cue.line("pause", at: 16.5, from: 2), Cue.line("resume", at: 17, from: 2),
      Cue.line("title Front", at: 17.5, from: 2), Cue.press(18),
    ]
    let ending =
      switch end {
      case .line: Cue.line(line, at: 10)
      case .interrupted: Cue.interrupted(at: 10)
      case .capture: Cue.signal(.snap, at: 10)
      case .program: [Cue]()
      }
    return Recording([mode.cues, ending] + others, until: last, in: mode.change)
  }

  private func doing(_ mode: Mode, _ end: End, at last: Double) -> Sessions.Doing {
    run(mode, end, until: last).lastAtWork.sessions.doing(of: session)
  }

  /// What session 1 is told from 10 s on, or later.
  private func heard(_ run: Recording, from start: Double = 10) -> [String] {
    run.entries.filter { $0.at >= .at(start) }.compactMap { entry in
      guard case .console(.say(let reply, session)) = entry.effect else { return nil }
      return reply.text(in: .english)
    }
  }

  @Test(arguments: modes)
  func itDoesThat(mode: Mode) {
    #expect(doing(mode, .program, at: 10) == mode.doing)
  }

  @Test(arguments: modes)
  func aLineEndsIt(mode: Mode) {
    #expect(doing(mode, .line, at: 10.1) == mode.afterLine)
    let run = run(mode, .line, until: 30)
    #expect(heard(run, from: 10.001).isEmpty != mode.hearsAfterLine)
    #expect(run.said().contains { $0.hasPrefix("Light: ") })
  }

  @Test(arguments: modes)
  func whoeverIsGoneDoesNothingAndHearsNothing(mode: Mode) {
    let run = run(mode, .interrupted, until: 30)
    #expect(run.lastAtWork.sessions.all.filter { $0 == session } == [])
    #expect(heard(run, from: 10.001) == [])
  }

  @Test(arguments: modes)
  func aCaptureOfSomebodyElse(mode: Mode) {
    #expect(doing(mode, .capture, at: 16) == mode.afterCapture)
    #expect(heard(run(mode, .capture, until: 16)).isEmpty != mode.hearsOfCapture)
  }

  @Test(arguments: modes)
  func theProgramsEndEndsItAndTerminalsAreAsBefore(mode: Mode) {
    let run = run(mode, .program, until: 10)
    #expect(run.machine.sessions.all.isEmpty)
    let screens = run.effects.count { $0 == .console(.endScreen(session)) }
    #expect(screens == (mode.doing.isOfScreen && mode.doing.opensUntil == nil ? 1 : 0))
  }

  /// Each line of a session is answered once, whatever else happens.
  @Test(arguments: modes, End.allCases)
  func eachLineIsAnsweredOnce(mode: Mode, end: End) {
    let run = run(mode, end, until: end == .program ? 10 : 30)
    let others = mode.name == "clip show" ? 2 : 0
    #expect(run.answered() == mode.lineCount - others + (end == .line ? 1 : 0))
  }

  /// What a key has begun on a screen is no thing that the session does: both end by themselves.
  @Test func aScreenWhosePersonTakesAPhotoIsStillAScreen() {
    let keys = Cue.line("view on", at: 5) + Cue.key(.character(" "), at: 6)
    let run = Recording([keys], until: 15)
    #expect(run.lastAtWork.sessions.doing(of: session) == .screen)
    #expect(run.announced.contains("photo.stored"))
    #expect(run.answered() == 1)
  }

  /// Whatever is begun by a line before a left screen: an empty line brings the picture back, as was said.
  @Test(arguments: ["watch", "describe", "watch framing", "learn", "snap --in 5", "status", "frob"])
  func anEmptyLineBringsThePictureBack(line: String) {
    let left = Cue.line("view on", at: 5) + Cue.key(.character(":"), at: 6)
    let run = Recording([left, Cue.line(line, at: 7), Cue.line("", at: 9)], until: 12)
    #expect(run.lastAtWork.sessions.doing(of: session) == .screen)
    #expect(run.answered() == 3)
  }

  /// The store answers a search that nobody waits for any more, and then one that somebody does.
  @Test func anAnswerForAnEarlierLineIsNotTakenForThatOfALater() {
    var stills = StillQueue()
    let (first, second) = (StillWish(clip: 1, .number(1)), StillWish(clip: 1, .number(2)))
    for wish in [first, second] {
      _ = stills.abandon(by: session)
      _ = stills.begin(StillQueue.Search(wish: wish, session: session, isForProgram: false))
    }
    let (answer, next) = (stills.end(of: session), stills.end(of: session))
    #expect(answer == nil)
    #expect(next?.wish == second)
    #expect(stills.isAtRest)
  }

  /// Measurements that come after whoever asked for them has gone are told to nobody, and to nobody twice.
  @Test func whoHasGoneIsNotAnsweredByWhatIsMeasured() {
    var machine = Machine(.board)
    _ = machine.handle(.started, now: .at(0))
    _ = machine.handle(.console(.line("status", from: session, .full)), now: .at(1))
    let end = machine.handle(.console(.interrupted(session)), now: .at(2))
    #expect(end.contains(.console(.answered(session))))
    let effects = machine.handle(.measured(.all(Measurements())), now: .at(3))
    #expect(!effects.contains { if case .console = $0 { true } else { false } })
  }

  /// Lines that wait for measurements are answered by the program's end.
  @Test func whatIsOwedAtTheEndIsAnswered() {
    var machine = Machine(.board)
    var effects = machine.handle(.started, now: .at(0))
    effects += machine.handle(.console(.line("status", from: session, .full)), now: .at(1))
    effects += machine.handle(.signal(.stop), now: .at(2))
    for second in 3..<20 { effects += machine.handle(.deadline, now: .at(Double(second))) }
    #expect(machine.isFinished)
    #expect(effects.count { $0 == .console(.answered(session)) } == 1)
  }

  @Test func whoeverWatchesAgainIsToldTheStateOnce() {
    let run = Recording([
      Cue.line("watch", at: 5), Cue.line("", at: 6), Cue.line("pause", at: 7, from: 2),
      Cue.line("watch", at: 8),
    ])
    #expect(run.said().count == 2)
  }

  @Test func whoeverLeavesAScreenForGoodIsNotBroughtBack() {
    let left = Cue.line("view on", at: 5) + Cue.key(.character(":"), at: 6)
    let lines = [Cue.line("describe", at: 7), Cue.line("view off", at: 9), Cue.line("", at: 10)]
    let run = Recording([left] + lines, until: 12)
    #expect(run.lastAtWork.sessions.doing(of: session) == .atRest)
  }

  @Test func whoeverComesBackToAScreenNeedsNoRoomForAnother() {
    let screens = (1...4).map { Cue.line("view on", at: 4 + 0.1 * Double($0), from: $0) }
    let back = Cue.key(.character(":"), at: 6) + Cue.line("", at: 7)
    let run = Recording(screens + [back], until: 9)
    #expect(run.lastAtWork.sessions.screens.count == 4)
  }

  @Test func aScreenThatNobodyWantsAnyMoreIsEnded() {
    var machine = Machine(.board)
    _ = machine.handle(.started, now: .at(0))
    let effects = machine.handle(.console(.viewing(true, on: session)), now: .at(1))
    #expect(effects.contains(.console(.endScreen(session))))
  }

  /// A photo that a key asked for is still being stored when the next is asked for: its end is taken for no line's.
  @Test func twoPhotosOfKeysLeaveALaterLineItsAnswer() {
    let keys =
      Cue.line("view on", at: 4) + Cue.key(.character(" "), at: 5)
      + Cue.key(.character(" "), at: 5.5)
      + Cue.key(.character(":"), at: 9)
    let settings = Settings.board { $0.countdown = .zero }
    let run = Recording(settings, [keys, Cue.line("snap --in 0", at: 10)]) {
      $0.locks = [Instant.at(4.9)..<Instant.at(7)]
    }
    #expect(run.announced.count { $0 == "photo.stored" } == 3)
    #expect(run.answered() == 2)
  }

  @Test func theStoreIsNotAskedOnForWhoeverWaitsNoMore() {
    var stills = StillQueue()
    let wish = StillWish(clip: 1, .number(1))
    _ = stills.begin(StillQueue.Search(wish: wish, session: session, isForProgram: false))
    let hasWaited = stills.abandon(by: session)
    let (goesOn, waitsYet) = (stills.goesOn(for: session, at: .at(1)), stills.abandon(by: session))
    #expect(hasWaited && !goesOn && !waitsYet)
  }
}
