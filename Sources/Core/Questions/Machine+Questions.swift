/// What the board asks, as people are told it, and what a gesture would say to it.
extension Machine {
  /// Whether the button asks whether to undo something.
  package var asksToUndo: Bool { asking.asksToUndo }

  /// Meaning of a gesture that begins at `instant`: what the button then does, the light shows and sentences offer.
  func meaning(of gesture: Gesture, at instant: Instant) -> GestureTable.Meaning {
    GestureTable.meaning(of: gesture, in: row(at: instant), by: settings.gestures)
  }

  /// The row of the table of gestures that holds for a press at `instant`.
  func row(at instant: Instant) -> GestureTable.Row {
    if published.isEnding { return .ending }
    if shutter.isConfirmed, shutter.series != nil { return .capturing }
    if recorder.isRecording { return .recording }
    let question = answerable(at: instant)
    if question?.step != nil { return .asked }
    if lesson.isUnderWay { return .learning }
    if question != nil { return .offered }
    if published.refusal != nil { return .hindered }
    return published.capture == .running ? .ready : .resting
  }

  /// What a press at `instant` answers, of what the board asks; nil where it means what it always does.
  ///
  /// Whoever presses has to know of an option for long enough, and have been told that a click answers it.
  func answerable(at instant: Instant) -> BoardQuestion? {
    guard let question = asking.board else { return nil }
    guard let piece = question.piece else { return question.since <= instant ? question : nil }
    guard question.offersClick, piece == review.newest(at: instant),
      let perceivedAt = question.perceivedAt, perceivedAt + BoardQuestion.reaction <= instant
    else { return nil }
    return question
  }

  /// Whether light and status show that the button can answer.
  @inline(__always)
  var isAsked: Bool { asking.asks && (asking.asksToUndo || isOptionOffered) }

  /// Whether the button can answer an option, or can as soon as people have had time to mean it.
  @inline(__always)
  private var isOptionOffered: Bool {
    guard let question = asking.board, let piece = question.piece else { return false }
    return question.offersClick && question.perceivedAt != nil && piece == review.newest(at: now)
  }

  /// When the next option has its turn, the question ends, or the light ceases to ask.
  var questionAt: Instant? {
    guard asking.asks, let question = asking.board else { return nil }
    let deadline = question.deadline(isSaid: isSaid(question))
    return .earlier(deadline, isOptionOffered ? review.newestUntil : nil)
  }

  private func isSaid(_ question: BoardQuestion) -> Bool {
    question.told.map { voice.says($0) } ?? false
  }

  /// The time of the board's question has come.
  mutating func expireQuestion() {
    guard let question = asking.board else { return }
    if question.step != nil { return answerUndo(false) }
    if asking.expire(at: now, isSaid: isSaid(question)) == .turned { tellQuestion() }
  }

  /// An option waits while something is under way that the button is for; after that it is asked anew, if its piece is still new.
  mutating func settleQuestion() {
    guard !asking.isAtRest else { return }
    if asking.board?.readAt != nil, !isRead { asking.withBoard { $0.readAt = nil } }
    if mustOptionsWait { return asking.hold() }
    if changes.isEmpty, asking.resume(at: now) { tellQuestion() }
  }

  /// Whether somebody still has before them what the board asks: at a console, or at a program that showed just that.
  private var isRead: Bool {
    if !readers.isEmpty { return true }
    guard let question = asking.board else { return false }
    return sessions.contains { $0 == .reading(question.order) }
  }

  /// The option that is asked, as people were told it; nil while none is.
  var openQuestion: Phrase? { asking.board?.piece == nil ? nil : asking.board?.told }

  /// Whether nothing is asked about options now: the button is for something else, a newer piece is on its way, or what
  /// is more urgent is about to be asked.
  var mustOptionsWait: Bool {
    lesson.isUnderWay || asking.undo.isUnderWay || published.activity.forbidsOptions
  }
}

