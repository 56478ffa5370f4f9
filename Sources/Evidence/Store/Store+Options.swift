import Core

/// What programs guess of pieces, and what is said of that.
extension Store {
  mutating func add(
    _ options: [PieceOption], to number: Int, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    try append([.pieceOptions(number, options, by: requester)], at: now)
    return .optionsAdded(number, options.count)
  }

  mutating func confirm(
    _ choice: OptionChoice, of number: Int, setsTitle: Bool, for requester: Requester,
    at now: Moment
  ) throws(Failure) -> Phrase {
    let option = try asked(choice, of: number)
    // Another analyser, or a person, may have made it doubtful since.
    if requester == .analyser {
      let certain = try archive.piece(number)?.clarification.certain
      guard certain == option else { throw .refused(.optionDoubtful(number, option.text)) }
    }
    var records = [Record.optionConfirmed(number, option.text, by: requester)]
    if setsTitle { records.append(.pieceTitled(number, option.text, by: requester)) }
    try append(records, at: now)
    return requester == .analyser
      ? .optionDecided(number, option.text, option.analyser) : .optionConfirmed(number, option.text)
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
      throw .refused(.optionNeeded(number))
    }
  }

  /// The option of piece `number` that is chosen, of those that are still asked about.
  private func asked(_ choice: OptionChoice, of number: Int) throws(Failure) -> PieceOption {
    try refuseAway([number])
    guard let piece = try archive.piece(number), case .asking = piece.clarification else {
      throw .refused(.optionSettled(number))
    }
    let found =
      switch choice {
      case .text(let text):
        piece.options.first { Array($0.text.utf8) == Array(text.utf8) }
      case .number(let place):
        piece.options.indices.contains(place - 1) ? piece.options[place - 1] : nil
      }
    guard let found, !found.isDenied else { throw .refused(.optionGone(number)) }
    return found
  }
}

extension Phrase {
  static func optionsAdded(_ number: Int, _ count: Int) -> Phrase {
    Phrase("option.added", "Options of piece {1}: {2}.", number, count)
  }

  static func optionConfirmed(_ number: Int, _ text: String) -> Phrase {
    Phrase("option.confirmed", "Piece {1} is {2}.", number, text)
  }

  static func optionDecided(_ number: Int, _ text: String, _ analyser: String) -> Phrase {
    Phrase(
      "option.decided",
      "Piece {1} is {2}, as the analyser {3} is certain; \"deny {1}\" takes that back.",
      number, text, analyser)
  }

  static func optionDenied(_ number: Int, _ text: String) -> Phrase {
    Phrase("option.denied", "Piece {1} is not {2}.", number, text)
  }

  static func optionNeeded(_ number: Int) -> Phrase {
    Phrase(
      "option.needed",
      "Piece {1} has options; \"options {1}\" shows them, \"confirm {1} --option 1\" takes the first.",
      number)
  }

  static func optionDoubtful(_ number: Int, _ text: String) -> Phrase {
    Phrase(
      "option.doubtful", "Whether piece {1} is {2} is not certain any more; it is asked instead.",
      number, text)
  }

  static func optionSettled(_ number: Int) -> Phrase {
    Phrase(
      "option.settled", "Nothing is asked about piece {1}; \"options {1}\" says why.", number)
  }

  static func optionGone(_ number: Int) -> Phrase {
    Phrase(
      "option.gone", "Piece {1} has no such option any more; \"options {1}\" shows them.", number)
  }
}
