/// What is asked before something is done or noted: one question of the board at a time, and one of each session beside it.
///
/// An option waits while something more urgent is asked, or something is under way that the button is for; nobody hears of
/// it then.
struct Asking: Sendable {
  /// Without an answer for so long, a session's own question counts no more.
  static let patience = Duration.seconds(30)

  /// Something that is only done after a yes of the session that wants it.
  enum Wish: Hashable {
    case shutDown
    /// With the record at the head then: what comes after is not meant.
    case resetDatabase(keepsSettings: Bool, head: String?)
    case lose(Loss)

    /// The question.
    var question: Phrase {
      switch self {
      case .shutDown: .askShutdown
      case .lose(let loss): loss.question
      case .resetDatabase(keepsSettings: false, _): .askReset
      case .resetDatabase(keepsSettings: true, _): .askResetKeepingSettings
      }
    }
  }

  /// The question that a session was asked, and that only it sees.
  struct Own: Hashable {
    let session: SessionID
    let wish: Wish
    let askedAt: Instant
    let order: Int

    func counts(at now: Instant) -> Bool { now - askedAt < Asking.patience }
  }

  /// What the board asks; nil while it asks nothing.
  @Occasional private(set) var board: BoardQuestion? = nil
  /// The option that waits until it can be asked.
  @Occasional private var waiting: BoardQuestion? = nil
  /// Words of a question that the voice was given to say.
  @Occasional private var spoken: Phrase? = nil
  /// Words that the voice was given before those, and may be saying.
  @Occasional private var stale: Phrase? = nil
  /// The question that somebody has answered, until the store has noted that.
  @Occasional private var answered: BoardQuestion? = nil
  /// What the board asked when the finger came down whose gesture is under way; nil where a click meant what it always does.
  @Occasional var atPress: BoardQuestion? = nil
  /// Whether somebody wants to undo something, and the store is still to say what.
  var undo = UndoSearch.none
  private var own: [Own] = []
  private var count = 0

  /// Whether the board asks nothing, and nothing waits to be asked.
  var isAtRest: Bool { !asks && !_waiting.isThere }

  /// Whether the board asks something.
  var asks: Bool { _board.isThere }

  /// Whether people are asked whether to undo something.
  var asksToUndo: Bool { board?.step != nil }

  /// The piece whose options are asked about, be it later, or were.
  var piece: Int? { board?.piece ?? (waiting ?? answered)?.piece }

  /// Whether the store is noting an answer about the piece `number`.
  func isAnswered(_ number: Int) -> Bool { answered?.piece == number }

  /// The board asks `question`: before undoing an option steps back; another option takes its place, or waits behind what is
  /// more urgent, or where it `mustWait`.
  mutating func put(_ question: BoardQuestion, mustWait: Bool = false) {
    var question = question
    question.isOther = board != nil
    if question.piece == nil {
      hold()
    } else {
      endOptions()
      if mustWait || asksToUndo { return waiting = question }
    }
    board = question
    standLast()
  }

  /// An option that is asked waits from now on.
  mutating func hold() {
    guard let board, board.piece != nil else { return }
    waiting = board
    self.board = nil
  }

  /// Whether an option that waited can be asked at `now`, which begins anew then; one whose time is over is forgotten.
  mutating func resume(at now: Instant) -> Bool {
    guard board == nil, var question = waiting else { return false }
    waiting = nil
    if let until = question.until, until <= now { return false }
    question.beginAnew(at: now)
    board = question
    standLast()
    return true
  }

  /// Lends the board's question to `body`, which changes what people know of it.
  mutating func withBoard(_ body: (inout BoardQuestion) -> Void) {
    guard var question = board else { return }
    body(&question)
    board = question
  }

  /// The voice is given the board's question to say, in the words in which it was told.
  mutating func speak(_ steps: inout Steps) {
    guard let told = board?.told else { return }
    if spoken != told { stale = spoken }
    spoken = told
    steps.speak(told)
  }

  /// Words that the voice is to say no more, once: their question is over, or told in others.
  mutating func takeStale() -> Phrase? {
    if _stale.isThere {
      defer { stale = nil }
      return stale
    }
    guard _spoken.isThere, let spoken, spoken != board?.told else { return nil }
    self.spoken = nil
    return spoken
  }

  /// The board's question goes on as far as is due at `now`, or ends.
  mutating func expire(at now: Instant, isSaid: Bool) -> BoardQuestion.Expiry {
    let expiry = board?.expire(at: now, isSaid: isSaid) ?? .none
    switch expiry {
    case .none: break
    case .turned: standLast()
    case .lapsed: board = nil
    }
    return expiry
  }

  /// What the board asks is later than all else that was asked.
  private mutating func standLast() {
    count += 1
    let order = count
    withBoard { $0.order = order }
  }

  /// The board's question has its answer, or none will come: it is over.
  ///
  /// - Returns: the question, if there was one.
  mutating func endBoard() -> BoardQuestion? {
    defer { board = nil }
    return board
  }

  /// The store is to note an answer about the options of the piece `number`; until it has, nothing is asked about it.
  mutating func answer(_ number: Int) {
    guard let question = board?.piece == number ? board : waiting, question.piece == number
    else { return }
    endOptions()
    answered = question
  }

  /// The answer about the piece `number` was not noted: the question is to be asked again.
  mutating func putBack(_ number: Int) {
    guard let question = answered, question.piece == number else { return }
    (waiting, answered) = (question, nil)
  }

  /// Nobody holds the piece under review any more: what is asked of it ends at `instant`.
  mutating func optionsEnd(at instant: Instant) {
    if board?.piece != nil { board = board?.ending(at: instant) }
    waiting = waiting?.ending(at: instant)
    answered = answered?.ending(at: instant)
  }

  /// Nothing is asked about options any more.
  mutating func endOptions() {
    if board?.piece != nil { board = nil }
    (waiting, answered) = (nil, nil)
  }
}

/// What sessions alone are asked.
extension Asking {
  /// Asks `session` at `now` whether it means `wish`, and nothing else any more.
  mutating func ask(_ wish: Wish, _ session: SessionID, at now: Instant) {
    own.removeAll { $0.session == session || !$0.counts(at: now) }
    count += 1
    own.append(Own(session: session, wish: wish, askedAt: now, order: count))
  }

  /// The question of `session` has its answer, or none will come: it is over.
  ///
  /// - Returns: the question, if it counts at `now`.
  mutating func endOwn(of session: SessionID, at now: Instant) -> Own? {
    guard let place = own.firstIndex(where: { $0.session == session }) else { return nil }
    let question = own.remove(at: place)
    return question.counts(at: now) ? question : nil
  }
}
