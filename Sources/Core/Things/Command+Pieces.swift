/// Asking what is stored.
extension Command {
  static let pieces = [
    Command(
      name: "list",
      usage: """
        list [--thing THING] [--kind KIND] [--technique TECHNIQUE] [--state STATE] \
        [--since DAY|NUMBER] [--json]
        """,
      help: Phrase("help.list", "tells the latest pieces, oldest first."), access: .status,
      words: [
        Phrase("help.list.thing", "\"--thing\" and a name or number tell those of one thing."),
        Phrase(
          "help.list.kind",
          "\"--kind\" and a word tell those of one kind, such as photo."),
        Phrase(
          "help.list.technique",
          """
          "--technique" and "test" or "train" tell those clips of a study.
          """),
        Phrase(
          "help.list.state",
          "\"--state\" and a word tell those of one state, such as deleted."),
        Phrase(
          "help.list.since",
          "\"--since\" and a day or number, such as 2026-03-27 or 17, tell those from there on."),
      ],
      example: "list --kind photo --since 12"
    ) { words throws(CommandError) in
      .reads(.pieces(try words.pieceFilter()), json: words.areOfProgram)
    },
    Command(
      name: "show", usage: "show [NUMBER] [--json]",
      help: Phrase("help.show", "tells all that is known of a piece."), access: .status,
      words: [
        Phrase(
          "help.show.number", "NUMBER is that of the piece; without it the latest is told.")
      ], example: "show 17"
    ) { words throws(CommandError) in
      let number = words.isEmpty ? nil : try words.onePiece()
      return .reads(.piece(number), json: words.areOfProgram)
    },
    Command(
      name: "open", usage: "open NUMBER [--json]",
      help: Phrase("help.open", "hands a piece's file over to a program at the door."),
      access: .status,
      words: [Phrase("help.open.number", "NUMBER is that of the piece.")], example: "open 17"
    ) { words throws(CommandError) in
      let number = try words.onePiece()
      return .asks { machine, session in
        machine.steps.add(.console(.open(piece: number, for: session)))
      }
    },
  ]
}

extension CommandWords {
  /// Takes the options that say which pieces are meant.
  fileprivate mutating func pieceFilter() throws(CommandError) -> PieceFilter {
    do throws(Failure) {
      return try PieceFilter(
        thing: option("--thing"), kind: option("--kind"), technique: option("--technique"),
        state: option("--state"), since: option("--since"))
    } catch {
      throw CommandError(error.phrase)
    }
  }
}
