import Testing

@testable import Core

/// What each gesture does, whatever is under way, whatever is asked, and whoever knows of it.
@Suite struct GestureMeaningTests {
  /// What the board asks when the gesture begins, and who knows of it.
  enum Asked: CaseIterable {
    case nothing, undo
    /// An option that nobody was told, one that somebody has read or heard, one that they can't have read yet, and one of a
    /// piece that is new no more.
    case unread, read, heard, justRead, old

    /// When the gesture begins, in seconds.
    var begin: Double {
      switch self {
      case .nothing, .undo, .unread, .read, .heard: 13
      case .justRead: 9.2
      case .old: 24
      }
    }
  }

  /// What is under way.
  enum State: CaseIterable {
    case ready, paused, counting, recording, learning

    /// What a person says just before.
    var line: String? {
      switch self {
      case .ready: nil
      case .paused: "pause"
      case .counting: "snap --in 60"
      case .recording: "clip start"
      case .learning: "learn"
      }
    }
  }

  /// What came of a gesture.
  enum Outcome: Hashable {
    case photo, clip, nextThing, asks
    case undone, declined, confirmed, denied, left
    case cancelled, stopped, learned
  }

  private static let gestures: [Gesture] = [.click, .doubleClick, .tripleClick, .longPress]
  private static let two = ["Omega", "Seiko"].map { PieceOption($0, perMille: 800, by: "eyes") }

  /// A run in which photo 1 is stored at 8 s and asked about from 9 s on, as `asked` says.
  private func run(_ state: State, _ asked: Asked, _ gesture: [Cue], until end: Double) -> Recording
  {
    let settings = Settings.board { settings in
      if asked != .nothing, asked != .undo { settings.analysers = [Analyser("eyes")] }
      (settings.asksByButton, settings.hasVoice) = (true, asked == .heard)
    }
    var script = [Cue.press(5), gesture]
    if asked == .read || asked == .justRead || asked == .old {
      script.append(Cue.line("watch", at: 1, from: 9))
    }
    if asked == .undo { script.append(Cue.press(8.1, hold: 1.5)) }
    if let line = state.line { script.append(Cue.line(line, at: asked.begin - 0.05, from: 2)) }
    return Recording(settings, script, until: end) { world in
      world.analyses = [AnalyserAnswer(options: Self.two, thing: nil)]
      world.speechTime = .milliseconds(500)
      if asked == .old { world.hookTime = .seconds(12) }
    }
  }

  private func outcomes(_ run: Recording, since begin: Instant) -> Set<Outcome> {
    Set(run.entries.filter { $0.at >= begin }.compactMap { $0.effect.outcome })
  }

  /// What BEHAVIOUR's table says, with an option and a lesson beside it.
  private func expected(_ state: State, _ asked: Asked, _ gesture: Gesture) -> Set<Outcome> {
    switch (state, asked) {
    case (.counting, _): [.cancelled]
    case (.recording, _): gesture == .longPress ? [.stopped, .asks] : [.stopped]
    // A lesson begins only where the light has nothing to ask.
    case (.learning, .nothing), (.learning, .unread), (.learning, .old): []
    case (_, .undo): gesture == .click ? [.undone] : [.declined]
    case (_, .read), (_, .heard):
      switch gesture {
      case .click: [.confirmed]
      case .doubleClick, .tripleClick: [.denied]
      case .longPress, .veryLongPress: [.left]
      }
    case (_, .nothing), (_, .unread), (_, .justRead), (_, .old):
      switch gesture {
      case .click: [.photo]
      case .doubleClick: [.clip]
      case .tripleClick: [.nextThing]
      case .longPress, .veryLongPress: [.asks]
      }
    }
  }

  @Test(arguments: State.allCases, Asked.allCases)
  func aGestureDoesWhatIsAskedOfItOrWhatItAlwaysDoes(state: State, asked: Asked) {
    for gesture in Self.gestures {
      let run = run(state, asked, gesture.cues(at: asked.begin), until: asked.begin + 4)
      let found = outcomes(run, since: .at(asked.begin))
      #expect(found == expected(state, asked, gesture), "\(gesture)")
    }
  }

  /// The light asks where a click is an answer, at the latest when people have had time to mean one.
  @Test(arguments: State.allCases, Asked.allCases)
  func theLightAsksWhereAClickIsAnAnswer(state: State, asked: Asked) {
    let machine = run(state, asked, [], until: asked.begin).lastAtWork
    let isAnswer =
      switch machine.meaning(of: .click, at: .at(asked.begin) + BoardQuestion.reaction) {
      case .answer, .option: true
      case .act, .refuse, .learn, .shutDown, .nothing: false
      }
    #expect((machine.situation == .asked) == isAnswer)
  }
}

extension Gesture {
  fileprivate func cues(at begin: Double) -> [Cue] {
    switch self {
    case .click: Cue.press(begin)
    case .doubleClick: Cue.press(begin) + Cue.press(begin + 0.3)
    case .tripleClick: Cue.press(begin) + Cue.press(begin + 0.3) + Cue.press(begin + 0.6)
    case .longPress: Cue.press(begin, hold: 1.5)
    case .veryLongPress: Cue.press(begin, hold: 7)
    }
  }
}

extension Effect {
  /// What came of a gesture, as this shows it.
  fileprivate var outcome: GestureMeaningTests.Outcome? {
    switch self {
    case .store(.change(.undo, _)): .undone
    case .store(.change(.nextThing, _)): .nextThing
    case .store(.change(.confirmOption, _)): .confirmed
    case .store(.change(.denyOption, _)): .denied
    case .console(.announce(let phrase, _)): GestureMeaningTests.outcomes[phrase.key]
    default: nil
    }
  }
}

extension GestureMeaningTests {
  /// What is told of each.
  fileprivate static let outcomes: [String: Outcome] = [
    "shutter.counting": .photo, "clip.wanted": .clip, "undo.asked": .asks,
    "undo.declined": .declined, "option.left": .left, "shutter.cancelled": .cancelled,
    "clip.stopped": .stopped,
  ]
}
