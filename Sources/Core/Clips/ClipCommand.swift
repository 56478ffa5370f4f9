/// Asking for a clip, and for its end.
enum ClipCommand: Hashable, Sendable {
  case ask(json: Bool)
  case start(Technique?, Int?, json: Bool)
  case redo(Technique?, Int)
  case stop(json: Bool)
  case discard(json: Bool)

  static let entries = [
    CommandEntry(
      name: "clip",
      usage: "clip [start [test|train] [N]|stop|discard|redo [test|train] N] [--json]",
      help: Phrase.helpClip, access: .full, parse: clip,
      words: [.helpClipStart, .helpClipSlot, .helpClipStop, .helpClipDiscard, .helpClipRedo])
  ]

  /// Whether it only asks.
  var isQuestion: Bool { if case .ask = self { true } else { false } }

  /// Whether the answer is complete when it has been carried out; the end of a clip takes a moment.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .ask, .start: true
    case .stop, .discard, .redo: false
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
    case let word?: throw CommandError(.clipUnknown(word))
    }
  }
}

extension Machine {
  mutating func obey(_ command: ClipCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(let json): tellClip(to: session, asJSON: json)
    case .start(let technique, let number, let json):
      if technique != nil || number != nil { try use(technique, number) }
      try allowClip()
      beginClip(from: now, for: .console(session))
      if json { steps.say(Reply(recorder.json(at: now)), to: session) }
    case .redo(let technique, let number): try redo(technique, number, for: session)
    case .stop(let json): try endClip(for: session, isProgram: json, discards: false)
    case .discard(let json): try endClip(for: session, isProgram: json, discards: true)
    }
  }

  private mutating func tellClip(to session: SessionID, asJSON isJSON: Bool) {
    let json = Reply(recorder.json(at: now))
    steps.say(isJSON ? json : Reply(recorder.sentence(at: now)), to: session)
  }

  private mutating func allowClip() throws(CommandError) {
    if let busy = activity.forbidsClip(at: now) { throw CommandError(busy) }
    guard let refusal = refusal ?? slotProblem else { return }
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

  static let clipNone = Phrase("clip.not-recorded", "No clip is being recorded.")

  static func clipUnknown(_ word: String) -> Phrase {
    Phrase(
      "clip.unknown",
      "\"clip {1}\" is nothing; it is \"clip start\", \"stop\", \"discard\" or \"redo\".",
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
