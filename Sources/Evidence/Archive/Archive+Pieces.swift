import Core

/// Pieces, one by one and counted.
extension Archive {
  /// Each piece has a number of its own: a higher count of them is somebody's.
  private static let mostPieces = EvidenceFolder.highestNumber
  /// Pieces that are looked at in one go for their day.
  private static let chunk = 200

  /// The pieces after the one with the given number, oldest first; one pass over them, by number.
  package func pieces(after number: Int = 0) throws(Failure) -> [Piece] {
    try pieces("WHERE evidence.number > ?1 ORDER BY evidence.number", number)
  }

  /// At most `count` of the latest pieces that are not deleted, oldest first; no earlier ones are looked at.
  package func latest(_ count: Int) throws(Failure) -> [Piece] {
    let clauses = """
      WHERE evidence.deleted IS NULL AND things.deleted IS NULL
      ORDER BY evidence.number DESC LIMIT ?1
      """
    return try pieces(clauses, count).reversed()
  }

  /// The list of at most `count` of the latest pieces, which says how many came earlier.
  package func latestList(_ count: Int) throws(Failure) -> PieceList {
    let pieces = try latest(count)
    return PieceList(pieces, earlier: max(0, try pieceCount() - pieces.count))
  }

  /// The list of at most `count` of the latest pieces that `filter` lets through; deleted ones only where they are
  /// asked for.
  package func list(_ filter: PieceFilter, latest count: Int) throws(Failure) -> PieceList {
    if filter == .all { return try latestList(count) }
    let pieces = try pieces(filter, latest: count, hidesDeleted: true)
    if pieces.isEmpty { try requireStudy(for: filter) }
    return PieceList(pieces, isFiltered: true)
  }

  /// Lends all that `filter` lets through to `body`, oldest first and some at a time; deleted ones only where they are
  /// asked for, by their state or with the rest.
  ///
  /// Nothing is read while it has them: a reader that takes its time would have the log of whoever writes grow.
  package func eachPart(
    of filter: PieceFilter, withDeleted: Bool, _ body: ([Piece]) throws(Failure) -> Void
  ) throws(Failure) {
    let conditions =
      try conditions(of: filter, hidesDeleted: !withDeleted) + ["evidence.number > ?1"]
    let clauses = """
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY evidence.number LIMIT \(Archive.chunk)
      """
    var part = try pieces(clauses, 0)
    if part.isEmpty { try requireStudy(for: filter) }
    while let last = part.last {
      try body(part.filter { filter.takes($0) })
      part = try pieces(clauses, last.number)
    }
  }

  /// At most `count` of the latest that `filter` lets through, oldest first.
  ///
  /// A day is looked for from the newest on, and not beyond the first piece of an earlier one: numbers go with time.
  private func pieces(
    _ filter: PieceFilter, latest count: Int, hidesDeleted: Bool
  ) throws(Failure) -> [Piece] {
    let conditions = try conditions(of: filter, hidesDeleted: hidesDeleted)
    guard case .day(let day)? = filter.since else {
      return try some(conditions, below: .max, count).reversed()
    }
    var (found, below) = ([Piece](), Int.max)
    while found.count < count {
      let some = try some(conditions, below: below, Archive.chunk)
      guard let last = some.last else { break }
      below = last.number
      found += some.filter { filter.takes($0) }
      if some.contains(where: { $0.capturedAt.map { $0 < day } ?? false }) { break }
    }
    return found.prefix(count).reversed()
  }

  /// The latest `count` below a number for which `conditions` hold, newest first.
  private func some(
    _ conditions: [String], below number: Int, _ count: Int
  ) throws(Failure) -> [Piece] {
    let all = (conditions + ["evidence.number < \(number)"]).joined(separator: " AND ")
    return try pieces("WHERE \(all) ORDER BY evidence.number DESC LIMIT ?1", count)
  }

