import Testing

@testable import Core

/// The table of gestures and states in `docs/OPERATING.md`, as far as this version goes.
@Suite struct StateTableTests {
  enum State: CaseIterable {
    case ready, idle, pausedByHand, starting, counting, triggering, interval, betweenPhotos,
      complete, stopped, storing, faulted, unplugged, storeFaulted, storageLow, tooHot, noCamera,
      shuttingDown
  }

  enum Reaction: Hashable { case photo, cancelled, refused, notYet, shutdown, nothing }

  /// The gesture begins at 10 s.
  private static func script(of gesture: Gesture) -> [[Cue]] {
    switch gesture {
    case .click: [Cue.press(10)]
    case .doubleClick: [Cue.press(10), Cue.press(10.3)]
    case .tripleClick: [Cue.press(10), Cue.press(10.3), Cue.press(10.6)]
    case .longPress: [Cue.press(10, hold: 2)]
    case .veryLongPress: [Cue.press(10, hold: 7)]
    }
  }

  /// Has paused long before 10 s.
  private static let drowsy = Settings.board {
    $0.roles.insert(.accelerometer)
    $0.idleAfter = .seconds(5)
  }

  /// A run that is in `state` at 10 s, and then sees `gesture`.
  private func run(_ state: State, _ gesture: Gesture) -> Recording {
    let script = Self.script(of: gesture)
    let slow = Settings.board {
      $0.count = 2
      $0.interval = .seconds(8)
    }
    switch state {
    case .ready: return Recording(script)
    case .idle: return Recording(Self.drowsy, script)
    case .pausedByHand: return Recording([Cue.line("pause", at: 9)] + script)
    case .starting:
      return Recording(script) {
        $0.openingFailures[.camera] = (.absentCamera, 2)
        $0.settling = .milliseconds(4500)
      }
    case .counting: return Recording([Cue.line("snap --in 9", at: 9)] + script)
    case .triggering:
      return Recording([Cue.line("snap --in 0", at: 9)] + script) { $0.settling = .seconds(30) }
    case .interval: return Recording(slow, [Cue.press(5)] + script)
    case .betweenPhotos:
      return Recording(
        Self.drowsy, [Cue.line("snap --in 0 --count 2 --every 120", at: 1)] + script)
    case .complete: return Recording([Cue.press(5)] + script)
    case .stopped: return Recording([Cue.press(5), Cue.press(6)] + script)
    case .storing:
      return Recording([Cue.line("snap --in 0", at: 9.9)] + script) { $0.flush = .seconds(2) }
    case .faulted: return Recording(script) { $0.openingFailures[.camera] = (.busyCamera, 99) }
    case .unplugged: return Recording(script) { $0.openingFailures[.camera] = (.absentCamera, 99) }
    case .storeFaulted: return Recording(script) { $0.openingFailures[.store] = (.fullStore, 99) }
    case .noCamera: return Recording(.board { $0.roles.remove(.camera) }, script)
    case .storageLow:
      return Recording(script) { $0.measurements.space = Space(free: 1, total: 100) }
    case .tooHot:
      return Recording(script) {
        $0.measurements.temperature = Temperature(milliCelsius: 80_000, zone: "cpu-thermal")
      }
    case .shuttingDown:
      return Recording([Cue.line("shutdown", at: 9.9)] + script) { $0.flush = .seconds(2) }
    }
  }

  /// What came of the gesture, told by what people were told.
  private func reactions(_ run: Recording) -> Set<Reaction> {
    var reactions: Set<Reaction> = []
    if run.stored.contains(where: { $0.series.origin == .at(10) }) { reactions.insert(.photo) }
    for entry in run.entries where entry.at >= .at(10) {
      guard case .console(.announce(let phrase, _)) = entry.effect else { continue }
      switch phrase.key {
      case .cancelled: reactions.insert(.cancelled)
      case .gestureNotYet: reactions.insert(.notYet)
      case .cameraAbsent, .storageLow, .storeFull, .tooHot: reactions.insert(.refused)
      case .shutdownByButton: reactions.insert(.shutdown)
      default: break
      }
    }
    return reactions.isEmpty ? [.nothing] : reactions
  }

  private func expected(_ state: State, _ gesture: Gesture) -> Set<Reaction> {
    switch state {
    case .shuttingDown: [.nothing]
    case .counting, .triggering, .interval, .betweenPhotos:
      gesture == .veryLongPress ? [.cancelled, .shutdown] : [.cancelled]
    case .faulted, .unplugged, .storeFaulted, .storageLow, .tooHot, .noCamera:
      expected(gesture, click: .refused)
    case .ready, .idle, .pausedByHand, .starting, .complete, .stopped, .storing:
      expected(gesture, click: .photo)
    }
  }

  private func expected(_ gesture: Gesture, click: Reaction) -> Set<Reaction> {
    switch gesture {
    case .click: [click]
    case .doubleClick, .tripleClick, .longPress: [.notYet]
    case .veryLongPress: [.notYet, .shutdown]
    }
  }

  @Test(arguments: State.allCases, Gesture.allCases)
  func everyGestureMeansInEveryStateWhatTheTableSays(state: State, gesture: Gesture) {
    #expect(reactions(run(state, gesture)) == expected(state, gesture))
  }

  /// While a photo is written nobody is there to answer; who shuts down has no answer.
  private static let answering = State.allCases.filter { $0 != .storing && $0 != .shuttingDown }

  @Test(arguments: answering)
  func everyPressIsAnsweredAtOnce(state: State) {
    let answers = run(state, .click).entries.filter { entry in
      switch entry.effect {
      case .output: entry.at == .at(10)
      default: false
      }
    }
    #expect(!answers.isEmpty)
  }
}
