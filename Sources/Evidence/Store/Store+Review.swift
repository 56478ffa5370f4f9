import Core

/// What people say of pieces: their titles, and what they hold of them.
extension Store {
  mutating func setTitle(
    of number: Int, to title: String?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    try append([.pieceTitled(number, title, by: requester)], at: now)
    return title.map { .pieceTitled(number, $0) } ?? .pieceUntitled(number)
  }

  mutating func decide(
    _ numbers: [Int], _ decision: PieceDecision?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway(numbers)
    if decision != nil { try refuseAsked(numbers) }
    if decision == .denied, let news = try denyCertain(numbers, for: requester, at: now) {
      return news
    }
    try append([.piecesDecided(numbers, decision, by: requester)], at: now)
    let words = numbers.inWords
    return decision.map { .piecesDecided($0.word, words) } ?? .piecesUndecided(words)
  }

  /// Takes back what an analyser decided of the only one of `numbers`, its title too; nil where none has.
  private mutating func denyCertain(
    _ numbers: [Int], for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase? {
    for number in numbers {
      guard let piece = try archive.piece(number), let choice = piece.choice,
        choice.requester == Requester.analyser.name
      else { continue }
      guard numbers.count == 1 else { throw .refused(.optionOfAnalyser(number)) }
      var records = [Record.piecesDecided([number], nil, by: requester)]
      if piece.title == choice.text { records.append(.pieceTitled(number, nil, by: requester)) }
      records.append(.optionDenied(number, choice.text, by: requester))
      try append(records, at: now)
      return .optionDenied(number, choice.text)
    }
    return nil
  }

  /// What people no longer have is not changed.
  func refuseAway(_ numbers: [Int]) throws(Failure) {
    let marks = try marks(of: numbers)
    try refusePurged(numbers, marks)
    if let away = numbers.first(where: { marks[$0]?.isAway ?? false }) {
      throw .refused(.pieceIsDeleted(away))
    }
  }
}

extension Phrase {
  static func optionOfAnalyser(_ number: Int) -> Phrase {
    Phrase(
      "option.of-analyser",
      "An analyser has decided piece {1}; \"deny {1}\" alone takes that back.", number)
  }

  static func pieceTitled(_ number: Int, _ title: String) -> Phrase {
    Phrase("piece.titled", "The title of piece {1} is {2}.", number, title)
  }

  static func pieceUntitled(_ number: Int) -> Phrase {
    Phrase("piece.untitled", "Piece {1} has no title any more.", number)
  }

  static func piecesDecided(_ decision: Phrase, _ numbers: String) -> Phrase {
    Phrase("pieces.decided", "Noted as {1}: {2}.", decision, numbers)
  }

  static func piecesUndecided(_ numbers: String) -> Phrase {
    Phrase("pieces.undecided", "Noted as undecided again: {1}.", numbers)
  }
}
