/// What light and buzzer say once.
public enum Sign: Hashable, Sendable {
  /// The photo, or the last of a series, is durable.
  case stored
  /// Cancelled, undone or taken back.
  case cancelled
  /// A press was refused, or a capture failed.
  case refused

  /// The same marks for light and buzzer.
  public var marks: [Mark] {
    switch self {
    case .stored: [.blip, .blip]
    case .cancelled: [.blip, .blip, .blip]
    case .refused: [.long, .long, .long]
    }
  }
}

/// Plays waves one after the other, each whole, and forgets all but the first few that wait.
struct SignPlayer {
  /// How many may wait.
  static let mostWaiting = 2

  private var playing: Course?
  private var waiting: [Wave] = []

  /// Adds `marks` to those that wait, if there is room.
  mutating func add(_ marks: [Mark]) {
    guard !marks.isEmpty, waiting.count < SignPlayer.mostWaiting else { return }
    waiting.append(Wave(marks))
  }

  /// Begins, goes on or ends; what may not be shown begins again when it may.
  mutating func update(at now: Instant, isAllowed: Bool) {
    if let course = playing, !isAllowed || now >= course.start + course.wave.length + Mark.pause {
      if now < course.start + course.wave.length { waiting.insert(course.wave, at: 0) }
      playing = nil
    }
    if playing == nil, isAllowed, !waiting.isEmpty {
      playing = Course(waiting.removeFirst(), from: now)
    }
  }

  /// The wave being played; nil when there is none.
  var current: Course? { playing }

  /// When the wave being played, and the pause after it, are over.
  var end: Instant? { playing.map { $0.start + $0.wave.length + Mark.pause } }
}
