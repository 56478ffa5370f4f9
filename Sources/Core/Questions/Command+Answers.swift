/// Reading and answering what is asked.
extension Command {
  static let questions = answers + [seen]

  private static let answers = [
    Command(
      name: "y", usage: "y [QUESTION]",
      help: Phrase("help.yes", "says yes to the question shown last."), access: .full,
      words: [.helpQuestion], example: "y"
    ) { words throws(CommandError) in try says(isYes: true, &words) },
    Command(
      name: "n", usage: "n [QUESTION]",
      help: Phrase("help.no", "says no to the question shown last."), access: .full,
      words: [.helpQuestion], example: "n"
    ) { words throws(CommandError) in try says(isYes: false, &words) },
  ]

  private static let seen = Command(
    name: "seen", usage: "seen QUESTION",
    help: Phrase(
      "help.seen", "is for programs: a person has that question before them, until the next line."),
    access: .status,
    words: [
      Phrase("help.seen.question", "QUESTION is its number; only what was read a click answers.")
    ], example: "seen 7"
  ) { words throws(CommandError) in
    let number = try words.number(of: "A question", in: 1...Int(Int32.max))
    return .changes { machine, session throws(CommandError) in
      try machine.read(number, by: session)
    }
  }

  private static func says(
    isYes: Bool, _ words: inout CommandWords
  ) throws(CommandError) -> Demand {
    let question = words.isEmpty ? nil : try words.number(of: "A question", in: 1...Int(Int32.max))
    return .changes { machine, session throws(CommandError) in
      guard let question else { return try machine.answer(isYes, by: session) }
      try machine.answer(isYes, to: question, by: session)
    }
  }

  /// The name that `word` means: an answer can be written out, in capitals, and as the German say it.
  static func name(meantBy word: String) -> String {
    switch word.lowercased() {
    case "y", "yes", "j", "ja": "y"
    case "n", "no", "nein": "n"
    default: word
    }
  }
}

extension Machine {
  /// A line of `session` that is no answer withdraws its question; a program is not told.
  mutating func withdrawQuestion(of session: SessionID, before line: String) {
    guard !Command.isAnswer(line) else { return }
    guard let question = asking.endOwn(of: session, at: now) else { return }
    if !Reply.isWantedInJSON(by: line) {
      steps.say(
        Phrase("question.withdrawn", "The question is withdrawn: \(question.wish.question)"),
        to: session)
    }
  }

  /// Whoever gives up at the question of `session` says no to it, and to nothing else that is asked.
  mutating func decline(on session: SessionID) {
    if asking.endOwn(of: session, at: now) != nil {
      steps.say(Phrase.questionDeclined, to: session)
    }
    steps.answered(session)
  }

  /// Does what a command asks for that wants a yes, or asks; a program has to say it at once.
  mutating func ask(
    _ wish: Asking.Wish, from session: SessionID, isProgram: Bool
  ) throws(CommandError) {
    if isProgram { throw CommandError(.questionNeedsYes) }
    ask(wish, session)
  }

  /// Asks `session` whether it means `wish`.
  mutating func ask(_ wish: Asking.Wish, _ session: SessionID) {
    asking.ask(wish, session, at: now)
    steps.turn(.asks, for: session)
    steps.say(wish.question, to: session)
  }

  /// What was asked last is answered, the session's own question or the board's.
  fileprivate mutating func answer(
    _ isYes: Bool, by session: SessionID
  ) throws(CommandError) {
    guard let own = asking.endOwn(of: session, at: now) else {
      return try answerBoard(isYes, from: session)
    }
    // Whoever answers may mean what the board asks since, or may not have seen it: nothing that can't be taken back is done.
    if let board = asking.board, board.order > own.order {
      steps.say(
        Phrase(
          "question.overtaken",
          """
          Nothing was done, for something else is asked since. Withdrawn: \(own.wish.question) Now: \
          \(board.ofConsoles)
          """), to: session)
      return steps.answered(session)
    }
    guard isYes else {
      steps.say(Phrase.questionDeclined, to: session)
      return steps.answered(session)
    }
    try carryOut(own.wish, for: session)
  }

  /// The board's question of this `number` is answered, and no other: whoever comes second has answered nothing.
  fileprivate mutating func answer(
    _ isYes: Bool, to number: Int, by session: SessionID
  ) throws(CommandError) {
    guard let board = asking.board, board.order == number else {
      throw CommandError(.questionNotAsked(number))
    }
    answer(isYes, to: board, from: session)
  }

  /// A console answers what the board asks of everybody.
  private mutating func answerBoard(
    _ isYes: Bool, from session: SessionID
  ) throws(CommandError) {
    guard let board = asking.board else { throw CommandError(.questionNone) }
    // Nobody writes so fast what is meant for a question that has just taken another's place.
    guard !board.isOther || now - board.since >= BoardQuestion.reaction else {
      steps.say(
        Phrase(
          "question.replaced",
          "Nothing was done, for another is asked since: \(board.ofConsoles)"), to: session)
      return steps.answered(session)
    }
    answer(isYes, to: board, from: session)
  }

  private mutating func answer(
    _ isYes: Bool, to board: BoardQuestion, from session: SessionID
  ) {
    switch board.subject {
    case .options: answerOption(isYes ? .yes : .no, to: board, by: .console(session))
    case .undo:
      answerUndo(isYes, by: .console(session))
      if !isYes { steps.answered(session) }
    }
  }

  private mutating func carryOut(
    _ wish: Asking.Wish, for session: SessionID
  ) throws(CommandError) {
    switch wish {
    case .lose(let loss): ask(for: loss.change, by: .console(session))
    case .resetDatabase(let keepsSettings, let head):
      guard head == mirror.facts?.head else { throw CommandError(.questionStale) }
      let task = keepsSettings ? DatabaseTask.resetKeepingSettings : .reset
      try carryOut(task, for: session)
    case .shutDown:
      try shutDown(from: session)
      steps.answered(session)
    }
  }
}

extension Command {
  /// Whether `line` answers a question.
  fileprivate static func isAnswer(_ line: String) -> Bool {
    var words = CommandWords(line)
    guard let word = words.next().map(name(meantBy:)) else { return false }
    return answers.contains { $0.name == word }
  }
}

extension Phrase {
  static let askShutdown = Phrase("question.shutdown", "Shut the board down? y or n.")

  package static let questionDeclined = Phrase("question.declined", "Nothing is done.")

  static let questionStale = Phrase(
    "question.stale", "Nothing was done, for something was recorded since; ask again.")

  static let helpQuestion = Phrase(
    "help.question", "QUESTION is the number of one that programs hear of, and answers that alone.")

  static func questionNotAsked(_ number: Int) -> Phrase {
    Phrase("question.not-asked", "Question \(number) is not asked: it was answered, or is over.")
  }

  static let questionNone = Phrase(
    "question.none", "No question waits for an answer; one counts for 30 seconds.")

  package static let questionNeedsYes = Phrase(
    "question.needs-yes", "That would ask first; add --yes to do it at once.")
}
