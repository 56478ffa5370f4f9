/// What light and buzzer have to tell for as long as it lasts; `docs/GUIDE.md` has the same table.
package enum Situation: Hashable, Sendable {
  case shuttingDown
  case fault
  case asked
  /// A clip is being recorded; it has its desired length from `desiredAt` on.
  case recording(isStudy: Bool, desiredAt: Instant?)
  case counting(until: Instant)
  case storing
  case storageLow
  case starting
  /// The camera comes back from a pause.
  case resuming
  case ready
  case paused
  /// The program is ending and the board is safe.
  case off

  /// A countdown that has so much time left lets a sign be seen: that of a photo that failed long before the
  /// next one is due.
  static let longCountdown = Duration.seconds(2)

  /// Whether signs are shown: only in situations that matter less than they do.
  func yieldsToSigns(at now: Instant) -> Bool {
    switch self {
    case .shuttingDown, .fault, .asked, .recording, .storing, .off: false
    case .counting(let until): until - now > Situation.longCountdown
    case .storageLow, .starting, .resuming, .ready, .paused: true
    }
  }

  /// Whether a situation that is not there is shown in its place to whoever wants to see that: never in place
  /// of a countdown.
  func yieldsToDemonstration(at now: Instant) -> Bool {
    if case .counting = self { false } else { yieldsToSigns(at: now) }
  }

  /// Whether the buzzer has nothing of its own to say, so that signs may be heard.
  func isQuiet(at now: Instant) -> Bool {
    switch self {
    case .counting: yieldsToSigns(at: now)
    case .shuttingDown, .fault, .asked, .recording, .storing, .storageLow, .starting, .resuming,
      .ready, .paused, .off:
      true
    }
  }

  /// Whether becoming ready will be news after it; nil where that stays as it was.
  var makesReadyNews: Bool? {
    switch self {
    case .starting, .fault: true
    // Whoever hears a countdown knows.
    case .counting, .ready, .storageLow: false
    case .shuttingDown, .asked, .recording, .storing, .resuming, .paused, .off: nil
    }
  }

  /// The light's course, counted from the beginning of the situation, and when that course ends.
  func light(since start: Instant, at now: Instant) -> Course {
    switch self {
    case .shuttingDown: Course(.even(.milliseconds(500)), from: start)
    case .fault: Course(Wave([.long, .long, .long], every: .seconds(3)), from: start)
    case .asked: Course(Wave([.long, .blip], every: .seconds(2)), from: start)
    case .recording(_, let desiredAt): Situation.recordingLight(start, desiredAt, now)
    case .counting(let until): Situation.countdown(until, now)
    case .storing: Course(.solid, from: start)
    case .storageLow: Course(Wave([.long], every: .seconds(3)), from: start)
    case .starting, .resuming: Course(.even(.seconds(2)), from: start)
    case .ready: Course(Wave([.blip], every: .seconds(3)), from: start)
    case .paused: Course(Wave([.blip], every: .seconds(10)), from: start)
    case .off: Course(.dark, from: start)
    }
  }

  /// The buzzer's course while the situation lasts.
  func buzzer(since start: Instant, at now: Instant) -> Course {
    switch self {
    case .counting(let until): Situation.countdown(until, now)
    case .recording(let isStudy, let desiredAt):
      Situation.recordingSound(isStudy, start, desiredAt, now)
    case .shuttingDown, .fault, .asked, .storing, .storageLow, .starting, .resuming, .ready,
      .paused, .off:
      Course(.dark, from: start)
    }
  }

  /// What the buzzer says once when the situation begins; of becoming ready only where that is news.
  func announcement(isReadyNews: Bool) -> [Mark] {
    switch self {
    case .shuttingDown: [.long]
    case .fault: [.long, .long, .long]
    case .asked: [.long, .blip]
    case .recording: [.long]
    case .ready, .storageLow: isReadyNews ? [.blip, .long] : []
    case .counting, .storing, .starting, .resuming, .paused, .off: []
    }
  }

  /// 1 Hz, and 2 Hz in the last second, both ending with a dark half at `until`.
  private static func countdown(_ until: Instant, _ now: Instant) -> Course {
    let lastSecond = until - .seconds(1)
    if now >= until { return Course(.dark, from: until) }
    if now >= lastSecond { return Course(.even(.milliseconds(500)), from: until) }
    return Course(.even(.seconds(1)), from: until, until: lastSecond)
  }

  /// Solid with a wink every 5 s; two winks at the desired length.
  private static func recordingLight(
    _ start: Instant, _ desiredAt: Instant?, _ now: Instant
  ) -> Course {
    if let desiredAt, now >= desiredAt {
      let end = desiredAt + doubleWink.length
      if now < end { return Course(doubleWink, from: desiredAt, until: end) }
    }
    return everyFive(winks, rest: .solid, from: start, until: desiredAt, at: now)
  }

  /// · every 5 s for a study; – – at the desired length.
  private static func recordingSound(
    _ isStudy: Bool, _ start: Instant, _ desiredAt: Instant?, _ now: Instant
  ) -> Course {
    if let desiredAt, now >= desiredAt {
      let end = desiredAt + doubleLong.length
      if now < end { return Course(doubleLong, from: desiredAt, until: end) }
    }
    return everyFive(isStudy ? blips : .dark, rest: .dark, from: start, until: desiredAt, at: now)
  }

  private static let winks = Wave([.blip], every: .seconds(5), isInverted: true)
  private static let doubleWink = Wave([.blip, .blip], isInverted: true)
  private static let blips = Wave([.blip], every: .seconds(5))
  private static let doubleLong = Wave([.long, .long])

  /// `rest` for 5 s, then `marks`; something else comes at `end`, if that is still ahead.
  private static func everyFive(
    _ marks: Wave, rest: Wave, from start: Instant, until end: Instant?, at now: Instant
  ) -> Course {
    let first = start + .seconds(5)
    let end = end.flatMap { $0 > now ? $0 : nil }
    guard now < first else { return Course(marks, from: first, until: end) }
    return Course(rest, from: start, until: min(first, end ?? first))
  }
}

extension Situation {
  /// Name of a situation, for programs by its raw value.
  enum Name: String {
    case shuttingDown = "shutting_down"
    case fault, asked, recording, counting, storing
    case storageLow = "storage_low"
    case starting, ready, paused, off
  }

  /// The name for it; coming back from a pause is starting too.
  var name: Name {
    switch self {
    case .shuttingDown: .shuttingDown
    case .fault: .fault
    case .asked: .asked
    case .recording: .recording
    case .counting: .counting
    case .storing: .storing
    case .storageLow: .storageLow
    case .starting, .resuming: .starting
    case .ready: .ready
    case .paused: .paused
    case .off: .off
    }
  }

  /// The word for it in status and on screens.
  package var word: Phrase { name.word }
}

extension Situation.Name {
  fileprivate var word: Phrase {
    switch self {
    case .shuttingDown: Phrase("situation.shutting-down", "shutting down")
    case .fault: Phrase("situation.fault", "fault")
    case .asked: Phrase("situation.asked", "asked")
    case .recording: Phrase("situation.recording", "recording")
    case .counting: Phrase("situation.counting", "counting")
    case .storing: Phrase("situation.storing", "storing")
    case .storageLow: Phrase("situation.storage-low", "storage low")
    case .starting: Phrase("situation.starting", "starting")
    case .ready: Phrase("situation.ready", "ready")
    case .paused: Phrase("situation.paused", "paused")
    case .off: Phrase("situation.off", "off")
    }
  }
}
