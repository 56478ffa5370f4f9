/// From what an analyser guesses to what somebody says of it.
extension Machine {
  /// An analyser has answered about the piece `number`.
  mutating func take(_ answer: AnalyserAnswer, of number: Int) {
    guard !life.isEnding else { return }
    if let label = answer.thing { ask(for: .useLabel(label, of: number), by: .analyser) }
    if !answer.options.isEmpty { ask(for: .addOptions(number, answer.options), by: .analyser) }
  }

  /// The store says what is to be asked about the piece `number`; `isNew`: because of new options.
  mutating func clarified(_ number: Int, _ clarification: Clarification, isNew: Bool) {
    if isNew, let certain = clarification.certain {
      return ask(for: confirmation(of: .text(certain.text), number), by: .analyser)
    }
    guard case .asking(let options) = clarification else { return settled(number) }
    // Whoever holds a piece under review is asked about no other.
    let isAsked = review.focused.map { $0 == number } ?? (review.latest == number)
    let isNews = isNew || question.isAnswered(number) || review.focused == number
    guard isAsked, isNews, !life.isEnding else { return }
    let until = review.focused == nil ? review.newestUntil ?? now : nil
    question.open(number, options, at: now, until: until)
    tellOption()
    if let asked = question.asked { steps.log(.info, "Options", asked.question) }
  }

  /// What the wish for a confirmed option is.
  func confirmation(of choice: OptionChoice, _ number: Int) -> StoreChange {
    .confirmOption(number, choice, setsTitle: !settings.hasConfirmedHook)
  }

  /// There is nothing to ask about the piece `number`.
  private mutating func settled(_ number: Int) {
    if question.piece == number { question.close() }
    guard review.focused == number else { return }
    steps.say(Phrase.focusReleased(number), to: review.focusSession)
    review.unfocus(number)
  }

  /// Tells the option that is shown to whoever watches and listens.
  private mutating func tellOption() {
    question.tell(isForButton: mayOffer && (!readers.isEmpty || voice.speaks))
    guard let asked = question.asked else { return }
    steps.add(.console(.ask(asked.question, of: readers)))
    steps.speak(asked.question)
    if !readers.isEmpty { question.printed(at: now) }
  }

  /// The next option has its turn, or the question has ended.
  mutating func expireOption() {
    if question.expire(at: now) { tellOption() }
  }

  /// When something about the question is due; it does not go on to another option while somebody waits for a picture.
  var optionAt: Instant? {
    guard question.asked != nil else { return nil }
    return .earlier(question.deadline(turns: activity.isAtRest && !undo.isAsked), offerEndsAt)
  }

  /// What a press at `instant` answers of the options; nil where it means what it always does.
  func offer(at instant: Instant) -> OptionQuestion.Asked? {
    guard let since = offeredSince, since + OptionQuestion.reaction <= instant,
      question.asked?.piece == review.newest(at: instant)
    else { return nil }
    return question.asked
  }

  /// Whether the button can answer, as light and status say.
  @inline(__always)
  var isOptionOffered: Bool {
    offeredSince != nil && question.asked?.piece == review.newest(at: now)
  }

  /// When the button can answer no longer.
  var offerEndsAt: Instant? { isOptionOffered ? review.newestUntil : nil }

  /// Since when the button could answer, for all that is under way.
  private var offeredSince: Instant? {
    isButtonFree ? question.perceivedAt(isWatched: !readers.isEmpty) : nil
  }

  /// Whether a click would answer the option that is told now, once somebody has heard or read it.
  private var mayOffer: Bool {
    isButtonFree && peripherals.works(.button)
      && question.asked?.piece == review.newest(at: now)
  }

  /// Whether nothing is under way that the button is for, and it may answer an option that is asked.
  private var isButtonFree: Bool {
    settings.asksByButton && question.asked != nil && !lesson.isUnderWay && !undo.isAsked
      && !life.isEnding && (!shutter.isConfirmed || shutter.series == nil)
      && !recorder.isRecording
  }
}

/// Answers.
extension Machine {
  /// What a gesture that began while an option was offered says of that.
  mutating func answerOption(_ answer: OptionAnswer) {
    guard let asked = offered else { return }
    offered = nil
    switch answer {
    case .yes: confirm(asked, by: .button)
    case .no: deny(asked, by: .button)
    case .later:
      settled(asked.piece)
      steps.report(.info, "Options", .optionLeft(asked.piece))
      steps.speak(.optionLeft(asked.piece))
    }
  }

  mutating func confirm(_ asked: OptionQuestion.Asked, by requester: Requester) {
    if question.piece == asked.piece { question.answer() }
    ask(for: confirmation(of: .text(asked.option.text), asked.piece), by: requester)
  }

  mutating func deny(_ asked: OptionQuestion.Asked, by requester: Requester) {
    if question.piece == asked.piece { question.answer() }
    ask(for: .denyOption(asked.piece, .text(asked.option.text)), by: requester)
  }

  /// The store has made `change`, or has not: what was asked follows.
  mutating func settleQuestion(after change: StoreChange) {
    switch change {
    case .confirmOption(let number, _, _): hooks.confirmed(number)
    case .titlePiece(let number, _): settled(number)
    // What else there is to ask of a piece follows.
    case .decidePieces(_, .denied?) where change.clarifiedPiece != nil: break
    case .decidePieces(let numbers, _):
      for number in numbers where [question.piece, review.focused].contains(number) {
        settled(number)
      }
    case .deletePieces, .deleteThing, .undo, .purge, .remove:
      if let piece = question.piece, review.focused != piece, review.latest != piece {
        question.close()
      }
    case .database: question.close()
    case .addThing, .useThing, .nextThing, .setThing, .undeleteThing, .undeletePieces, .lockPieces,
      .addOptions, .denyOption, .useLabel, .piecesExported, .exportMade, .checklist, .importRequest,
      .setRequest, .keep, .redact:
      break
    }
  }
}

/// What a gesture says of an option that is offered.
enum OptionAnswer: Hashable, Sendable {
  case yes, no
  /// It is asked no more, and can be answered later.
  case later
}

extension Phrase {
  static func focusReleased(_ number: Int) -> Phrase {
    Phrase(
      "review.focus-released", "Piece {1} has nothing to ask any more; it is held no longer.",
      number)
  }

  static func optionLeft(_ number: Int) -> Phrase {
    Phrase(
      "option.left", "Left for later; \"options {1}\" shows what piece {1} may be.", number)
  }
}
