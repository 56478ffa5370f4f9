import Core

/// What programs guess of pieces, and what is said of that.
extension Store {
  mutating func add(
    _ options: [PieceOption], to number: Int, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    try append([.pieceOptions(number, options, by: requester)], at: now)
    return Phrase("option.added", "Options of piece \(number): \(options.count).")
  }

  mutating func confirm(
    _ choice: OptionChoice, of number: Int, setsTitle: Bool, for requester: Requester,
    at now: Moment
  ) throws(Failure) -> Phrase {
    let option = try asked(choice, of: number)
    // Another analyser, or a person, may have made it doubtful since.
    if requester == .analyser {
      let certain = try archive.piece(number)?.clarification.certain
      guard certain == option else {
        throw .refused(
          Phrase(
            "option.doubtful",
            "Whether piece \(number) is \(option.text) is not certain any more; it is asked instead."
          ))
      }
    }
    var records = [Record.optionConfirmed(number, option.text, by: requester)]
    if setsTitle { records.append(.pieceTitled(number, option.text, by: requester)) }
    try append(records, at: now)
    return requester == .analyser
      ? Phrase(
        "option.decided",
        """
        Piece \(number) is \(option.text), as the analyser \(option.analyser) is certain; "deny \(number)" \
        takes that back.
        """) : .optionConfirmed(number, option.text)
  }

  mutating func deny(
    _ choice: OptionChoice, of number: Int, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let option = try asked(choice, of: number)
    try append([.optionDenied(number, option.text, by: requester)], at: now)
    return .optionDenied(number, option.text)
  }

  /// The thing with this label, which begins where there is none, unless the piece that shows it was taken back.
  mutating func useLabel(
    _ label: String, of number: Int, collects: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    let known = try archive.things().first { $0.label.lowercased() == label.lowercased() }
    if let known { return try use(known, for: requester, at: now) }
    return try addThing(label, in: .other, collects: collects, for: requester, at: now)
  }

  /// A piece with options that nobody has answered is not decided past them.
  func refuseAsked(_ numbers: [Int]) throws(Failure) {
    for number in numbers {
      guard case .asking? = try archive.piece(number)?.clarification else { continue }
      throw .refused(
        Phrase(
          "option.needed",
          """
          Piece \(number) has options; "options \(number)" shows them, "confirm \(number) --option 1" takes the \
          first.
          """))
    }
  }

  /// The option of piece `number` that is chosen, of those that are still asked about.
  private func asked(_ choice: OptionChoice, of number: Int) throws(Failure) -> PieceOption {
    try refuseAway([number])
    guard let piece = try archive.piece(number), case .asking = piece.clarification else {
      throw .refused(
        Phrase(
          "option.settled",
          "Nothing is asked about piece \(number); \"options \(number)\" says why."))
    }
    let found =
      switch choice {
      case .text(let text):
        piece.options.first { Array($0.text.utf8) == Array(text.utf8) }
      case .number(let place):
        piece.options.indices.contains(place - 1) ? piece.options[place - 1] : nil
      }
    guard let found, !found.isDenied else {
      throw .refused(
        Phrase(
          "option.gone",
          "Piece \(number) has no such option any more; \"options \(number)\" shows them."))
    }
    return found
  }
}

extension Phrase {
  static func optionConfirmed(_ number: Int, _ text: String) -> Phrase {
    Phrase("option.confirmed", "Piece \(number) is \(text).")
  }

  static func optionDenied(_ number: Int, _ text: String) -> Phrase {
    Phrase("option.denied", "Piece \(number) is not \(text).")
  }

}
