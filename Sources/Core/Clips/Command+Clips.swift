/// Asking for a clip, and for its end.
extension Command {
  static let clips = [
    Command(
      name: "clip",
      usage: """
        clip [start [test|train] [N]|stop|discard|redo [test|train] N|show [N] [--at SECONDS]|next|back] [--json]
        """,
      help: Phrase("help.clip", "records a clip, or says whether one is being recorded."),
      access: .full,
      words: [
        Phrase(
          "help.clip.start",
          "\"start\" begins one, with the seconds before it where they are remembered."),
        Phrase(
          "help.clip.slot",
          "\"test\" or \"train\" and a number after it record for that slot of a study."),
        Phrase("help.clip.stop", "\"stop\" ends and keeps it."),
        Phrase(
          "help.clip.discard",
          "\"discard\" ends and deletes it; \"undo\" brings it back."),
        Phrase(
          "help.clip.redo",
          "\"redo\" and a clip's number, or a slot, delete that clip, so that its slot is recorded again."
        ),
        Phrase(
          "help.clip.show",
          "\"show\" looks at a still of clip N, of the clip under review, or of the newest."),
        Phrase(
          "help.clip.at",
          "\"--at\" and seconds of the clip choose the still at that time, or the nearest before it."
        ),
        Phrase(
          "help.clip.next",
          "\"next\" and \"back\" look at the next still, and at the one before."),
      ], example: "clip start", read: readClip)
  ]

  private static func readClip(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .tells { $0.clipReply(asJSON: json) }
    case "start": return try readStart(&words)
    case "redo": return try readRedo(&words)
    case "stop": return ends(discards: false, json)
    case "discard": return ends(discards: true, json)
    case "show": return try readShow(&words)
    case "next": return moves(by: 1, json)
    case "back": return moves(by: -1, json)
    case let word?: throw CommandError(.clipUnknown(word))
    }
  }

  private static func readStart(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    let (technique, number) = try words.slot()
    return .changes(.atOnce) { machine, session throws(CommandError) in
      if technique != nil || number != nil { try machine.use(technique, number) }
      try machine.startClip(for: session, isProgram: json)
    }
  }

  private static func readRedo(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let (technique, number) = try words.slot()
    guard let number else {
      throw CommandError(
        Phrase(
          "clip.redo-needed",
          """
          Which? Say a clip's number, or "test" or "train" and a slot's; "slots" shows them.
          """))
    }
    return .changes { machine, session throws(CommandError) in
      try machine.redo(technique, number, for: session)
    }
  }

  /// The end of a clip takes a moment.
  private static func ends(discards: Bool, _ json: Bool) -> Demand {
    .changes { machine, session throws(CommandError) in
      try machine.endClip(for: session, isProgram: json, discards: discards)
    }
  }

  private static func readShow(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    let time = try words.timeOfClip()
    let number = words.isEmpty ? nil : try words.onePiece()
    return .asks(.later) { machine, session throws(CommandError) in
      try machine.showStill(of: number, at: time, for: session, json)
    }
  }

  private static func moves(by count: Int, _ json: Bool) -> Demand {
    .asks(.later) { machine, session throws(CommandError) in
      try machine.moveStill(by: count, for: session, json)
    }
  }
}

extension CommandWords {
  /// Seconds of a clip: no clip is longer.
  private static let timesOfClips = 0.0...86_400

  /// Takes `--at` and its seconds; nil where it isn't there.
  fileprivate mutating func timeOfClip() throws(CommandError) -> Duration? {
    guard let value = value(of: "--at") else { return nil }
    var seconds = CommandWords(value)
    return try seconds.duration(of: "--at", in: CommandWords.timesOfClips)
  }
}

extension Machine {
  fileprivate mutating func startClip(
    for session: SessionID, isProgram: Bool
  ) throws(CommandError) {
    try allowClip()
    beginClip(from: now, for: .console(session), isProgram: isProgram)
    if isProgram { steps.say(Reply(recorder.json(at: now)), to: session) }
  }

