/// Asking what programs guess of a piece.
extension Command {
  static let options = [
    Command(
      name: "options", usage: "options [NUMBER] [--json]",
      help: Phrase("help.options", "tells what programs guess of the piece under review."),
      access: .status,
      words: [Phrase("help.options.number", "NUMBER is that of another piece, such as 17.")],
      example: "options 17", read: readOptions)
  ]

  /// Of the piece that is named, or else of the one under review.
  private static func readOptions(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let json = words.areOfProgram
    let number = words.isEmpty ? nil : try words.onePiece()
    return .asks { machine, session throws(CommandError) in
      machine.read(.options(try machine.reviewed(number, by: session)), for: session, json)
    }
  }
}

/// Answers by `y` and `n`, and by `confirm` and `deny`.
extension Machine {
  mutating func decide(
    _ decision: PieceDecision?, _ numbers: [Int], _ option: Int?, for session: SessionID
  ) throws(CommandError) {
    guard let decision, numbers.count == 1 else {
      guard option == nil else {
        throw CommandError(
          Phrase(
            "option.of-one",
            "An option belongs to one piece; say its number, as in \"confirm 17 --option 1\"."))
      }
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
  static let helpDecisionOption = Phrase(
    "help.decision.option",
    "\"--option\" and a number mean one of the piece's options; without it the one that is asked.")

}
