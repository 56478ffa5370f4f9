/// Something that the board asks everybody: light, voice, button and the consoles that are watched are about this one value.
package struct BoardQuestion: Hashable, Sendable {
  /// Each option is shown for so long, where a voice has said it from then on.
  static let turn = Duration.seconds(5)
  /// What was read or heard so short before an answer, nobody can have meant by it.
  package static let reaction = Duration.milliseconds(300)
  /// A question waits at most so long for the end of its sentence: none takes longer.
  package static let hearing = Duration.seconds(20)
  /// Whether to undo something lapses after so long.
  package static let patience = Duration.seconds(10)

  /// What is asked.
  enum Subject: Hashable, Sendable {
    /// Whether this is to be undone.
    case undo(UndoStep)
    /// Which of these a piece shows, the most certain first; at least one.
    case options([PieceOption], of: Int)
  }

  /// What a question comes to by itself.
  enum Expiry: Hashable {
    /// Nothing yet.
    case none
    /// Another option has its turn.
    case turned
    /// It has ended.
    case lapsed
  }

  let subject: Subject
  /// Place among all that was ever asked, boards and sessions together: what was asked last has the highest.
  var order = 0
  /// Since when it stands as it is, an option since its turn.
  var since: Instant
  /// When it ends by itself, but for an option that has not been shown yet; nil while somebody holds the piece under review.
  private(set) var until: Instant?
  /// Whether it has taken the place of another since.
  var isOther = false
  /// Words in which it was told last, and whether they offer that a click answers.
  private(set) var told: Phrase?
  private(set) var offersClick = false
  /// Since when somebody at a watching console has it before them; nil where nobody has.
  var readAt: Instant?
  /// Since when the voice has said it to its end; nil where it has not.
  private(set) var heardAt: Instant?
  private var place = 0
  /// Whether each option has been shown.
  private var hasGoneRound = false

  /// The question whether to undo `step`.
  init(_ step: UndoStep, at now: Instant) {
    (subject, since, until) = (.undo(step), now, now + BoardQuestion.patience)
  }

  /// The question which of `options` the piece of this `number` shows; it ends `until` then, or when all were shown.
  init(_ options: [PieceOption], of number: Int, at now: Instant, until: Instant?) {
    (subject, since, self.until) = (.options(options, of: number), now, until)
  }

  /// The step to undo; nil where it is about something else.
  var step: UndoStep? { if case .undo(let step) = subject { step } else { nil } }

  /// The piece whose options it is about; nil where it is about something else.
  var piece: Int? { if case .options(_, let piece) = subject { piece } else { nil } }

  /// The option that is shown; nil where it is about something else.
  var option: PieceOption? {
    if case .options(let options, _) = subject { options[place] } else { nil }
  }

  /// Since when somebody knows of an option; nil while nobody does.
  var perceivedAt: Instant? { .earlier(readAt, heardAt) }

  /// It, ending at `instant`.
  func ending(at instant: Instant) -> BoardQuestion {
    var question = self
    question.until = instant
    return question
  }

  /// It is told now in these words.
  mutating func tell(_ phrase: Phrase, offersClick: Bool) {
    (told, self.offersClick) = (phrase, offersClick)
  }

  /// The voice has said all of `phrase` at `now`.
  mutating func heard(_ phrase: Phrase, at now: Instant) {
    if phrase == told { heardAt = now }
  }

  /// It begins anew at `now`, with the first option.
  mutating func beginAnew(at now: Instant) {
    (place, hasGoneRound) = (0, false)
    stand(since: now)
  }

  private mutating func stand(since now: Instant) {
    (since, readAt, heardAt, told, offersClick) = (now, nil, nil, nil, false)
  }
}

/// What it comes to with time.
extension BoardQuestion {
  /// When the next option has its turn, or the question ends.
  ///
  /// - Parameter isSaid: whether the voice is saying it, or soon will: it waits for that.
  func deadline(isSaid: Bool) -> Instant? {
    guard case .options(let options, _) = subject else { return lapse(isSaid: isSaid) }
    let turnsAt = turnsAt(isSaid: isSaid)
    if !hasGoneRound { return turnsAt }
    return .earlier(options.count > 1 ? turnsAt : nil, lapse(isSaid: isSaid))
  }

  /// Goes on as far as is due at `now`.
  mutating func expire(at now: Instant, isSaid: Bool) -> Expiry {
    guard case .options(let options, _) = subject else { return .lapsed }
    let isTurn = now >= turnsAt(isSaid: isSaid)
    if isTurn, place == options.count - 1 { hasGoneRound = true }
    if hasGoneRound, let lapse = lapse(isSaid: isSaid), now >= lapse { return .lapsed }
    guard isTurn, options.count > 1 else { return .none }
    place = (place + 1) % options.count
    stand(since: now)
    isOther = true
    return .turned
  }

  /// When the turn of the option that is shown is over: from when it was heard on, where the voice says it.
  private func turnsAt(isSaid: Bool) -> Instant {
    if let heardAt { return heardAt + BoardQuestion.turn }
    return since + BoardQuestion.turn + (isSaid ? BoardQuestion.hearing : .zero)
  }

  private func lapse(isSaid: Bool) -> Instant? {
    guard let until else { return nil }
    if let heardAt { return max(until, heardAt + BoardQuestion.turn) }
    return isSaid ? max(until, since + BoardQuestion.hearing + BoardQuestion.turn) : until
  }
}

/// Words.
extension BoardQuestion {
  /// The question, with what answers it.
  func words(offeringClick isOffered: Bool) -> Phrase {
    switch subject {
    case .undo(let step):
      return isOffered
        ? Phrase(
          "undo.asked",
          "\(step.question) A click or y says yes; another gesture, n, or 10 seconds say no.")
        : Phrase("undo.asked-of-consoles", "\(step.question) y says yes; n, or 10 seconds say no.")
    case .options(let options, let piece):
      let option = options[place]
      return isOffered
        ? Phrase(
          "option.asked-of-button",
          """
          Piece \(piece): is it \(option.text)? \(option.percent) % certain; a click or y says yes, a double \
          click or n no, a long press later.
          """)
        : Phrase(
          "option.asked",
          "Piece \(piece): is it \(option.text)? \(option.percent) % certain; y or n.")
    }
  }

  /// The question, for consoles alone.
  var ofConsoles: Phrase { words(offeringClick: false) }

  /// The question, for programs that watch.
  var summary: StateSummary.Question {
    StateSummary.Question(number: order, piece: piece, phrase: told ?? ofConsoles)
  }

  /// The question, for whoever is told that it is over.
  var question: Phrase { step?.question ?? ofConsoles }
}

extension Phrase {
  static func questionOver(_ question: Phrase) -> Phrase {
    Phrase(
      "question.over",
      "Nothing was done, for the question was over before the button was let go: \(question)")
  }

  static func questionChanged(_ question: Phrase) -> Phrase {
    Phrase(
      "question.changed",
      "The question is withdrawn, for something was changed since: \(question)")
  }
}
