@testable import Core

/// Something that a board may be in the midst of when a person does something at 10 s.
enum BoardState: CaseIterable {
  case ready, idle, pausedByHand, starting, counting, triggering, interval, betweenPhotos,
    complete, stopped, storing, recording, faulted, unplugged, storeFaulted, storageLow, tooHot,
    noCamera,
    shuttingDown

  /// Has paused long before 10 s.
  private static let drowsy = Settings.board {
    $0.roles.insert(.accelerometer)
    $0.idleAfter = .seconds(5)
  }

  /// A run that is in the state at 10 s, and then sees `gesture`.
  func run(_ gesture: Gesture) -> Recording { run(gesture.script) }

  /// A run that is in the state at 10 s, when `script` begins.
  func run(_ script: [[Cue]]) -> Recording {
    let slow = Settings.board {
      $0.count = 2
      $0.interval = .seconds(8)
    }
    switch self {
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
    case .recording: return Recording([Cue.line("clip start", at: 9)] + script)
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
      return Recording([Cue.line("shutdown --yes", at: 9.9)] + script) { $0.flush = .seconds(2) }
    }
  }
}

extension Gesture {
  /// It begins at 10 s.
  fileprivate var script: [[Cue]] {
    switch self {
    case .click: [Cue.press(10)]
    case .doubleClick: [Cue.press(10), Cue.press(10.3)]
    case .tripleClick: [Cue.press(10), Cue.press(10.3), Cue.press(10.6)]
    case .longPress: [Cue.press(10, hold: 2)]
    case .veryLongPress: [Cue.press(10, hold: 7)]
    }
  }
}
