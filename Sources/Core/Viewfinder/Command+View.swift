/// The camera's picture on a console.
extension Command {
  static let view = [
    Command(
      name: "view", usage: "view [on|off] [--json]",
      help: Phrase("help.view", "draws what the camera sees on this console."), access: .status,
      words: [
        Phrase("help.view.on", "\"on\" draws it, until q or Esc is pressed."),
        Phrase("help.view.off", "\"off\" ends that."),
        Phrase(
          "help.view.keys",
          """
          Meanwhile the space bar presses the button, 1 to 6 choose an effect, + and - and the arrows a part of \
          the picture, n and p a piece, f another camera, and a colon begins a command.
          """),
      ], example: "view on", read: readView)
  ]

  private static func readView(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch try words.toggle(of: "view") {
    case nil:
      return .tells { json ? Reply(.object($0.viewState.members)) : Reply($0.viewState.sentence) }
    case true?:
      return .asks(.later) { machine, session throws(CommandError) in
        try machine.beginView(on: session)
      }
    case false?:
      return .asks { machine, session in
        machine.endView(on: session)
        machine.steps.say(Phrase("view.off", "The picture is not drawn here."), to: session)
      }
    }
  }
}

extension Machine {
  /// Has it drawn on `session`, where that can be.
  mutating func beginView(on session: SessionID) throws(CommandError) {
    let others = sessions.those(\.isOfScreen).filter { $0 != session }
    guard others.count < Viewfinder.mostSessions else {
      throw CommandError(.viewFull(Viewfinder.mostSessions))
    }
    let until = now + Viewfinder.patience
    sessions.begin(.opening(until: until, hasAsked: false), session)
    // The terminal's answer may come meanwhile.
    steps.continues(session)
    steps.add(.console(.beginScreen(session)))
  }

  /// It is not drawn on `session` any more.
  mutating func endView(on session: SessionID) {
    let doing = sessions.doing(of: session)
    guard doing.isOfScreen else { return }
    sessions.rest(session)
    if doing == .screen { steps.add(.console(.endScreen(session))) }
  }

  /// The session is a screen now, or could not become one.
  mutating func viewing(_ isScreen: Bool, on session: SessionID) {
    let doing = sessions.doing(of: session)
    guard case .opening(let until, let hasAsked) = doing else {
      return isScreen && doing != .screen ? steps.add(.console(.endScreen(session))) : ()
    }
    if isScreen {
      sessions.begin(.screen, session)
      viewfinder.changed()
      steps.answered(session)
    } else if !hasAsked {
      sessions.begin(.opening(until: until, hasAsked: true), session)
      steps.add(.console(.askForSize(session)))
    }
  }

  /// The session is never a screen.
  mutating func refuseView(_ reason: Phrase, on session: SessionID) {
    guard sessions.doing(of: session).opensUntil != nil else { return }
    sessions.rest(session)
    steps.refuse(reason, to: session)
    steps.answered(session)
  }

  /// The terminal of `session` has another size, or has told it at last.
  mutating func resized(_ session: SessionID) {
    viewfinder.changed()
    if sessions.doing(of: session).opensUntil != nil { steps.add(.console(.beginScreen(session))) }
  }

  /// Terminals that have not told their size are left as they are.
  mutating func expireView() {
    let late = sessions.those { doing in doing.opensUntil.map { $0 <= now } ?? false }
    for session in late { refuseView(.viewNeedsTerminal, on: session) }
  }

  /// When it is drawn next; the moments before a photo, and those in which its frame is waited for, are the camera's.
  ///
  /// A screen that has waited for a second has its turn between two photos that are closer than that, where it fits.
  var drawAt: Instant? {
    guard sessions.isDrawn, let drawAt = viewfinder.drawAt else { return nil }
    let allowance = viewfinder.allowance
    guard let planned = shutter.planned, planned - max(Machine.darkness, allowance) < now else {
      return drawAt
    }
    let restAt = viewfinder.restAt
    if max(restAt, now) + allowance <= planned { return restAt }
    // The camera has had its time then; what it still owes may never come.
    return max(restAt, planned + Machine.darkness)
  }

  /// Draws what is news.
  mutating func settleView() {
    guard sessions.isDrawn, !isFinished else { return }
    viewfinder.update(summary)
    guard let drawAt, drawAt <= now else { return }
    let screens = sessions.screens
    viewfinder.begin(on: screens.count, at: now)
    for session in screens {
      steps.add(.console(.draw(scene(for: session), on: session)))
    }
  }
}

extension Phrase {
  static func viewFull(_ limit: Int) -> Phrase {
    Phrase("view.full", "The picture is drawn on \(limit) consoles already; leave one of them.")
  }

  static let viewNeedsTerminal = Phrase(
    "view.needs-terminal",
    """
    The picture can't be drawn here: this console is plain, or its terminal does not say how large it is. "set \
    plain off" and "set size 80x24" say that it can.
    """)

}