/// Answers.
extension Machine {
  /// The gesture under way answers what was asked when the finger came down, if that is asked still.
  mutating func answerPressed(_ meaning: GestureTable.Meaning) {
    guard let question = asking.atPress else { return }
    asking.atPress = nil
    guard asking.board?.order == question.order else {
      steps.report(.info, "Button", .questionOver(question.question))
      return steps.speak(.questionOver(question.question))
    }
    answer(meaning, to: question, by: .button)
  }

  /// What a gesture, or a key in its place, says to `question`.
  mutating func answer(
    _ meaning: GestureTable.Meaning, to question: BoardQuestion, by requester: Requester
  ) {
    switch meaning {
    case .answer(let isYes): answerUndo(isYes, by: requester)
    case .option(let answer): answerOption(answer, to: question, by: requester)
    case .act, .refuse, .learn, .shutDown, .nothing: break
    }
  }
}

/// Words.
extension Machine {
  /// Tells the board's question, as it is now, to whoever watches and listens.
  mutating func tellQuestion() {
    guard let phrase = wordQuestion(), let question = asking.board else { return }
    asking.speak(&steps)
    guard question.piece != nil else { return steps.report(.info, "Button", phrase) }
    steps.add(.console(.ask(phrase, of: readers)))
    if !readers.isEmpty { read() }
  }

  /// Tells the board's question to `session`, which has begun to watch.
  mutating func tellQuestion(to session: SessionID) {
    guard let question = asking.board, readers.contains(session) else { return }
    // What nobody but a voice's listeners could answer by a click was told for consoles alone.
    let isKnown = readers != [session] || isSaid(question)
    guard let phrase = isKnown ? question.told : wordQuestion() else { return }
    steps.add(.console(.ask(phrase, of: [session])))
    if question.readAt == nil { read() }
  }

  /// The program of `session` shows a person the board's question of this `number` from now on.
  ///
  /// Where that offers no click only because nobody read it, it is put into other words, which are still to be shown.
  mutating func read(_ number: Int, by session: SessionID) throws(CommandError) {
    guard let question = asking.board, question.order == number else {
      throw CommandError(.questionNotAsked(number))
    }
    sessions.begin(.reading(number), session)
    let isOffered = offersClick(for: question)
    if isOffered, !question.offersClick, !isSaid(question) {
      asking.withBoard { $0.tell($0.words(offeringClick: true), offersClick: true) }
      steps.say(.questionAnew(number), to: session)
    } else {
      if question.readAt == nil { read() }
      steps.say(Phrase("question.seen", "Question \(number) counts as read."), to: session)
    }
    steps.answered(session)
  }

  private mutating func read() {
    let now = now
    asking.withBoard { $0.readAt = now }
  }

  /// Puts the board's question into words, as of now.
  private mutating func wordQuestion() -> Phrase? {
    guard let question = asking.board else { return nil }
    let offersClick = offersClick(for: question)
    let phrase = question.words(offeringClick: offersClick)
    asking.withBoard { $0.tell(phrase, offersClick: offersClick) }
    return phrase
  }

  /// Whether a click would answer `question`, when somebody has read and heard what it is told in.
  private func offersClick(for question: BoardQuestion) -> Bool {
    guard peripherals.works(.button) else { return false }
    guard let piece = question.piece else { return true }
    guard settings.asksByButton, hasReaders || voice.speaks else { return false }
    let spoken = voice.time(toSay: question.words(offeringClick: true))
    return piece == review.newest(at: now + spoken + Machine.leastChoice)
  }

  /// Whether people are told in writing what is asked: at consoles, or at programs that show it.
  private var hasReaders: Bool { !readers.isEmpty || sessions.contains(\.isReading) }

  /// Time that people have for a click at least, where one is offered.
  private static let leastChoice = Duration.seconds(1)
}

extension Phrase {
  fileprivate static func questionAnew(_ number: Int) -> Phrase {
    Phrase(
      "question.anew",
      "Question \(number) has other words now, for a click can answer it; it is still to be read.")
  }
}
