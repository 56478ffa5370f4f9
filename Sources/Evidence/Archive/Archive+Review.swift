import Core

/// What somebody who looks at a piece reads of it.
package struct ReviewReport {
  /// The piece.
  package let piece: Piece
  /// Whether it is looked at from here on, and not only asked about.
  fileprivate let isUnderReview: Bool

  /// A sentence a fact, each of which names the piece, or an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    guard isJSON else { return .sentences((isUnderReview ? [identity] : []) + caption) }
    return Reply(.object(piece.members))
  }

  private var identity: Phrase {
    Phrase(
      "review.piece",
      "Under review: \(piece.kindWord) \(piece.number) of \(piece.thing), \(PieceList.date(of: piece))."
    )
  }

  private var caption: [Phrase] {
    let title =
      piece.title.map { Phrase.captionTitle(piece.kindWord, piece.number, $0) }
      ?? Phrase("caption.none", "There is no title of \(piece.kindWord) \(piece.number) yet.")
    let decision = piece.decisionWord.map {
      Phrase.captionDecision(piece.kindWord, piece.number, $0)
    }
    return [title, decision].compactMap { $0 }
  }
}

extension Archive {
  /// What is to be read of the piece to which `step` leads; deleted ones are passed over, or refused by number.
  package func reviewed(_ step: ReviewStep) throws(Failure) -> ReviewReport {
    let found =
      switch step {
      case .piece(let number): try reviewable(number)
      case .newest: try newest()
      case .next(let number): try next(after: number)
      case .previous(let number): try previous(before: number)
      }
    guard let found else { throw .refused(.listEmpty) }
    return ReviewReport(piece: found, isUnderReview: true)
  }

  /// What is to be read of the title of piece `number`, and of what was decided.
  package func caption(of number: Int) throws(Failure) -> ReviewReport {
    ReviewReport(piece: try reviewable(number), isUnderReview: false)
  }

  func reviewable(_ number: Int) throws(Failure) -> Piece {
    guard let piece = try piece(number) else { throw .refused(.noSuchPiece(number)) }
    if piece.isPurged { throw .refused(.piecePurgedAlready(piece.number)) }
    if piece.isDeleted { throw .refused(.pieceIsDeleted(number)) }
    return piece
  }

  /// The newest piece that nobody deleted and whose file was not removed; nil where there is none.
  package func newest() throws(Failure) -> Piece? { try last(below: .max) }

  private func next(after number: Int?) throws(Failure) -> Piece? {
    // After the newest comes the first.
    if let number, let next = try first(above: number) { return next }
    return try first(above: 0)
  }

  private func previous(before number: Int?) throws(Failure) -> Piece? {
    let newest = try newest()
    guard let current = number ?? newest?.number else { return nil }
    return if let previous = try last(below: current) { previous } else { newest }
  }

  private func first(above number: Int) throws(Failure) -> Piece? {
    let clauses = "WHERE evidence.number > ?1 AND \(Archive.areThere) ORDER BY evidence.number"
    return try pieces("\(clauses) LIMIT 1", number).first
  }

  private func last(below number: Int) throws(Failure) -> Piece? {
    let clauses = "WHERE evidence.number < ?1 AND \(Archive.areThere)"
    return try pieces("\(clauses) ORDER BY evidence.number DESC LIMIT 1", number).first
  }

  /// What holds for rows of pieces, beside those of their things, that nobody deleted and whose files were not removed.
  static let areThere = """
    evidence.deleted IS NULL AND evidence.purged IS NULL AND things.deleted IS NULL
    """
}

extension Piece {
  /// What a person holds of it, in a sentence.
  var decisionWord: Phrase? {
    let word = decision.flatMap { PieceDecision(rawValue: $0)?.word }
    guard choice?.requester == Requester.analyser.name else { return word }
    return word.map { Phrase("decision.by-analyser", "\($0) by an analyser") }
  }

  /// Title and decision within a line; nil where it has neither.
  var caption: Phrase? {
    Phrase.list(
      [title.map { Phrase("list.title", "title \($0)") }, decisionWord].compactMap { $0 })
  }
}

extension Phrase {
  static func captionTitle(_ kind: any PhraseValue, _ number: Int, _ title: String) -> Phrase {
    Phrase("caption.title", "The title of \(kind) \(number): \(title).")
  }

  static func captionDecision(
    _ kind: any PhraseValue, _ number: Int, _ decision: Phrase
  ) -> Phrase {
    Phrase("caption.decision", "What was decided of \(kind) \(number): \(decision).")
  }

  static func pieceIsDeleted(_ number: Int) -> Phrase {
    Phrase("piece.is-deleted", "Piece \(number) is deleted; \"undelete \(number)\" brings it back.")
  }
}
