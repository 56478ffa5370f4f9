import Core
import Evidence
import System

/// What people and their consoles want to know of the store.
extension OpenStore {
  /// A console is no place for long lists; `exhibit list` shows all.
  static let longestList = 50

  /// Bytes of a session that records leave for the states between them, which can't wait.
  private static let roomOfStates = 16_384

  /// What an undo would take back; nil where there is nothing.
  func undoStep() throws(Failure) -> UndoStep? { try store.archive.undoStep() }

  /// The newest piece of these `kinds` below `number` in which nobody has looked for faces; nil for none.
  func unexamined(below number: Int?, of kinds: Set<PieceFilter.Kind>) throws(Failure) -> Int? {
    try store.archive.unexamined(below: number, of: kinds)
  }

  /// Pieces or texts that somebody wants gone for good, for a question.
  func loss(_ choice: Loss.Choice) throws(Failure) -> Loss {
    switch choice {
    case .pieces(let choice): .pieces(try store.archive.removal(choice))
    case .texts(let choice): .texts(try store.redaction(choice))
    case .faces(let number): .faces(of: number, count: try store.archive.removableFaces(of: number))
    }
  }

  /// The answer to `inquiry`; the failure says why there is none.
  package func answer(
    _ inquiry: Effect.Inquiry, asJSON isJSON: Bool
  ) throws(Failure) -> Reply {
    switch inquiry {
    case .pieces(let filter):
      try store.archive.list(filter, latest: OpenStore.longestList).reply(asJSON: isJSON)
    case .piece(let number): try store.archive.shown(number).reply(asJSON: isJSON)
    case .caption(let number): try store.archive.caption(of: number).reply(asJSON: isJSON)
    case .options(let number): try store.archive.options(of: number).reply(asJSON: isJSON)
    case .faces(let number): try store.archive.faceReport(of: number).reply(asJSON: isJSON)
    case .things: try store.archive.thingList().reply(asJSON: isJSON)
    case .thing(let thing): try store.archive.report(of: thing).reply(asJSON: isJSON)
    case .checklist: try store.archive.checklist().reply(asJSON: isJSON)
    case .requests: try store.archive.requests().reply(asJSON: isJSON)
    case .request(let number): try store.archive.request(number).reply(asJSON: isJSON)
    }
  }

  /// Records after that of the number `cursor`, as a session with `room` bytes hears of them.
  func events(after cursor: Int, in room: Int) throws(Failure) -> [RecordEvent] {
    try store.archive.events(after: cursor, atMost: room - OpenStore.roomOfStates)
  }

  /// The piece number `number`; the failure says that there is none.
  func piece(_ number: Int) throws(Failure) -> Piece { try store.archive.existing(number) }

  /// The file of `piece`, open for reading.
  func file(of piece: Piece) throws(Failure) -> FileDescriptor {
    try piece.open(in: setup.directory)
  }

  /// The piece to which `step` leads, and the answer for whoever takes it.
  func review(_ step: ReviewStep, asJSON isJSON: Bool) throws(Failure) -> (Int, Reply) {
    let found = try store.archive.reviewed(step)
    return (found.piece.number, found.reply(asJSON: isJSON))
  }

  /// At most `count` of the latest pieces, the newest first; none where they can't be read.
  package func latest(_ count: Int) -> [Piece] {
    let pieces = try? store.archive.latest(count)
    return (pieces ?? []).reversed()
  }
}

/// How people are spoken to, as far as they keep that, and what they told of the time.
extension OpenStore {
  /// The store's own sentences in the language that people keep, or else that of its setup; none where they can't be
  /// read.
  func texts() -> [String: String] { (try? store.archive.texts(in: language)) ?? [:] }

  /// The language in which people are spoken to.
  var language: String { kept(.language) ?? setup.language }

  /// What consoles are written in, where people keep that.
  var charset: Charset? { kept(.charset).flatMap { Charset(rawValue: $0) } }

  private func kept(_ name: SettingName) -> String? {
    (try? store.archive.keptSetting(name)) ?? nil
  }

  /// The settings that people keep; nil where they can't be read.
  func keptFacts() -> KeptFacts? {
    guard let settings = try? store.archive.keptSettings(),
      let languages = try? store.archive.languages()
    else { return nil }
    return KeptFacts(settings, languages: languages)
  }

  /// What a person told of the time in the boot `bootID`; nil where nobody did, or better was known.
  func toldTime(in bootID: String) -> ToldTime? {
    (try? store.archive.toldTime(in: bootID)) ?? nil
  }
}

extension StoreChange {
  /// The language that people want to be spoken to in from now on; nil where it is about something else.
  var language: String? {
    guard case .keep(let settings, _) = self else { return nil }
    return settings.first { $0.name == .language }?.value
  }
}
