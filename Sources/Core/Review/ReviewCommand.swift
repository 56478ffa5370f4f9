/// Looking at pieces one by one, and saying what they are.
enum ReviewCommand: Hashable, Sendable {
  case next(json: Bool)
  case previous(json: Bool)
  /// Look at this piece; where none is named at the one under review, else at the newest.
  case review(Int?, json: Bool)
  /// Hold this piece, or the one under review, until its question is answered.
  case focus(Int?, json: Bool)
  /// Hold none any more.
  case endFocus
  case end
  /// Say the title of this piece, or of the one under review.
  case askTitle(of: Int?, json: Bool)
  /// Give a title, or take it away; to the piece under review where none is named.
  case title(String?, of: Int?)
  /// Decide, or no longer, or of the option of this number; of the piece under review where none is named.
  case decide(PieceDecision?, [Int], option: Int?)

  /// Characters of a title.
  static let titleLengths = 1...100

  static let entries = [
    CommandEntry(
      name: "review", usage: "review [NUMBER|focus [NUMBER|off]|end] [--json]",
      help: Phrase.helpReview,
      access: .status, parse: review, words: [.helpReviewNumber, .helpReviewFocus, .helpReviewEnd],
      example: "review 17"),
    CommandEntry(
      name: "next", usage: "next [--json]", help: Phrase.helpNext, access: .status,
      parse: { (words: inout CommandWords) throws(CommandError) in
        .review(.next(json: words.areOfProgram))
      }, example: "next"),
    CommandEntry(
      name: "previous", usage: "previous [--json]", help: Phrase.helpPrevious, access: .status,
      parse: { (words: inout CommandWords) throws(CommandError) in
        .review(.previous(json: words.areOfProgram))
      }, example: "previous"),
    CommandEntry(
      name: "title", usage: "title [TEXT|--clear] [--piece NUMBER] [--json]",
      help: Phrase.helpTitle, access: .full, parse: title,
      words: [.helpTitleText, .helpTitleClear, .helpTitlePiece], example: "title Front side"),
    CommandEntry(
      name: "confirm", usage: "confirm [NUMBER…] [--option N] [--clear]", help: Phrase.helpConfirm,
      access: .full,
      parse: { (words: inout CommandWords) throws(CommandError) in
        try decide(.confirmed, &words)
      }, words: [.helpReviewedNumbers, .helpDecisionOption, .helpDecisionClear],
      example: "confirm 17"),
    CommandEntry(
      name: "deny", usage: "deny [NUMBER…] [--option N] [--clear]", help: Phrase.helpDeny,
      access: .full,
      parse: { (words: inout CommandWords) throws(CommandError) in try decide(.denied, &words) },
      words: [.helpReviewedNumbers, .helpDecisionOption, .helpDecisionClear], example: "deny 17"),
  ]

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .next, .previous, .review, .focus, .endFocus, .end, .askTitle: true
    case .title, .decide: false
    }
  }

  /// Whether nothing has to be looked up or changed first.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .end, .endFocus, .askTitle: true
    case .next, .previous, .review, .focus, .title, .decide: false
    }
  }

  @Sendable private static func review(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    let json = words.areOfProgram
    switch words.peek() {
    case nil: return .review(.review(nil, json: json))
    case "end":
      _ = words.next()
      return .review(.end)
    case "focus":
      _ = words.next()
      guard words.peek() == "off" else {
        return .review(.focus(words.peek() == nil ? nil : try words.onePiece(), json: json))
      }
      _ = words.next()
      return .review(.endFocus)
    case _?: return .review(.review(try words.onePiece(), json: json))
    }
  }

  @Sendable private static func title(_ words: inout CommandWords) throws(CommandError) -> Command {
    let number = try words.namedPiece()
    let clears = words.flag("--clear")
    guard let text = words.remainder() else {
      return .review(
        clears ? .title(nil, of: number) : .askTitle(of: number, json: words.areOfProgram))
    }
    guard !clears, titleLengths.contains(text.count) else {
      throw CommandError(clears ? .titleOrClear : .titleLength(titleLengths.upperBound))
    }
    return .review(.title(text, of: number))
  }

  private static func decide(
    _ decision: PieceDecision, _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    let clears = words.flag("--clear")
    let option = try words.numberedOption()
    let numbers = words.peek() == nil ? [] : try words.pieceNumbers()
    return .review(.decide(clears ? nil : decision, numbers, option: option))
  }
}

extension CommandWords {
  /// Takes the number of a single piece.
  mutating func onePiece() throws(CommandError) -> Int {
    let numbers = try pieceNumbers()
    guard numbers.count == 1 else { throw CommandError(.showOne) }
    return numbers[0]
  }

