/// Asking what time it is, or telling it.
extension Command {
  static let clock = [
    Command(
      name: "clock", usage: "clock [is TIME] [--json]",
      help: Phrase("help.clock", "says what time it is and on whose word, or is told it."),
      access: .full,
      words: [
        Phrase(
          "help.clock.is",
          "\"is\" and a time such as 2026-03-27T15:44:28+01:00 tell it, for as long as the board is on."
        ),
        Phrase(
          "help.clock.only",
          "The system's clock is not set by that, and a time server counts for more."),
      ], example: "clock is 2026-03-27T15:44:28+01:00",
      read: readClock)
  ]

  private static func readClock(_ words: inout CommandWords) throws(CommandError) -> Demand {
    guard let word = words.next() else { return .measures(.clock(json: words.areOfProgram)) }
    guard word == "is" else { throw unknown("clock \(word)", among: ["clock is"]) }
    guard let time = words.time() else {
      throw CommandError(
        Phrase(
          "clock.time",
          "A time is written as 2026-03-27T15:44:28+01:00, with how far its place is ahead of UTC, or Z."
        ))
    }
    guard ClockWatch.believed.contains(time.microseconds) else {
      throw CommandError(
        Phrase(
          "clock.unbelieved",
          "It can't be \(time.brief): the years from 2025 to 2099 are believed."))
    }
    return .changes { machine, session throws(CommandError) in
      try machine.tell(time, by: session)
    }
  }
}

extension CommandWords {
  /// Takes a time; people write a space for the T too: then the time of the day is a word of its own.
  fileprivate mutating func time() -> CalendarTime? {
    guard let word = next() else { return nil }
    return CalendarTime(word) ?? next().flatMap { CalendarTime("\(word)T\($0)") }
  }
}

extension Machine {
  /// Tells the `time` that it is when the line is read.
  fileprivate mutating func tell(
    _ time: CalendarTime, by session: SessionID
  ) throws(CommandError) {
    if let busy = published.activity.forbidsChange(at: now) { throw CommandError(busy) }
    guard let note = clock.told() else {
      throw CommandError(
        Phrase(
          "clock.is-synchronised",
          "The clock is synchronised with a time source, which counts for more than what a person tells."
        ))
    }
    steps.add(.service(.tellTime(ToldTime(time.microseconds, at: now))))
    steps.note(note)
    steps.log(.info, "Clock", .clockToldNow(time.brief))
    steps.say(.clockToldNow(time.brief), to: session)
    steps.answered(session)
  }
}

extension Measurements {
  /// The answer to `clock`.
  func clockReply(asJSON isJSON: Bool) -> Reply {
    let time = wall.microseconds.map { CalendarTime(microseconds: Int($0)) }
    guard !isJSON else {
      return Reply(
        .object([
          ("time", .optional(time?.text)), ("source", .string(wall.source.rawValue)),
          ("uncertainty_s", .optional(wallError?.inSeconds)),
        ]))
    }
    guard let time else { return Reply(.clockUnset) }
    guard let error = wallError else {
      return Reply(Phrase("clock.is", "It is \(time.brief); the clock is \(wall.source.word)."))
    }
    return Reply(
      Phrase(
        "clock.is-within",
        "It is \(time.brief), at most \(Figures.brief(error.inSeconds)) s off; the clock is \(wall.source.word)."
      ))
  }
}

extension Phrase {
  static let clockUnset = Phrase(
    "clock.is-unset",
    "Nobody knows what time it is; \"clock is\" and a time such as 2026-03-27T15:44:28+01:00 tell it."
  )

  static func clockToldNow(_ time: String) -> Phrase {
    Phrase("clock.told-now", "The clock is told: it is \(time). That dates all of this boot.")
  }

}
