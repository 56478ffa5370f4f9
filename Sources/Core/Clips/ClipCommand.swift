/// Asking for a clip, and for its end.
enum ClipCommand: Hashable, Sendable {
  case ask(json: Bool)
  case start(json: Bool)
  case stop(json: Bool)
  case discard(json: Bool)

  static let entries = [
    CommandEntry(
      name: "clip", usage: "clip [start|stop|discard] [--json]", help: Phrase.helpClip,
      access: .full, parse: clip, words: [.helpClipStart, .helpClipStop, .helpClipDiscard])
  ]

  /// Whether it only asks.
  var isQuestion: Bool { if case .ask = self { true } else { false } }

  /// Whether the answer is complete when it has been carried out; the end of a clip takes a moment.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .ask, .start: true
    case .stop, .discard: false
    }
  }

  @Sendable private static func clip(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    switch words.next() {
    case nil: return .clip(.ask(json: json))
    case "start": return .clip(.start(json: json))
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
    case .start(let json):
      try allowClip()
      beginClip(from: now, for: .console(session))
      if json { steps.say(Reply(recorder.json(at: now)), to: session) }
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
    guard let refusal else { return }
    steps.show(.sign(.refused))
    throw CommandError(refusal)
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
  static let helpClipStop = Phrase("help.clip.stop", "\"stop\" ends and keeps it.")
  static let helpClipDiscard = Phrase(
    "help.clip.discard", "\"discard\" ends and deletes it; \"undo\" brings it back.")

  static let clipNone = Phrase("clip.not-recorded", "No clip is being recorded.")

  static func clipUnknown(_ word: String) -> Phrase {
    Phrase(
      "clip.unknown", "\"clip {1}\" is nothing; it is \"clip start\", \"stop\" or \"discard\".",
      word)
  }
}
