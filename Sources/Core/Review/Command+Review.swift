/// Looking at pieces one by one, and saying what they are.
extension Command {
  static let review = [
    Command(
      name: "review", usage: "review [NUMBER|focus [NUMBER|off]|end] [--json]",
      help: Phrase(
        "help.review",
        "looks at a piece: what is said next without a number is about that one."),
      access: .status,
      words: [
        Phrase(
          "help.review.number",
          "NUMBER is that of the piece; without it the one under review is told, or else the newest."
        ),
        Phrase(
          "help.review.focus",
          """
          "focus" holds the piece, whatever is captured meanwhile, until its options are answered or "focus off" \
          is said.
          """), Phrase("help.review.end", "\"end\" looks at none any more."),
      ],
      example: "review 17", read: readReview),
    Command(
      name: "next", usage: "next [--json]",
      help: Phrase("help.next", "looks at the next piece, and after the last at the first."),
      access: .status, example: "next"
    ) { words in looks(words.areOfProgram) { .next(after: $0) } },
    Command(
      name: "previous", usage: "previous [--json]",
      help: Phrase(
        "help.previous", "looks at the piece before, and before the first at the last."),
      access: .status,
      example: "previous"
    ) { words in looks(words.areOfProgram) { .previous(before: $0) } },
    Command(
      name: "title", usage: "title [TEXT|--clear] [--piece NUMBER] [--json]",
      help: Phrase("help.title", "gives the piece under review a title, or tells it."),
      access: .full,
      words: [
        Phrase("help.title.text", "TEXT is the title."),
        Phrase("help.title.clear", "\"--clear\" takes the title away."),
        .helpOtherPiece,
      ],
      example: "title Front side", read: readTitle),
    Command(
      name: "confirm", usage: "confirm [NUMBER…] [--option N] [--clear]",
      help: Phrase("help.confirm", "notes that the piece under review is confirmed."),
      access: .full, words: [.helpReviewedNumbers, .helpDecisionOption, .helpDecisionClear],
      example: "confirm 17"
    ) { words throws(CommandError) in try decides(.confirmed, &words) },
    Command(
      name: "deny", usage: "deny [NUMBER…] [--option N] [--clear]",
      help: Phrase("help.deny", "notes that the piece under review is denied."), access: .full,
      words: [.helpReviewedNumbers, .helpDecisionOption, .helpDecisionClear], example: "deny 17"
    ) { words throws(CommandError) in try decides(.denied, &words) },
  ]

  /// Characters of a title.
  static let titleLengths = 1...100

  private static func readReview(_ words: inout CommandWords) throws(CommandError) -> Demand {
    if words.take("end") { return .asks { $0.endReview(of: $1) } }
    if words.take("focus") { return try readFocus(&words) }
    let number = words.isEmpty ? nil : try words.onePiece()
    return looks(words.areOfProgram) { (number ?? $0).map { .piece($0) } ?? .newest }
  }

  /// Has a piece looked at, chosen by the one that the session looks at already.
  private static func looks(
    _ json: Bool, at step: @escaping @Sendable (Int?) -> ReviewStep
  ) -> Demand {
    .asks(.later) { machine, session in
      machine.look(step(machine.review.choice(of: session)), session, json)
    }
  }

  /// Holds the piece that is named, or the one under review, until its question is answered; or none any more.
  private static func readFocus(_ words: inout CommandWords) throws(CommandError) -> Demand {
    if words.take("off") {
      return .asks { machine, session in
        machine.endFocus(of: session)
        machine.steps.say(
          Phrase("review.focus-ended", "No piece is held under review."), to: session)
      }
    }
    let json = words.areOfProgram
    let number = words.isEmpty ? nil : try words.onePiece()
    return .asks(.later) { machine, session throws(CommandError) in
      let number = try machine.reviewed(number, by: session)
      machine.review.focus(session)
      machine.look(.piece(number), session, json)
    }
  }

  /// Of the piece that is named, or of the one under review.
  private static func readTitle(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    let number = try words.namedPiece()
    let clears = words.flag("--clear")
    guard let text = words.remainder() else {
      return clears ? titles(nil, of: number) : tellsTitle(of: number, json)
    }
    guard !clears, titleLengths.contains(text.count) else {
      throw CommandError(
        clears
          ? Phrase("title.or-clear", "Either a text or \"--clear\"; both together make no sense.")
          : Phrase("title.length", "A title has at most \(titleLengths.upperBound) characters."))
    }
    return titles(text, of: number)
  }

  private static func tellsTitle(of number: Int?, _ json: Bool) -> Demand {
    .asks { machine, session throws(CommandError) in
      machine.read(.caption(try machine.reviewed(number, by: session)), for: session, json)
    }
  }

  private static func titles(_ title: String?, of number: Int?) -> Demand {
    .changes { machine, session throws(CommandError) in
      let number = try machine.reviewed(number, by: session)
      machine.ask(for: .titlePiece(number, title), by: .console(session))
    }
  }

