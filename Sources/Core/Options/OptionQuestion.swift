/// The question which of its options a piece shows: one at a time, round and round, until somebody has answered or
/// nobody looks at the piece any more.
///
/// It never costs a picture: the button answers it only where somebody has just heard or read the option.
package struct OptionQuestion: Sendable {
  /// Each option is shown for so long.
  package static let turn = Duration.seconds(5)
  /// What was told so short before a press, nobody can have meant by it.
  package static let reaction = Duration.milliseconds(300)

  /// What people are asked.
  struct Asked: Hashable, Sendable {
    /// Number of the piece.
    let piece: Int
    /// What is asked, the most certain first; at least one.
    let options: [PieceOption]
    /// Whether people are told that a click answers too.
    var isForButton = false
    /// Which of them is shown.
    var place = 0
    /// Since when it is shown.
    var shownAt: Instant
    /// When the question ends by itself; nil while somebody holds the piece under review.
    var until: Instant?
    /// Since when somebody at a watching console has it before them; nil where nobody has.
    var printedAt: Instant?
    /// Since when the voice has said it to its end; nil where it has not.
    var heardAt: Instant?

    /// The option that is shown.
    var option: PieceOption { options[place] }
  }

  private enum State {
    case none
    case open(Asked)
    /// Somebody has answered, and the store is to note that.
    case answered(Asked)
  }

  private var state = State.none

  /// What people are being asked; nil while they are not.
  var asked: Asked? { if case .open(let asked) = state { asked } else { nil } }

  /// The piece that it is about, answered or not.
  var piece: Int? {
    switch state {
    case .none: nil
    case .open(let asked), .answered(let asked): asked.piece
    }
  }

  /// Whether the store is noting an answer about the piece `number`.
  func isAnswered(_ number: Int) -> Bool {
    if case .answered(let asked) = state { asked.piece == number } else { false }
  }

  /// When the next option has its turn, or the question ends.
  ///
  /// - Parameter turns: whether there is time for another option.
  func deadline(turns: Bool) -> Instant? {
    guard let asked else { return nil }
    let turn = turns && asked.options.count > 1 ? asked.shownAt + OptionQuestion.turn : nil
    return .earlier(turn, asked.until)
  }

  /// Asks about `piece` from `now` on until `until`, or as long as all options have been shown once.
  mutating func open(_ piece: Int, _ options: [PieceOption], at now: Instant, until: Instant?) {
    let round = now + .nanoseconds(OptionQuestion.turn.nanoseconds * Int64(options.count))
    state = .open(
      Asked(
        piece: piece, options: options, shownAt: now, until: until.map { max($0, round) }))
  }

  /// Shows the next option, or ends the question, whichever is due at `now`.
  ///
  /// - Returns: whether there is another option to tell.
  mutating func expire(at now: Instant) -> Bool {
    guard var asked else { return false }
    if let until = asked.until, now >= until {
      state = .none
      return false
    }
    guard asked.options.count > 1, now >= asked.shownAt + OptionQuestion.turn else { return false }
    asked.place = (asked.place + 1) % asked.options.count
    (asked.shownAt, asked.printedAt, asked.heardAt) = (now, nil, nil)
    state = .open(asked)
    return true
  }

  /// The option shown is told now; `isForButton`: with the word that a click answers too.
  mutating func tell(isForButton: Bool) {
    guard var asked else { return }
    asked.isForButton = isForButton
    state = .open(asked)
  }

  /// The option shown stands on a console that somebody watches since `now`.
  mutating func printed(at now: Instant) {
    guard var asked else { return }
    asked.printedAt = now
    state = .open(asked)
  }

  /// The voice has said all of `phrase` at `now`.
  mutating func heard(_ phrase: Phrase, at now: Instant) {
    guard var asked, phrase == asked.question else { return }
    asked.heardAt = now
    state = .open(asked)
  }

  /// Since when somebody can answer the option that is shown; nil while nobody has heard or read it.
  ///
  /// - Parameter isWatched: whether somebody watches at a console.
  func perceivedAt(isWatched: Bool) -> Instant? {
    guard let asked else { return nil }
    return .earlier(isWatched ? asked.printedAt : nil, asked.heardAt)
  }

  /// The store is asked to note an answer; until it has, nothing is asked.
  mutating func answer() {
    if let asked { state = .answered(asked) }
  }

  /// The answer was not noted: the question is there again.
  mutating func putBack(at now: Instant) {
    guard case .answered(var asked) = state else { return }
    (asked.shownAt, asked.printedAt, asked.heardAt) = (now, nil, nil)
    state = .open(asked)
  }

  /// Nobody holds the piece under review any more: it ends at `instant`.
  mutating func ends(at instant: Instant) {
    guard var asked else { return }
    asked.until = instant
    state = .open(asked)
  }

  /// Nothing is asked any more.
  mutating func close() { state = .none }
}

extension OptionQuestion.Asked {
  /// The question for the option that is shown.
  var question: Phrase {
    isForButton
      ? .optionAskedOfButton(piece, option.text, option.percent)
      : .optionAsked(piece, option.text, option.percent)
  }
}

extension Phrase {
  static func optionAsked(_ number: Int, _ text: String, _ percent: Int) -> Phrase {
    Phrase("option.asked", "Piece {1}: is it {2}? {3} % certain; y or n.", number, text, percent)
  }

  static func optionAskedOfButton(_ number: Int, _ text: String, _ percent: Int) -> Phrase {
    Phrase(
      "option.asked-of-button",
      """
      Piece {1}: is it {2}? {3} % certain; a click or y says yes, a double click or n says no, a long press \
      leaves it for later.
      """, number, text, percent)
  }
}