  /// Takes `--option` and its number; nil where it isn't there.
  fileprivate mutating func numberedOption() throws(CommandError) -> Int? {
    guard let value = value(of: "--option") else { return nil }
    var words = CommandWords(value)
    return try words.number(of: "--option", in: 1...1_000_000)
  }

  /// Takes `--piece` and its number; nil where it isn't there.
  fileprivate mutating func namedPiece() throws(CommandError) -> Int? {
    guard let value = value(of: "--piece") else { return nil }
    var words = CommandWords(value)
    return try words.onePiece()
  }
}

extension Machine {
  mutating func obey(_ command: ReviewCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .next(let json): look(.next(after: review.choice(of: session)), session, json)
    case .previous(let json): look(.previous(before: review.choice(of: session)), session, json)
    case .review(let number, let json):
      let step = (number ?? review.choice(of: session)).map { ReviewStep.piece($0) }
      look(step ?? .newest, session, json)
    case .focus(let number, let json):
      let number = try reviewed(number, by: session)
      review.focus(session)
      look(.piece(number), session, json)
    case .endFocus:
      endFocus(of: session)
      steps.say(Phrase.focusEnded, to: session)
    case .end:
      endFocus(of: session)
      review.end(for: session)
      steps.say(Phrase.reviewEnded, to: session)
    case .askTitle(let number, let json):
      let number = try reviewed(number, by: session)
      steps.add(.console(.read(.caption(number), to: session, json: json)))
    case .title(let title, let number):
      ask(for: .titlePiece(try reviewed(number, by: session), title), by: .console(session))
    case .decide(let decision, let numbers, let option):
      let numbers = numbers.isEmpty ? [try reviewed(nil, by: session)] : numbers
      try decide(decision, numbers, option, for: session)
    }
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
      .piecesExported, .exportMade, .database, .checklist, .importRequest,
      .setRequest, .keep, .redact:
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

  private mutating func look(_ step: ReviewStep, _ session: SessionID, _ isJSON: Bool) {
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
  static let helpReview = Phrase(
    "help.review", "looks at a piece: what is said next without a number is about that one.")
  static let helpReviewNumber = Phrase(
    "help.review.number",
    "NUMBER is that of the piece; without it the one under review is told, or else the newest.")
  static let helpReviewFocus = Phrase(
    "help.review.focus",
    """
    "focus" holds the piece, whatever is captured meanwhile, until its options are answered or "focus off" is said.
    """)
  static let helpReviewEnd = Phrase("help.review.end", "\"end\" looks at none any more.")
  static let helpNext = Phrase(
    "help.next", "looks at the next piece, and after the last at the first.")
  static let helpPrevious = Phrase(
    "help.previous", "looks at the piece before, and before the first at the last.")
  static let helpTitle = Phrase("help.title", "gives the piece under review a title, or tells it.")
  static let helpTitleText = Phrase("help.title.text", "TEXT is the title.")
  static let helpTitleClear = Phrase("help.title.clear", "\"--clear\" takes the title away.")
  static let helpTitlePiece = Phrase(
    "help.title.piece", "\"--piece\" and a number mean another piece.")
  static let helpConfirm = Phrase("help.confirm", "notes that the piece under review is confirmed.")
  static let helpDeny = Phrase("help.deny", "notes that the piece under review is denied.")
  static let helpReviewedNumbers = Phrase(
    "help.reviewed-numbers",
    "NUMBER is that of another piece, such as 17; several are 17 18, or 3-5.")
  static let helpDecisionClear = Phrase(
    "help.decision.clear", "\"--clear\" takes a decision back.")

  static let reviewEnded = Phrase("review.ended", "No piece is under review any more.")

  static let focusEnded = Phrase("review.focus-ended", "No piece is held under review.")

  static let reviewNone = Phrase(
    "review.none",
    "No piece is under review; \"review\" looks at the newest, \"review 17\" at that one.")

  static func reviewOvertaken(_ chosen: Int, _ fresh: Int) -> Phrase {
    Phrase(
      "review.overtaken",
      "Nothing was done, for piece {2} is new. Say it again for {2}; \"review {1}\" goes back to {1}.",
      chosen, fresh)
  }

  static func titleLength(_ most: Int) -> Phrase {
    Phrase("title.length", "A title has at most {1} characters.", most)
  }

  static let titleOrClear = Phrase(
    "title.or-clear", "Either a text or \"--clear\"; both together make no sense.")
}
