/// Asking what programs guess of a piece.
enum OptionCommand: Hashable, Sendable {
  /// Of this piece, or of the one under review.
  case show(Int?, json: Bool)

  static let entries = [
    CommandEntry(
      name: "options", usage: "options [NUMBER] [--json]", help: Phrase.helpOptions,
      access: .status,
      parse: { (words: inout CommandWords) throws(CommandError) in
        let json = words.areOfProgram
        return .options(.show(words.peek() == nil ? nil : try words.onePiece(), json: json))
      }, words: [.helpOptionsNumber], example: "options 17")
  ]
}

extension Machine {
  mutating func obey(_ command: OptionCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .show(let number, let json):
      let number = try reviewed(number, by: session)
      steps.add(.console(.read(.options(number), to: session, json: json)))
    }
  }
}

/// Answers by `y` and `n`, and by `confirm` and `deny`.
extension Machine {
  mutating func decide(
    _ decision: PieceDecision?, _ numbers: [Int], _ option: Int?, for session: SessionID
  ) throws(CommandError) {
    guard let decision, numbers.count == 1 else {
      guard option == nil else { throw CommandError(.optionOfOne) }
      return ask(for: .decidePieces(numbers, decision), by: .console(session))
    }
    let number = numbers[0]
    let shown = asking.board.flatMap { $0.piece == number ? $0.option?.text : nil }
    guard let choice = option.map({ OptionChoice.number($0) }) ?? shown.map({ .text($0) }) else {
      return ask(for: .decidePieces(numbers, decision), by: .console(session))
    }
    asking.answer(number)
    switch decision {
    case .confirmed: ask(for: confirmation(of: choice, number), by: .console(session))
    case .denied: ask(for: .denyOption(number, choice), by: .console(session))
    }
  }
}

extension Phrase {
  static let helpOptions = Phrase(
    "help.options", "tells what programs guess of the piece under review.")
  static let helpOptionsNumber = Phrase(
    "help.options.number", "NUMBER is that of another piece, such as 17.")
  static let helpDecisionOption = Phrase(
    "help.decision.option",
    "\"--option\" and a number mean one of the piece's options; without it the one that is asked.")

  static let optionOfOne = Phrase(
    "option.of-one",
    "An option belongs to one piece; say its number, as in \"confirm 17 --option 1\".")
}