  /// Of the pieces that are named, or of the one under review.
  private static func decides(
    _ decision: PieceDecision, _ words: inout CommandWords
  ) throws(CommandError) -> Demand {
    let clears = words.flag("--clear")
    let option = try words.numberedOption()
    let numbers = words.isEmpty ? [] : try words.pieceNumbers()
    return .changes { machine, session throws(CommandError) in
      let numbers = numbers.isEmpty ? [try machine.reviewed(nil, by: session)] : numbers
      try machine.decide(clears ? nil : decision, numbers, option, for: session)
    }
  }
}

extension Phrase {
  static let helpOtherPiece = Phrase(
    "help.title.piece", "\"--piece\" and a number mean another piece.")
}

extension CommandWords {
  /// Takes the number of a single piece.
  mutating func onePiece() throws(CommandError) -> Int {
    let numbers = try pieceNumbers()
    guard numbers.count == 1 else {
      throw CommandError(Phrase("show.one", "One piece at a time; say one number, such as 17."))
    }
    return numbers[0]
  }

  /// Takes `--option` and its number; nil where it isn't there.
  fileprivate mutating func numberedOption() throws(CommandError) -> Int? {
    guard let value = value(of: "--option") else { return nil }
    var words = CommandWords(value)
    return try words.number(of: "--option", in: 1...1_000_000)
  }

  /// Takes `--piece` and its number; nil where it isn't there.
  mutating func namedPiece() throws(CommandError) -> Int? {
    guard let value = value(of: "--piece") else { return nil }
    var words = CommandWords(value)
    return try words.onePiece()
  }
}

extension Machine {
  fileprivate mutating func endReview(of session: SessionID) {
    endFocus(of: session)
    review.end(for: session)
    steps.say(Phrase("review.ended", "No piece is under review any more."), to: session)
  }

  /// The piece `number` became durable: it is under review, and nobody is asked about another one.
  mutating func reviewNew(_ number: Int, _ kind: PieceFilter.Kind) {
    review.stored(number, kind, at: now, for: settings.reviewLasts)
    if review.focused == nil { asking.endOptions() }
  }

  /// `session` holds no piece any more; a question goes on for one that is new.
  mutating func endFocus(of session: SessionID) {
    guard review.focusSession == session, let number = review.focused else { return }
    review.unfocus(number)
    if asking.piece == number { asking.optionsEnd(at: max(now, review.newestUntil ?? now)) }
  }

  /// The store has told `session` of the piece that it wants to look at; nil: there is none.
  mutating func reviewing(_ number: Int?, by session: SessionID) {
    review.found(number, for: session)
    viewfinder.changed()
    steps.ended(session)
  }

  /// A change was made, and an undo took back `undone`: what that took away is under review no longer.
  mutating func settleReview(after change: StoreChange, _ undone: UndoStep?) {
    switch change {
    case .deletePieces(let numbers, _): review.removed(numbers)
    case .remove(let removal): review.removed(removal.numbers)
    case .undo: if let range = undone?.captured { tookAway(range) }
    case .deleteThing: tookAway(nil)
    case .addThing, .useThing, .nextThing, .setThing, .undeleteThing, .undeletePieces,
      .lockPieces, .purge,
      .titlePiece, .decidePieces, .addOptions, .confirmOption, .denyOption, .useLabel,
      .piecesExported, .exportMade, .copyRedacted, .database, .checklist, .importRequest,
      .setRequest, .keep, .redact, .addExamination, .changeFaces, .undoFaces,
      .saveFaces:
      break
    }
  }

  /// Pieces are gone that nobody has named, numbered within `range` where that is known; whoever holds one that may be
  /// among them hears that it is held no longer.
  private mutating func tookAway(_ range: ClosedRange<Int>?) {
    let (held, session) = (review.focused, review.focusSession)
    review.removed(nil, sparesHeld: held.map { range?.contains($0) == false } ?? false)
    if let held, review.focused == nil { steps.say(Phrase.focusReleased(held), to: session) }
  }

  fileprivate mutating func look(_ step: ReviewStep, _ session: SessionID, _ isJSON: Bool) {
    review.want(session)
    steps.add(.console(.review(step, to: session, json: isJSON)))
  }

  /// The piece of this `number`, or the one that `session` looks at.
  mutating func reviewed(
    _ number: Int?, by session: SessionID
  ) throws(CommandError) -> Int {
    if let number { return number }
    switch review.subject(for: session, at: now) {
    case .piece(let number): return number
    case .none: throw CommandError(.reviewNone)
    case .overtaken(let chosen, let fresh):
      review.forget(session)
      throw CommandError(.reviewOvertaken(chosen, fresh))
    }
  }
}

extension Phrase {
  static let helpReviewedNumbers = Phrase(
    "help.reviewed-numbers",
    "NUMBER is that of another piece, such as 17; several are 17 18, or 3-5.")
  static let helpDecisionClear = Phrase("help.decision.clear", "\"--clear\" takes a decision back.")

  static let reviewNone = Phrase(
    "review.none",
    "No piece is under review; \"review\" looks at the newest, \"review 17\" at that one.")

  static func reviewOvertaken(_ chosen: Int, _ fresh: Int) -> Phrase {
    Phrase(
      "review.overtaken",
      """
      Nothing was done, for piece \(fresh) is new. Say it again for \(fresh); "review \(chosen)" goes back to \
      \(chosen).
      """)
  }

}
