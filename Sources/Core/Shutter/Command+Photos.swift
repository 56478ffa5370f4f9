/// Asking for photos, and for no more of them.
extension Command {
  static let photos = [
    Command(
      name: "snap", usage: "snap [--in SECONDS] [--count N] [--every SECONDS] [--glyphs] [--json]",
      help: Phrase("help.snap", "takes photos as a click would."), access: .full,
      words: [
        Phrase("help.snap.in", "\"--in\" and a number set the seconds to the first photo."),
        Phrase("help.snap.count", "\"--count\" and a number set how many photos are taken."),
        Phrase(
          "help.snap.every",
          "\"--every\" and a number set the seconds from one photo to the next."),
        Phrase(
          "help.snap.glyphs",
          """
          "--glyphs" stores each photo as glyphs too, as "effect", "palette" and "gradient" have it.
          """),
      ],
      example: "snap --in 2 --count 3"
    ) { words throws(CommandError) in
      let wish = try SeriesWish(&words)
      return .changes { machine, session throws(CommandError) in
        try machine.snap(wish, for: session)
      }
    },
    Command(
      name: "cancel", usage: "cancel", help: .helpCancel, access: .full, example: "cancel"
    ) { _ in .changes(.atOnce) { $0.cancelSomething(for: $1) } },
  ]
}

/// Photos as a line asks for them; what is nil is as configured.
struct SeriesWish: Hashable, Sendable {
  var countdown: Duration?
  var count: Int?
  var interval: Duration?
  var hasGlyphs = false
  var isOfProgram = false
}

extension SeriesWish {
  /// Takes all words.
  init(_ words: inout CommandWords) throws(CommandError) {
    isOfProgram = words.areOfProgram
    while let option = words.next() {
      switch option {
      case "--in": countdown = try words.duration(of: option, in: Series.countdowns)
      case "--every": interval = try words.duration(of: option, in: Series.intervals)
      case "--count": count = try words.number(of: option, in: Series.counts)
      case "--glyphs": hasGlyphs = true
      default: throw CommandError(.commandExtra(option))
      }
    }
  }
}

extension Machine {
  fileprivate mutating func snap(
    _ wish: SeriesWish, for session: SessionID
  ) throws(CommandError) {
    try allowPhotos()
    beginSeries(
      Series(
        origin: now, countdown: wish.countdown ?? settings.countdown,
        interval: wish.interval ?? settings.interval, count: wish.count ?? settings.count,
        requester: .console(session), isAskedByProgram: wish.isOfProgram,
        hasGlyphs: wish.hasGlyphs))
  }

  /// Ends the clip, the lesson or the series, whichever is under way.
  fileprivate mutating func cancelSomething(for session: SessionID) {
    if recorder.isRecording {
      stopClip(.stopped)
      steps.say(.clipStopped, to: session)
    } else if lesson.isUnderWay {
      cancelLesson(for: session)
    } else {
      cancelSeries(for: session)
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
      "\"\(word)\" does not belong there; \"help\" shows how each command is used.")
  }

  static let helpCancel = Phrase(
    "help.cancel", "ends the countdown or series, or a lesson; what is stored stays.")
}
