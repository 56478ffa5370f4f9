import Core

/// What people say of pieces: their titles, and what they hold of them.
extension Store {
  mutating func setTitle(
    of number: Int, to title: String?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    try append([.pieceTitled(number, title, by: requester)], at: now)
    return title.map { .pieceTitled(number, $0) }
      ?? Phrase("piece.untitled", "Piece \(number) has no title any more.")
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
    return decision.map { .piecesDecided($0.word, words) }
      ?? Phrase("pieces.undecided", "Noted as undecided again: \(words).")
  }

  /// Takes back what an analyser decided of the only one of `numbers`, its title too; nil where none has.
  private mutating func denyCertain(
    _ numbers: [Int], for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase? {
    for number in numbers {
      guard let piece = try archive.piece(number), let choice = piece.choice,
        choice.requester == Requester.analyser.name
      else { continue }
      guard numbers.count == 1 else {
        throw .refused(
          Phrase(
            "option.of-analyser",
            "An analyser has decided piece \(number); \"deny \(number)\" alone takes that back."))
      }
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
  static func pieceTitled(_ number: Int, _ title: String) -> Phrase {
    Phrase("piece.titled", "The title of piece \(number) is \(title).")
  }

  static func piecesDecided(_ decision: Phrase, _ numbers: String) -> Phrase {
    Phrase("pieces.decided", "Noted as \(decision): \(numbers).")
  }

}
