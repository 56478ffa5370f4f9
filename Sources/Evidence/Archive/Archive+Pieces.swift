import Core

/// Pieces, one by one and counted.
extension Archive {
  /// The pieces after the one with the given number, oldest first; one pass over them, by number.
  package func pieces(after number: Int = 0) throws(Failure) -> [Piece] {
    try pieces("WHERE evidence.number > ?1 ORDER BY evidence.number", number)
  }

  /// At most `count` of the latest pieces, oldest first; no others are looked at.
  package func latest(_ count: Int) throws(Failure) -> [Piece] {
    try pieces("ORDER BY evidence.number DESC LIMIT ?1", count).reversed()
  }

  /// The list of at most `count` of the latest pieces, which says how many came earlier.
  package func latestList(_ count: Int) throws(Failure) -> PieceList {
    let pieces = try latest(count)
    return PieceList(pieces, earlier: max(0, try pieceCount() - pieces.count))
  }

  /// The piece with this number; nil if there is none.
  package func piece(_ number: Int) throws(Failure) -> Piece? {
    try pieces("WHERE evidence.number = ?1", number).first
  }

  /// How many pieces there are.
  package func pieceCount() throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.integer("SELECT ifnull(sum(pieces), 0) FROM totals")
    }
  }

  /// How many pieces there are in each state, those that there are none of left out.
  package func totals() throws(Failure) -> [String: Int] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var totals: [String: Int] = [:]
      try database.prepare("SELECT state, pieces FROM totals WHERE pieces > 0").run { row in
        totals[row.text(0) ?? ""] = row.integer(1)
      }
      return totals
    }
  }

  /// The pieces that `clauses` choose, in which `?1` is `value`.
  private func pieces(_ clauses: String, _ value: Int) throws(Failure) -> [Piece] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var pieces: [Piece] = []
      try database.prepare("\(Piece.selection) \(clauses)").run(.integer(value)) { row in
        pieces.append(Piece(row))
      }
      return pieces
    }
  }
}