  /// Looks at the still at this `time` of a clip; without one where `session` looked before, or at the first.
  fileprivate mutating func showStill(
    of number: Int?, at time: Duration?, for session: SessionID, _ isJSON: Bool
  ) throws(CommandError) {
    let clip = try clip(number, lookedAtBy: session)
    let place = time.map { StillWish.Place.at($0) } ?? place(in: clip, of: session, moved: 0)
    try seek(StillWish(clip: clip, place), for: session, isJSON)
  }

  /// Looks at the still so many after the one that is looked at.
  fileprivate mutating func moveStill(
    by count: Int, for session: SessionID, _ isJSON: Bool
  ) throws(CommandError) {
    let clip = try clip(nil, lookedAtBy: session)
    let place = place(in: clip, of: session, moved: count)
    try seek(StillWish(clip: clip, place), for: session, isJSON)
  }

  /// The clip `number`, or the one that `session` looks at; nil: the newest.
  private mutating func clip(
    _ number: Int?, lookedAtBy session: SessionID
  ) throws(CommandError) -> Int? {
    if let number { return number }
    switch review.subject(for: session, at: now) {
    case .piece(let number):
      return number == review.choice(of: session) ? number : review.newestClip(at: now)
    case .none: return nil
    case .overtaken(let chosen, let fresh):
      review.forget(session)
      throw CommandError(.reviewOvertaken(chosen, fresh))
    }
  }

  /// The still so many after that at which `session` looks in `clip`; the first where it looks at none.
  private func place(
    in clip: Int?, of session: SessionID, moved count: Int
  ) -> StillWish.Place {
    guard let still = review.still(of: session), still.clip == clip else { return .number(1) }
    return .number(still.number + count)
  }

  fileprivate func clipReply(asJSON isJSON: Bool) -> Reply {
    isJSON ? Reply(recorder.json(at: now)) : Reply(recorder.sentence(at: now))
  }

  private mutating func allowClip() throws(CommandError) {
    if let busy = published.activity.forbidsClip(at: now) { throw CommandError(busy) }
    guard let refusal = published.refusal ?? presentSlotProblem else { return }
    steps.show(.sign(.refused))
    throw CommandError(refusal)
  }

  /// Empties the slot `number` of `technique`, or that of the clip of this number: the clip is deleted, so that an undo
  /// brings it back, and the next one fills that slot.
  fileprivate mutating func redo(
    _ technique: Technique?, _ number: Int, for session: SessionID
  ) throws(CommandError) {
    guard slots.isStudy else { throw CommandError(.slotsNone) }
    let slot = technique == nil ? slots.slot(of: number) : try slots.slot(technique, number)
    guard let slot, let piece = slots.piece(in: slot) else {
      throw CommandError(
        technique == nil
          ? Phrase(
            "clip.fills-none",
            """
            Clip \(number) fills no slot of this thing; "slots" shows which do, and "clip redo test 1" names a \
            slot.
            """) : Phrase("slots.empty-already", "That slot is empty."))
    }
    slots.choose(slot)
    ask(for: .deletePieces([piece], isForGood: false), by: .console(session))
  }

  /// The session has its answer when the clip is a piece, or deleted.
  fileprivate mutating func endClip(
    for session: SessionID, isProgram: Bool, discards: Bool
  ) throws(CommandError) {
    if recorder.isAtRest { throw CommandError(.clipNone) }
    // The clip that waits is meant, and the one before stays.
    guard !stopNext() else { return steps.answered(session) }
    let asker = Recorder.Asker(session: session, isProgram: isProgram, discards: discards)
    guard recorder.add(asker) else { throw CommandError(.tooManyChanges) }
    stopClip(.stopped)
  }
}

extension Phrase {
  static let clipNone = Phrase("clip.not-recorded", "No clip is being recorded.")

  static func clipUnknown(_ word: String) -> Phrase {
    Phrase(
      "clip.unknown",
      """
      "clip \(word)" is nothing; it is "clip start", "stop", "discard", "redo", "show", "next" or "back".
      """)
  }

}
