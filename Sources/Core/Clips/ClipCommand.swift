/// Asking for a clip, and for its end.
enum ClipCommand: Hashable, Sendable {
  case ask(json: Bool)
  case start(Technique?, Int?, json: Bool)
  case redo(Technique?, Int)
  case stop(json: Bool)
  case discard(json: Bool)
  /// Look at a still of this clip, or of the one under review, or of the newest: the one at this time, or the first.
  case show(Int?, at: Duration?, json: Bool)
  /// Look at the still so many after the one that is looked at.
  case move(Int, json: Bool)

  /// Seconds of a clip: no clip is longer.
  static let times = 0.0...86_400

  static let entries = [
    CommandEntry(
      name: "clip",
      usage: """
        clip [start [test|train] [N]|stop|discard|redo [test|train] N|show [N] [--at SECONDS]|next|back] [--json]
        """,
      help: Phrase.helpClip, access: .full, parse: clip,
      words: [
        .helpClipStart, .helpClipSlot, .helpClipStop, .helpClipDiscard, .helpClipRedo,
        .helpClipShow, .helpClipAt, .helpClipNext,
      ], example: "clip start")
  ]

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .ask, .show, .move: true
    case .start, .stop, .discard, .redo: false
    }
  }

  /// Whether the answer is complete when it has been carried out; the end of a clip takes a moment.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .ask, .start: true
    case .stop, .discard, .redo, .show, .move: false
    }
  }

  @Sendable private static func clip(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .clip(.ask(json: json))
    case "start":
      let (technique, number) = try words.slot()
      return .clip(.start(technique, number, json: json))
    case "redo":
      let (technique, number) = try words.slot()
      guard let number else { throw CommandError(.clipRedoNeeded) }
      return .clip(.redo(technique, number))
    case "stop": return .clip(.stop(json: json))
    case "discard": return .clip(.discard(json: json))
    case "show": return .clip(try show(&words))
    case "next": return .clip(.move(1, json: json))
    case "back": return .clip(.move(-1, json: json))
    case let word?: throw CommandError(.clipUnknown(word))
    }
  }
}

extension ClipCommand {
  private static func show(_ words: inout CommandWords) throws(CommandError) -> ClipCommand {
    var time: Duration?
    if let value = words.value(of: "--at") {
      var seconds = CommandWords(value)
      time = try seconds.duration(of: "--at", in: times)
    }
    guard words.peek() != nil else { return .show(nil, at: time, json: words.areOfProgram) }
    let numbers = try words.pieceNumbers()
    guard numbers.count == 1 else { throw CommandError(.showOne) }
    return .show(numbers[0], at: time, json: words.areOfProgram)
  }
}

extension Machine {
  mutating func obey(_ command: ClipCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(let json): tellClip(to: session, asJSON: json)
    case .start(let technique, let number, let json):
      if technique != nil || number != nil { try use(technique, number) }
      try allowClip()
      beginClip(from: now, for: .console(session), isProgram: json)
      if json { steps.say(Reply(recorder.json(at: now)), to: session) }
    case .redo(let technique, let number): try redo(technique, number, for: session)
    case .stop(let json): try endClip(for: session, isProgram: json, discards: false)
    case .discard(let json): try endClip(for: session, isProgram: json, discards: true)
    case .show(let number, let time, let json):
      let clip = try clip(number, lookedAtBy: session)
      let place = time.map { StillWish.Place.at($0) } ?? place(in: clip, of: session, moved: 0)
      try seek(StillWish(clip: clip, place), for: session, json)
    case .move(let count, let json):
      let clip = try clip(nil, lookedAtBy: session)
      try seek(
        StillWish(clip: clip, place(in: clip, of: session, moved: count)), for: session, json)
    }
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

  private mutating func tellClip(to session: SessionID, asJSON isJSON: Bool) {
    let json = Reply(recorder.json(at: now))
    steps.say(isJSON ? json : Reply(recorder.sentence(at: now)), to: session)
  }

  private mutating func allowClip() throws(CommandError) {
    if let busy = published.activity.forbidsClip(at: now) { throw CommandError(busy) }
    guard let refusal = published.refusal ?? presentSlotProblem else { return }
    steps.show(.sign(.refused))
    throw CommandError(refusal)
  }

  /// Empties the slot `number` of `technique`, or that of the clip of this number: the clip is deleted, so that an undo
  /// brings it back, and the next one fills that slot.
  private mutating func redo(
    _ technique: Technique?, _ number: Int, for session: SessionID
  ) throws(CommandError) {
    guard slots.isStudy else { throw CommandError(.slotsNone) }
    let slot = technique == nil ? slots.slot(of: number) : try slots.slot(technique, number)
    guard let slot, let piece = slots.piece(in: slot) else {
      throw CommandError(technique == nil ? .clipFillsNone(number) : .slotEmptyAlready)
    }
    slots.choose(slot)
    ask(for: .deletePieces([piece], isForGood: false), by: .console(session))
  }

  /// The session has its answer when the clip is a piece, or deleted.
  private mutating func endClip(
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
  static let helpClip = Phrase(
    "help.clip", "records a clip, or says whether one is being recorded.")
  static let helpClipStart = Phrase(
    "help.clip.start", "\"start\" begins one, with the seconds before it where they are remembered."
  )
  static let helpClipSlot = Phrase(
    "help.clip.slot",
    "\"test\" or \"train\" and a number after it record for that slot of a study.")
  static let helpClipRedo = Phrase(
    "help.clip.redo",
    "\"redo\" and a clip's number, or a slot, delete that clip, so that its slot is recorded again."
  )
  static let helpClipStop = Phrase("help.clip.stop", "\"stop\" ends and keeps it.")
  static let helpClipDiscard = Phrase(
    "help.clip.discard", "\"discard\" ends and deletes it; \"undo\" brings it back.")

  static let helpClipShow = Phrase(
    "help.clip.show",
    "\"show\" looks at a still of clip N, of the clip under review, or of the newest.")
  static let helpClipAt = Phrase(
    "help.clip.at",
    "\"--at\" and seconds of the clip choose the still at that time, or the nearest before it.")
  static let helpClipNext = Phrase(
    "help.clip.next", "\"next\" and \"back\" look at the next still, and at the one before.")

  static let clipNone = Phrase("clip.not-recorded", "No clip is being recorded.")

  static func clipUnknown(_ word: String) -> Phrase {
    Phrase(
      "clip.unknown",
      """
      "clip {1}" is nothing; it is "clip start", "stop", "discard", "redo", "show", "next" or \
      "back".
      """,
      word)
  }

  static let clipRedoNeeded = Phrase(
    "clip.redo-needed",
    "Which? Say a clip's number, or \"test\" or \"train\" and a slot's; \"slots\" shows them.")

  static func clipFillsNone(_ number: Int) -> Phrase {
    Phrase(
      "clip.fills-none",
      "Clip {1} fills no slot of this thing; \"slots\" shows which do, and \"clip redo test 1\" names a slot.",
      number)
  }

  static let slotEmptyAlready = Phrase("slots.empty-already", "That slot is empty.")
}
