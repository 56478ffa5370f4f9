import Core

/// It is drawn only for whoever looks, on no more than their line has room for; and no terminal stays a screen when the
/// program has ended.
struct ScreenRule {
  /// The sessions that are screens.
  private(set) var screens: Set<SessionID> = []

  mutating func check(_ step: Step) throws(Violation) {
    if case .console(.viewing(true, let session)) = step.event { screens.insert(session) }
    if case .console(.interrupted(let session)) = step.event { screens.remove(session) }
    for case .console(let effect) in step.effects { try check(effect) }
    guard !step.devices.hasOverdrawn else {
      throw Violation(Self.self, "more was drawn than the line has room for")
    }
    guard step.machine.isFinished, let first = screens.map(\.number).min() else { return }
    throw Violation(Self.self, "the program has ended, and \(first) is a screen still")
  }

  private mutating func check(_ effect: Effect.Console) throws(Violation) {
    if case .endScreen(let session) = effect { screens.remove(session) }
    guard case .draw(_, let session) = effect, !screens.contains(session) else { return }
    throw Violation(Self.self, "it is drawn for \(session.number), where nobody looks")
  }
}

/// Whoever wants the viewfinder has it before long, or knows why not.
struct ViewAnswerRule {
  /// What a terminal may take to tell its size, twice.
  private static let patience = Duration.seconds(4)
  /// A longer turn is a stall: so much of it counts.
  private static let longestTurn = Duration.milliseconds(400)

  private var waiting: [SessionID: Duration] = [:]
  private var lastTurn: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    defer { lastTurn = step.now }
    let turn = min(step.now - (lastTurn ?? step.now), ViewAnswerRule.longestTurn)
    for session in waiting.keys { waiting[session, default: .zero] += turn }
    if case .console(.line("view on", let session, _)) = step.event { waiting[session] = .zero }
    for case .console(.answered(let session)) in step.effects { waiting[session] = nil }
    let late = waiting.filter { $0.value > ViewAnswerRule.patience }.keys.map(\.number).min()
    guard let late else { return }
    throw Violation(Self.self, "\(late) waits for the viewfinder, and hears nothing")
  }
}

/// The space bar at a screen does what a click does: it begins a series, ends the one under way, stops the clip, or says
/// yes to the button's question.
///
/// Where it can't, that is said. One who may only ask does none of it.
struct KeyRule {
  /// What was under way before the turn.
  private var series: Series?
  private var (isRecording, isAsked) = (false, false)

  mutating func check(_ step: Step) throws(Violation) {
    let shutter = step.machine.shutter
    defer {
      (series, isRecording) = (shutter.series, step.machine.recorder.isRecording)
      isAsked = step.machine.asksToUndo
    }
    guard case .console(.key(.character(" "), let session, let access)) = step.event,
      !step.machine.isFinished
    else { return }
    if access == .status { return try checkForbidden(shutter.series, session) }
    try checkPress(step, session)
  }

  private func checkForbidden(_ now: Series?, _ session: SessionID) throws(Violation) {
    guard now?.requester == .console(session), now != series else { return }
    throw Violation(Self.self, "\(session.number) may only ask, and has photos taken")
  }

  private func checkPress(_ step: Step, _ session: SessionID) throws(Violation) {
    let shutter = step.machine.shutter
    if isAsked {
      guard step.machine.asksToUndo else { return }
      throw Violation(Self.self, "the space bar was pressed, and the question is open still")
    }
    if isRecording {
      guard step.machine.recorder.isRunning else { return }
      throw Violation(Self.self, "the space bar was pressed, and the clip goes on")
    }
    if let series {
      // The gesture of a button may be under way, which nobody sees yet.
      guard series == shutter.series, shutter.isConfirmed else { return }
      throw Violation(Self.self, "the space bar was pressed, and the series goes on")
    }
    guard let begun = shutter.series, begun.requester == .console(session) else {
      return try checkWords(step, session)
    }
    let settings = step.machine.settings
    let press = Series(
      origin: step.now, countdown: settings.countdown, interval: settings.interval,
      count: settings.count, requester: .console(session))
    guard begun == press else {
      throw Violation(Self.self, "the space bar asks for other photos than a click")
    }
  }

  private func checkWords(_ step: Step, _ session: SessionID) throws(Violation) {
    for case .console(let effect) in step.effects {
      if case .say(_, session) = effect { return }
      if case .announce(_, session) = effect { return }
    }
    throw Violation(Self.self, "the space bar did nothing, and nobody was told")
  }
}

extension Recorder {
  /// Whether frames are written to its file; one that is still to be made is, whatever has ended the clip.
  fileprivate var isRunning: Bool { if case .running = state { true } else { false } }
}
