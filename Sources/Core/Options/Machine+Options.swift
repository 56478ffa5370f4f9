/// From what an analyser guesses to what somebody says of it.
extension Machine {
  /// An analyser has answered about the piece `number`.
  mutating func take(_ answer: AnalyserAnswer, of number: Int) {
    guard !published.isEnding else { return }
    if let label = answer.thing { ask(for: .useLabel(label, of: number), by: .analyser) }
    if !answer.options.isEmpty { ask(for: .addOptions(number, answer.options), by: .analyser) }
  }

  /// The store says what is to be asked about the piece `number`; `isNew`: because of new options.
  mutating func clarified(_ number: Int, _ clarification: Clarification, isNew: Bool) {
    if isNew, let certain = clarification.certain, decides(certain) {
      asking.answer(number)
      return ask(for: confirmation(of: .text(certain.text), number), by: .analyser)
    }
    guard case .asking(let options) = clarification else { return settled(number) }
    // Whoever holds a piece under review is asked about no other.
    let isAsked = review.focused.map { $0 == number } ?? (review.latest == number)
    let isNews = isNew || asking.isAnswered(number) || review.focused == number
    guard isAsked, isNews, !published.isEnding else { return }
    let until = review.focused == nil ? review.newestUntil ?? now : nil
    asking.put(
      BoardQuestion(options, of: number, at: now, until: until), mustWait: mustOptionsWait)
    guard asking.board?.piece == number else { return }
    tellQuestion()
    if let told = asking.board?.told { steps.log(.info, "Options", told) }
  }

  /// Whether the program that guesses `option` decides what it is certain of.
  private func decides(_ option: PieceOption) -> Bool {
    settings.analysers.contains { $0.name == option.analyser && $0.decides }
  }

  /// What the wish for a confirmed option is.
  func confirmation(of choice: OptionChoice, _ number: Int) -> StoreChange {
    .confirmOption(number, choice, setsTitle: !settings.hasConfirmedHook)
  }

  /// A program has said what it knows of the piece `number`, or the store has refused that: whoever holds the piece for
  /// nothing holds it no longer.
  mutating func guessed(_ number: Int) {
    let isAwaited = changes.wishes.contains { $0.change.clarifiedPiece == number }
    if review.focused == number, asking.piece != number, !isAwaited { settled(number) }
  }

  /// There is nothing to ask about the piece `number`, unless a program that looks at it will guess something.
  private mutating func settled(_ number: Int) {
    if asking.piece == number { asking.endOptions() }
    guard review.focused == number, !hooks.owesGuess(of: number) else { return }
    steps.say(Phrase.focusReleased(number), to: review.focusSession)
    review.unfocus(number)
  }
}

/// Answers.
extension Machine {
  /// What somebody says of the option that `question` shows.
  mutating func answerOption(
    _ answer: OptionAnswer, to question: BoardQuestion, by requester: Requester
  ) {
    guard let piece = question.piece, let option = question.option else { return }
    switch answer {
    case .yes:
      asking.answer(piece)
      ask(for: confirmation(of: .text(option.text), piece), by: requester)
    case .no:
      asking.answer(piece)
      ask(for: .denyOption(piece, .text(option.text)), by: requester)
    case .later:
      settled(piece)
      steps.report(.info, "Options", .optionLeft(piece), spoken: .optionLeft(piece))
    }
  }

  /// The store has made `change`: what was asked about options follows, and who was asked hears that it is over.
  mutating func settleOptions(after change: StoreChange) {
    let question = asking.board
    defer {
      if let question, let piece = question.piece, asking.piece != piece {
        steps.report(.info, "Options", .questionChanged(question.question))
      }
    }
    switch change {
    case .confirmOption(let number, _, _): hooks.confirmed(number)
    case .titlePiece(let number, _): settled(number)
    // What else there is to ask of a piece follows.
    case .decidePieces(_, .denied?) where change.clarifiedPiece != nil: break
    case .decidePieces(let numbers, _):
      for number in numbers where [asking.piece, review.focused].contains(number) {
        settled(number)
      }
    case .deletePieces, .deleteThing, .undo, .purge, .remove:
      if let piece = asking.piece, review.focused != piece, review.latest != piece {
        asking.endOptions()
      }
    case .database: asking.endOptions()
    case .addThing, .useThing, .nextThing, .setThing, .undeleteThing, .undeletePieces, .lockPieces,
      .addOptions, .denyOption, .useLabel, .piecesExported, .exportMade, .copyRedacted, .checklist,
      .importRequest, .setRequest, .keep, .redact, .addExamination, .changeFaces, .undoFaces,
      .saveFaces:
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
      "review.focus-released",
      "Piece \(number) has nothing to ask any more; it is held no longer.")
  }

  static func optionLeft(_ number: Int) -> Phrase {
    Phrase(
      "option.left", "Left for later; \"options \(number)\" shows what piece \(number) may be.")
  }
}
