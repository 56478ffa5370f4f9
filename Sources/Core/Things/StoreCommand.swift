/// Asking what is stored.
enum StoreCommand: Hashable, Sendable {
  case list(PieceFilter, json: Bool)
  /// All that is known of a piece; of the latest where none is named.
  case show(Int?, json: Bool)

  static let entries = [
    CommandEntry(
      name: "list",
      usage: "list [--thing THING] [--kind KIND] [--state STATE] [--since DAY|NUMBER] [--json]",
      help: Phrase.helpList, access: .status, parse: list,
      words: [.helpListThing, .helpListKind, .helpListState, .helpListSince],
      example: "list --kind photo --since 12"),
    CommandEntry(
      name: "show", usage: "show [NUMBER] [--json]", help: Phrase.helpShow, access: .status,
      parse: show, words: [.helpShowNumber], example: "show 17"),
  ]

  @Sendable private static func list(_ words: inout CommandWords) throws(CommandError) -> Command {
    let (thing, kind) = (words.option("--thing"), words.option("--kind"))
    let (state, since) = (words.option("--state"), words.option("--since"))
    do throws(Failure) {
      let filter = try PieceFilter(thing: thing, kind: kind, state: state, since: since)
      return .store(.list(filter, json: words.areOfProgram))
    } catch {
      throw CommandError(error.phrase)
    }
  }

  @Sendable private static func show(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    guard words.peek() != nil else { return .store(.show(nil, json: json)) }
    let numbers = try words.pieceNumbers()
    guard numbers.count == 1 else { throw CommandError(.showOne) }
    return .store(.show(numbers[0], json: json))
  }
}

extension Machine {
  mutating func obey(_ command: StoreCommand, from session: SessionID) {
    switch command {
    case .list(let filter, let json):
      steps.add(.console(.read(.pieces(filter), to: session, json: json)))
    case .show(let number, let json):
      steps.add(.console(.read(.piece(number), to: session, json: json)))
    }
  }
}

extension Phrase {
  static let helpList = Phrase("help.list", "tells the latest pieces, oldest first.")
  static let helpListThing = Phrase(
    "help.list.thing", "\"--thing\" and a name or number tell those of one thing.")
  static let helpListKind = Phrase(
    "help.list.kind", "\"--kind\" and a word tell those of one kind, such as photo.")
  static let helpListState = Phrase(
    "help.list.state", "\"--state\" and a word tell those of one state, such as deleted.")
  static let helpListSince = Phrase(
    "help.list.since",
    "\"--since\" and a day or number, such as 2026-03-27 or 17, tell those from there on.")

  static let helpShow = Phrase("help.show", "tells all that is known of a piece.")
  static let helpShowNumber = Phrase(
    "help.show.number", "NUMBER is that of the piece; without it the latest is told.")
  static let showOne = Phrase("show.one", "One piece at a time; say one number, such as 17.")
}