  /// What has to hold for a row of `Piece.selection`; all of it is numbers and words of ours.
  private func conditions(
    of filter: PieceFilter, hidesDeleted: Bool
  ) throws(Failure) -> [String] {
    var conditions: [String] = []
    // Its sign has SQLite go through the pieces by their numbers, and not sort all of the thing's (optoverview.html).
    if let thing = filter.thing { conditions.append("+thing = \(try self.thing(thing).number)") }
    if let kind = filter.kind { conditions.append("kind = '\(kind.rawValue)'") }
    if let technique = filter.technique {
      conditions.append("kind = 'clip' AND technique = '\(technique.rawValue)'")
    }
    if case .number(let number)? = filter.since {
      conditions.append("evidence.number >= \(number)")
    }
    if let state = filter.state {
      conditions.append("\(Piece.stateColumn) = '\(state.rawValue)'")
    } else if hidesDeleted {
      conditions.append("evidence.deleted IS NULL AND things.deleted IS NULL")
    }
    return conditions
  }

  /// A refusal where `filter` wants clips of a study, and nothing is collected for one.
  private func requireStudy(for filter: PieceFilter) throws(Failure) {
    guard filter.technique != nil, try !collectsForStudy() else { return }
    throw .refused(
      Phrase(
        "filter.no-study",
        """
        No thing is collected for a study, so there are no test and train clips; "thing set collect study" \
        begins with that.
        """))
  }

  /// The piece with this number; nil if there is none.
  package func piece(_ number: Int) throws(Failure) -> Piece? {
    try pieces("WHERE evidence.number = ?1", number).first
  }

  /// How many pieces there are, deleted and purged ones aside.
  package func pieceCount() throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.integer(
        """
        SELECT ifnull(sum(pieces), 0) FROM totals JOIN things ON things.number = thing
        WHERE deleted IS NULL AND state NOT IN ('deleted', 'purged')
        """)
    }
  }

  /// How many pieces there are in each state, those that there are none of left out; those of a deleted thing count
  /// by what they were with it.
  package func totals() throws(Failure) -> [String: Int] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var totals: [String: Int] = [:]
      try database.prepare(
        "SELECT state, sum(pieces) FROM totals WHERE pieces > 0 GROUP BY state"
      ).run { row in
        // Whoever adds them up is not to meet a number that somebody wrote there.
        totals[row.text(0) ?? ""] = min(row.integer(1) ?? 0, Archive.mostPieces)
      }
      return totals
    }
  }

  /// The pieces that are not plainly stored, counted by state and reason: adopted ones by their reason, whatever
  /// has become of their files, then those whose file is missing or altered.
  package func unusual() throws(Failure) -> [UnusualPieces] {
    var unusual: [UnusualPieces] = []
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT adopted, count(*) FROM evidence WHERE adopted IS NOT NULL GROUP BY adopted
        """
      try database.prepare(sql).run { row in
        let reason = row.text(0).flatMap { Adoption(rawValue: $0) }
        guard let reason, let count = row.integer(1) else { return }
        unusual.append(
          UnusualPieces(
            "adopted", reason.rawValue,
            Phrase("status.pieces.adopted", "Adopted pieces: \(count); \(reason.words)."), count))
      }
    }
    let totals = try totals()
    if let count = totals["missing"] {
      unusual.append(
        UnusualPieces(
          "missing", nil,
          Phrase(
            "status.pieces.missing",
            "Pieces whose file is missing: \(count); \"exhibit list\" says which."), count))
    }
    if let count = totals["altered"] {
      unusual.append(
        UnusualPieces(
          "altered", nil,
          Phrase(
            "status.pieces.altered",
            "Pieces whose file was changed: \(count); \"exhibit list\" says which."), count))
    }
    return unusual
  }

  /// The pieces that `clauses` choose, in which `?1` is `value`.
  func pieces(_ clauses: String, _ value: Int) throws(Failure) -> [Piece] {
    var pieces: [Piece] = []
    try eachPiece(clauses, value) { pieces.append($0) }
    return pieces
  }

  /// Lends each piece that `clauses` choose, in which `?1` is `value`, to `body`; all of them, oldest first, without.
  func eachPiece(
    _ clauses: String = "ORDER BY evidence.number", _ value: Int? = nil, _ body: (Piece) -> Void
  ) throws(Failure) {
    try Failure.inDatabase { () throws(DatabaseError) in
      let values = value.map { [SQLValue.integer($0)] } ?? []
      try database.prepare("\(Piece.selection) \(clauses)").run(values) { body(Piece($0)) }
    }
  }
}

extension PieceFilter {
  /// Whether `piece` was taken on the day from which on they are wanted, or later.
  fileprivate func takes(_ piece: Piece) -> Bool {
    guard case .day(let day)? = since else { return true }
    return piece.capturedAt.map { $0 >= day } ?? false
  }
}
