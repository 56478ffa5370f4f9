/// Asking for photos, and for no more of them.
enum PhotoCommand: Hashable, Sendable {
  /// What is nil is as configured.
  case snap(in: Duration?, count: Int?, every: Duration?, glyphs: Bool, json: Bool)
  case cancel

  static let entries = [
    CommandEntry(
      name: "snap", usage: "snap [--in SECONDS] [--count N] [--every SECONDS] [--glyphs] [--json]",
      help: Phrase.helpSnap, access: .full, parse: snap,
      words: [.helpSnapIn, .helpSnapCount, .helpSnapEvery, .helpSnapGlyphs],
      example: "snap --in 2 --count 3"),
    CommandEntry(
      name: "cancel", usage: "cancel", help: Phrase.helpCancel, access: .full, parse: cancel,
      example: "cancel"),
  ]

  @Sendable private static func snap(_ words: inout CommandWords) throws(CommandError) -> Command {
    var (delay, every): (Duration?, Duration?)
    var count: Int?
    var glyphs = false
    while let option = words.next() {
      switch option {
      case "--in": delay = try words.duration(of: option, in: Series.countdowns)
      case "--every": every = try words.duration(of: option, in: Series.intervals)
      case "--count": count = try words.number(of: option, in: Series.counts)
      case "--glyphs": glyphs = true
      default: throw CommandError(.commandExtra(option))
      }
    }
    return .photo(
      .snap(in: delay, count: count, every: every, glyphs: glyphs, json: words.areOfProgram))
  }

  @Sendable private static func cancel(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    .photo(.cancel)
  }
}

extension Machine {
  mutating func obey(_ command: PhotoCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .snap(let delay, let count, let every, let glyphs, let json):
      try allowPhotos()
      beginSeries(
        Series(
          origin: now, countdown: delay ?? settings.countdown,
          interval: every ?? settings.interval, count: count ?? settings.count,
          requester: .console(session), isAskedByProgram: json, hasGlyphs: glyphs))
    case .cancel where recorder.isRecording:
      stopClip(.stopped)
      steps.say(.clipStopped, to: session)
    case .cancel where lesson.isUnderWay: cancelLesson(for: session)
    case .cancel: cancelSeries(for: session)
    }
  }

  private mutating func allowPhotos() throws(CommandError) {
    if let busy = published.activity.forbidsPhotos(at: now) { throw CommandError(busy) }
    guard let refusal = published.refusal else { return }
    steps.show(.sign(.refused))
    throw CommandError(refusal)
  }
}

extension Phrase {
  static func commandExtra(_ word: String) -> Phrase {
    Phrase(
      "command.extra",
      "\"{1}\" does not belong there; \"help\" shows how each command is used.", word)
  }

  static let helpSnapIn = Phrase(
    "help.snap.in", "\"--in\" and a number set the seconds to the first photo.")
  static let helpSnapCount = Phrase(
    "help.snap.count", "\"--count\" and a number set how many photos are taken.")
  static let helpSnapEvery = Phrase(
    "help.snap.every", "\"--every\" and a number set the seconds from one photo to the next.")
  static let helpSnapGlyphs = Phrase(
    "help.snap.glyphs",
    "\"--glyphs\" stores each photo as glyphs too, as \"effect\", \"palette\" and \"gradient\" have it."
  )
  static let helpSnap = Phrase("help.snap", "takes photos as a click would.")

  static let helpCancel = Phrase(
    "help.cancel", "ends the countdown or series, or a lesson; what is stored stays.")
}
