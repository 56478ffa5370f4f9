/// What light and buzzer say once.
package enum Sign: Hashable, Sendable {
  /// The photo, or the last of a series, is durable.
  case stored
  /// Cancelled, undone or taken back.
  case cancelled
  /// Captures belong to the next thing from now on, or to an empty one, or fill the next slot.
  case next
  /// A press was refused, or a capture failed.
  case refused
  /// The answer to somebody who asked how things are: thing and number of its pieces.
  case status(thing: Int, pieces: Int)

  /// The same marks for light and buzzer.
  package var marks: [Mark] {
    switch self {
    case .stored: [.blip, .blip]
    case .cancelled: [.blip, .blip, .blip]
    case .next: [.blip, .blip, .long]
    case .refused: [.long, .long, .long]
    case .status(let thing, let pieces):
      Sign.shorts(for: thing) + [.long] + (pieces > 0 ? Sign.shorts(for: pieces) : [])
    }
  }

  /// What lies between two marks: those that are counted come two in a second, so that people can follow.
  var pause: Duration {
    switch self {
    case .stored, .cancelled, .next, .refused: Mark.pause
    case .status: .milliseconds(420)
    }
  }

  /// The marks with their pauses.
  package var wave: Wave { Wave(marks, pause: pause) }

  /// As many as the last digit of `number` says; ten say 0.
  private static func shorts(for number: Int) -> [Mark] {
    let digit = number % 10
    return Array(repeating: .blip, count: digit == 0 ? 10 : digit)
  }
}

/// The two marks that light and buzzer are made of.
package enum Mark: Hashable, Sendable {
  /// A short one.
  case blip
  /// A long one.
  case long

  /// Between two marks.
  package static let pause = Duration.milliseconds(200)

  /// How long it lasts.
  package var length: Duration {
    switch self {
    case .blip: .milliseconds(80)
    case .long: .milliseconds(500)
    }
  }
}

/// Plays signs one after the other, each whole and with a pause around it.
///
/// What is interrupted begins again. What can't be shown for a long time is forgotten: by then it
/// would be taken for news.
struct SignPlayer: Sendable {
  /// A sign that waits for its turn.
  private struct Waiting {
    let wave: Wave
    let since: Instant
  }

  /// How many may wait.
  static let mostWaiting = 2
  /// How long one may wait.
  static let patience = Duration.seconds(10)

  /// The sign being played; nil when there is none.
  private(set) var current: Course?
  private var waiting: [Waiting] = []

  /// Adds `wave` to those that wait, if there is room; what must not be missed takes the place of the last.
  mutating func add(_ wave: Wave, at now: Instant, isUrgent: Bool = false) {
    if waiting.count >= SignPlayer.mostWaiting {
      guard isUrgent, !waiting.contains(where: { $0.wave == wave }) else { return }
      waiting.removeLast()
    }
    waiting.append(Waiting(wave: wave, since: now))
  }

  /// Puts `marks` before those that wait; for want of room the last of these is forgotten.
  mutating func announce(_ marks: [Mark], at now: Instant) {
    guard !marks.isEmpty else { return }
    insert(Wave(marks), at: now)
  }

  /// Forgets `wave`, whether it waits or is being played.
  mutating func forget(_ wave: Wave) {
    waiting.removeAll { $0.wave == wave }
    if current?.wave == wave { current = nil }
  }

  /// What waits to be begun; nil while something is being played.
  var next: Wave? { current == nil ? waiting.first?.wave : nil }

  /// Lets those that wait stay news: what they have to say could not be shown until `now`.
  mutating func hold(at now: Instant) {
    waiting = waiting.map { Waiting(wave: $0.wave, since: now) }
  }

  /// Begins, goes on or ends.
  ///
  /// - Parameters:
  ///   - isAllowed: whether a sign may be shown now.
  ///   - start: when one may begin that has to be set off from what was shown before.
  ///   - fits: whether a sign may begin at an instant.
  /// - Returns: whether a sign has ended, the pause after it included.
  mutating func update(
    at now: Instant, isAllowed: Bool, from start: Instant, _ fits: (Wave, Instant) -> Bool
  ) -> Bool {
    let hasEnded = isOver(at: now)
    if hasEnded { current = nil }
    waiting.removeAll { now - $0.since > SignPlayer.patience }
    if let course = current, !isAllowed || !isBegun(course, at: now, fits) {
      current = nil
      // One of which only the pause is left has been seen and heard.
      if now < course.start + course.wave.length { insert(course.wave, at: now) }
    }
    if current == nil, isAllowed, let next = waiting.first?.wave {
      let start = hasEnded ? now : start
      if fits(next, start) { current = Course(waiting.removeFirst().wave, from: start) }
    }
    return hasEnded
  }

  /// The next instant at which the sign being played changes or is over.
  func change(after now: Instant) -> Instant? {
    current.map { $0.change(after: now) ?? $0.start + $0.wave.length + Mark.pause }
  }

  /// Whether `course` has begun, or still fits where it is to begin: something else may have been shown meanwhile.
  private func isBegun(
    _ course: Course, at now: Instant, _ fits: (Wave, Instant) -> Bool
  ) -> Bool {
    now >= course.start || fits(course.wave, course.start)
  }

  private func isOver(at now: Instant) -> Bool {
    current.map { now >= $0.start + $0.wave.length + Mark.pause } ?? false
  }

  private mutating func insert(_ wave: Wave, at now: Instant) {
    waiting.insert(Waiting(wave: wave, since: now), at: 0)
    if waiting.count > SignPlayer.mostWaiting { waiting.removeLast() }
  }
}
