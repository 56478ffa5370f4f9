/// What consoles were asked before it is done: one question a session, which lapses by itself.
///
/// `y` and `n` answer it. Whoever types anything else has withdrawn it.
struct ConsoleQuestions: Sendable {
  /// Without an answer for so long, a question counts no more.
  static let patience = Duration.seconds(30)

  /// Something that is only done after a yes.
  enum Wish: Hashable {
    case shutDown
    case resetDatabase(keepsSettings: Bool)
    case lose(Loss)

    /// The question.
    var question: Phrase {
      switch self {
      case .shutDown: .askShutdown
      case .lose(let loss): loss.question
      case .resetDatabase(keepsSettings: false): .askReset
      case .resetDatabase(keepsSettings: true): .askResetKeepingSettings
      }
    }
  }

  private struct Question {
    let session: SessionID
    let wish: Wish
    let askedAt: Instant

    func counts(at now: Instant) -> Bool { now - askedAt < ConsoleQuestions.patience }
  }

  private var questions: [Question] = []

  /// Asks `session` at `now` whether it means `wish`, and nothing else any more.
  mutating func ask(_ wish: Wish, _ session: SessionID, at now: Instant, _ steps: inout Steps) {
    questions.removeAll { $0.session == session || !$0.counts(at: now) }
    questions.append(Question(session: session, wish: wish, askedAt: now))
    steps.turn(.asks, for: session)
    steps.say(wish.question, to: session)
  }

  /// The question of `session` has its answer, or none will come: it is over.
  ///
  /// - Returns: what it was about, and since when, if it counts at `now`.
  mutating func end(for session: SessionID, at now: Instant) -> (wish: Wish, askedAt: Instant)? {
    guard let place = questions.firstIndex(where: { $0.session == session }) else { return nil }
    let question = questions.remove(at: place)
    return question.counts(at: now) ? (question.wish, question.askedAt) : nil
  }
}

/// Answering the question shown last.
enum AnswerCommand: Hashable, Sendable {
  case yes, no

  static let entries = [
    CommandEntry(
      name: "y", usage: "y", help: Phrase.helpYes, access: .full,
      parse: { (_: inout CommandWords) throws(CommandError) in .answer(.yes) }, example: "y"),
    CommandEntry(
      name: "n", usage: "n", help: Phrase.helpNo, access: .full,
      parse: { (_: inout CommandWords) throws(CommandError) in .answer(.no) }, example: "n"),
  ]

  /// The command that `word` means: an answer can be written out, in capitals, and as the German say it.
  static func word(_ word: String) -> String {
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
    guard let question = questions.end(for: session, at: now) else { return }
    if !Reply.isWantedInJSON(by: line) {
      steps.say(Phrase.questionWithdrawn(question.wish.question), to: session)
    }
  }

  /// Whoever gives up at the question of `session` says no to it, and to nothing else that is asked.
  mutating func decline(on session: SessionID) {
    if questions.end(for: session, at: now) != nil {
      steps.say(Phrase.questionDeclined, to: session)
    }
    steps.answered(session)
  }

  /// Does what a command asks for that wants a yes, or asks; a program has to say it at once.
  mutating func ask(
    _ wish: ConsoleQuestions.Wish, from session: SessionID, isProgram: Bool
  ) throws(CommandError) {
    if isProgram { throw CommandError(.questionNeedsYes) }
    questions.ask(wish, session, at: now, &steps)
  }

  mutating func obey(_ command: AnswerCommand, from session: SessionID) throws(CommandError) {
    guard let own = questions.end(for: session, at: now) else {
      guard let asked = questionForConsole else {
        return try answerUndo(command == .yes, from: session)
      }
      return command == .yes
        ? confirm(asked, by: .console(session)) : deny(asked, by: .console(session))
    }
    // A picture's option may have come last: nothing that can't be taken back is done by an answer to it.
    if let asked = questionForConsole, asked.shownAt > own.askedAt {
      steps.say(Phrase.questionOvertaken(own.wish.question, asked.question), to: session)
      return steps.answered(session)
    }
    // Whoever answers may mean the button's question, which came later, or may not have seen it.
    if let asked = undo.asked, asked.at > own.askedAt {
      steps.say(Phrase.questionOvertaken(own.wish.question, asked.step.question), to: session)
      return steps.answered(session)
    }
    guard command == .yes else {
      steps.say(Phrase.questionDeclined, to: session)
      return steps.answered(session)
    }
    try carryOut(own.wish, for: session)
  }

  private mutating func carryOut(
    _ wish: ConsoleQuestions.Wish, for session: SessionID
  ) throws(CommandError) {
    switch wish {
    case .lose(let loss): ask(for: loss.change, by: .console(session))
    case .resetDatabase(let keepsSettings):
      let task = keepsSettings ? DatabaseTask.resetKeepingSettings : .reset
      try obey(DatabaseCommand.change(task), from: session)
    case .shutDown:
      try shutDown(from: session)
      steps.answered(session)
    }
  }

  /// A console answers the question that the button asked for.
  private mutating func answerUndo(
    _ isYes: Bool, from session: SessionID
  ) throws(CommandError) {
    guard undo.isAsked else { throw CommandError(.questionNone) }
    answerUndo(isYes, by: .console(session))
    if !isYes { steps.answered(session) }
  }
}

extension Command {
  /// Whether `line` answers a question.
  fileprivate static func isAnswer(_ line: String) -> Bool {
    var words = CommandWords(line)
    guard let word = words.next().map(AnswerCommand.word) else { return false }
    return AnswerCommand.entries.contains { $0.name == word }
  }
}

extension Phrase {
  static let helpYes = Phrase("help.yes", "says yes to the question shown last.")
  static let helpNo = Phrase("help.no", "says no to the question shown last.")

  static let askShutdown = Phrase("question.shutdown", "Shut the board down? y or n.")

  static func questionWithdrawn(_ question: Phrase) -> Phrase {
    Phrase("question.withdrawn", "The question is withdrawn: {1}", question)
  }

  static func questionOvertaken(_ question: Phrase, _ later: Phrase) -> Phrase {
    Phrase(
      "question.overtaken",
      "Nothing was done, for something else is asked since. Withdrawn: {1} Now: {2} y or n.",
      question, later)
  }

  package static let questionDeclined = Phrase("question.declined", "Nothing is done.")

  static let questionNone = Phrase(
    "question.none", "No question waits for an answer; one counts for 30 seconds.")

  package static let questionNeedsYes = Phrase(
    "question.needs-yes", "That would ask first; add --yes to do it at once.")
}
