import Core

/// What people change of pieces.
extension Store {
  mutating func delete(
    _ numbers: [Int], isForGood: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let marks = try marks(of: numbers)
    try refuseLocked(numbers.filter { marks[$0]?.isLocked ?? false })
    // Nothing brings those back: no undo may seem to.
    if !isForGood { try refusePurged(numbers, marks) }
    let fresh = numbers.filter { !(marks[$0]?.isAway ?? true) }
    guard !fresh.isEmpty || isForGood else {
      throw .refused(Phrase("pieces.deleted-already", "That is deleted already."))
    }
    var records: [Record] = fresh.isEmpty ? [] : [.piecesDeleted(fresh, by: requester)]
    if isForGood { records.append(.piecesPurged(numbers, for: .asked)) }
    try append(records, at: now)
    if isForGood { for number in numbers { erase(number) } }
    return isForGood
      ? Phrase("pieces.erased", "Deleted for good: \(numbers.inWords).")
      : .piecesDeleted(numbers.inWords)
  }

  mutating func undelete(
    _ numbers: [Int], for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let marks = try marks(of: numbers)
    try refusePurged(numbers, marks)
    let away = numbers.filter { marks[$0]?.isAway ?? false }
    guard !away.isEmpty else {
      throw .refused(Phrase("pieces.not-deleted", "That is not deleted."))
    }
    // Without its thing a piece would be in no list, and go with that.
    let things = try archive.deletedThings(of: away)
    let returns = try returns(of: things, for: requester)
    let deleted = away.filter { marks[$0]?.isDeleted ?? false }
    let own = deleted.isEmpty ? [] : [Record.piecesUndeleted(deleted, by: requester)]
    try append(returns.flatMap(\.records) + own, at: now)
    let words = Phrase.piecesUndeleted(away.inWords)
    return returns.reversed().reduce(words) { .followed($1.news, $0) }
  }

  mutating func lock(
    _ numbers: [Int], _ isLocked: Bool, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refusePurged(numbers, marks(of: numbers))
    try append([.piecesLocked(numbers, isLocked, by: requester)], at: now)
    return isLocked
      ? .piecesLocked(numbers)
      : Phrase("pieces.unlocked", "Not locked any more: \(numbers.inWords).")
  }

  /// What became of the pieces of these `numbers`; where one is no piece the failure says so.
  func marks(of numbers: [Int]) throws(Failure) -> [Int: PieceMarks] {
    let marks = try archive.marks(of: numbers)
    if let unknown = numbers.first(where: { marks[$0] == nil }) {
      throw .refused(.noSuchPiece(unknown))
    }
    return marks
  }

  func refusePurged(_ numbers: [Int], _ marks: [Int: PieceMarks]) throws(Failure) {
    if let first = numbers.first(where: { marks[$0]?.isPurged ?? false }) {
      throw .refused(.piecePurgedAlready(first))
    }
  }

  func refuseLocked(_ numbers: [Int]) throws(Failure) {
    if let first = numbers.first { throw .refused(.pieceIsLocked(first)) }
  }
}

extension Phrase {
  static func pieceIsLocked(_ number: Int) -> Phrase {
    Phrase("piece.is-locked", "Piece \(number) is locked; \"lock \(number) off\" frees it.")
  }

  static func piecesDeleted(_ numbers: String) -> Phrase {
    Phrase("pieces.deleted", "Deleted: \(numbers). \"undo\" brings it back.")
  }

  static func piecesUndeleted(_ numbers: String) -> Phrase {
    Phrase("pieces.undeleted", "Back again: \(numbers).")
  }

  static func piecePurgedAlready(_ number: Int) -> Phrase {
    Phrase(
      "pieces.purged-already", "The file of piece \(number) was removed; nothing brings it back.")
  }

  static func piecesLocked(_ numbers: [Int]) -> Phrase {
    let words = numbers.inWords.filter { $0 != "," }
    return Phrase(
      "pieces.locked",
      "Locked: \(numbers.inWords). Nothing deletes what is locked; \"lock \(words) off\" frees it.")
  }

}
