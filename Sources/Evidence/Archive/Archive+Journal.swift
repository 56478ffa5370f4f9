import Core

/// What can be undone.
extension Archive {
  /// The latest capture or deletion that was not undone, and whose bytes are there; nil if there is none.
  ///
  /// What is locked is passed over, unless there is nothing else: whoever wants that undone hears which it is.
  package func undoStep() throws(Failure) -> UndoStep? {
    let capture = try latestCapture(isLocked: false)
    let deletions = [try latestDeletion(), try latestDeletedThing()].compactMap { $0 }
    let steps = [capture].compactMap { $0 } + deletions
    guard let latest = steps.max(by: { $0.latest < $1.latest }) else {
      return try latestCapture(isLocked: true)
    }
    return latest
  }

  /// Those of `numbers` that are pieces and not purged, by what they are now.
  func marks(of numbers: [Int]) throws(Failure) -> [Int: PieceMarks] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let statement = try database.prepare(
        """
        SELECT evidence.deleted IS NOT NULL, things.deleted IS NOT NULL, locked IS NOT NULL,
          purged IS NOT NULL FROM evidence JOIN things ON things.number = thing
        WHERE evidence.number = ?1
        """)
      var marks: [Int: PieceMarks] = [:]
      for number in numbers {
        marks[number] = try statement.first(.integer(number)) { row in
          PieceMarks(
            isDeleted: row.integer(0) == 1, isOfDeletedThing: row.integer(1) == 1,
            isLocked: row.integer(2) == 1, isPurged: row.integer(3) == 1)
        }
      }
      return marks
    }
  }

  /// The numbers of the pieces that the records `sequences` made.
  func pieces(madeBy sequences: [Int]) throws(Failure) -> [Int] {
    let list = sequences.map { "\($0)" }.joined(separator: ", ")
    return try numbers("SELECT number FROM evidence WHERE record IN (\(list))")
  }

  /// The locked pieces of the thing number `thing`.
  func lockedPieces(of thing: Int) throws(Failure) -> [Int] {
    try numbers("SELECT number FROM evidence WHERE thing = \(thing) AND locked IS NOT NULL")
  }

  private func numbers(_ sql: String) throws(Failure) -> [Int] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var numbers: [Int] = []
      try database.prepare(sql).run { row in numbers.append(row.integer(0) ?? 0) }
      return numbers
    }
  }

  /// The photos of the last series, or what else became a piece last.
  ///
  /// Photos of one series follow one another, because only one series is under way at a time.
  private func latestCapture(isLocked: Bool) throws(Failure) -> UndoStep? {
    let captures = try captures(isLocked: isLocked)
    guard let last = captures.first else { return nil }
    let series = captures.prefix { last.series != nil && $0.series == last.series }
    let step = series.isEmpty ? captures.prefix(1) : series
    let (first, count) = (step.last?.number ?? last.number, step.count)
    return UndoStep(
      last.isImported
        ? .importing(first: first, last: last.number, count: count)
        : .capture(first: first, last: last.number, count: count),
      records: step.reversed().map(\.record),
      kind: step.allSatisfy { $0.kind == last.kind } ? last.kind : nil,
      of: step.allSatisfy { $0.thing == last.thing } ? last.thing : nil)
  }

  /// A capture of the journal, as undo finds it.
  private struct Capture {
    let number: Int, record: Int
    let series: String?
    let isImported: Bool
    let kind: PieceFilter.Kind?
    let thing: String
  }

  /// The latest pieces that are there, captures locked or not, the newest first; what came in goes as a whole.
  private func captures(isLocked: Bool) throws(Failure) -> [Capture] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var captures: [Capture] = []
      try database.prepare(Archive.captures).run(
        .integer(Archive.mostUndone), .integer(isLocked ? 1 : 0)
      ) { row in
        captures.append(
          Capture(
            number: row.integer(0) ?? 0, record: row.integer(1) ?? 0, series: row.text(2),
            isImported: row.integer(3) == 1,
            kind: row.text(4).flatMap { PieceFilter.Kind(rawValue: $0) }, thing: row.text(5) ?? ""))
      }
      return captures
    }
  }

  private func latestDeletion() throws(Failure) -> UndoStep? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(Archive.latestDeletion).first { row in
        let (first, last) = (row.integer(1) ?? 0, row.integer(2) ?? 0)
        return UndoStep(
          .deletion(first: first, last: last, count: row.integer(3) ?? 0),
          records: [row.integer(0) ?? 0],
          kind: row.text(4).flatMap { PieceFilter.Kind(rawValue: $0) }, of: row.text(5))
      }
    }
  }

  private func latestDeletedThing() throws(Failure) -> UndoStep? {
    guard let thing = try deletedThings().first else { return nil }
    return try deletion(of: thing)
  }

  /// The step that deleted `thing`; nil where none did.
  func deletion(of thing: Thing) throws(Failure) -> UndoStep? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(Archive.deletedThing).first(.integer(thing.number)) { row in
        UndoStep(
          .thing(thing.label, pieces: row.integer(1) ?? 0), records: [row.integer(0) ?? 0])
      }
    }
  }

  /// A longer series is undone by so many photos at once.
  private static let mostUndone = 1000

  private static let captures = """
    SELECT evidence.number, record,
      coalesce(payload ->> '$.series.id', payload ->> '$.facts.series.id', payload ->> 'batch'),
      records.kind IN ('piece.imported', 'piece.restored'), evidence.kind, things.title
    FROM evidence CROSS JOIN things ON things.number = thing
      JOIN records ON sequence = record
    WHERE evidence.deleted IS NULL AND purged IS NULL AND things.deleted IS NULL
      AND (locked IS NOT NULL AND records.kind NOT IN ('piece.imported', 'piece.restored')) = ?2
    ORDER BY evidence.number DESC LIMIT ?1
    """
  private static let deletedThing = """
    SELECT deleted, (SELECT ifnull(sum(pieces), 0) FROM totals
      WHERE thing = number AND state NOT IN ('deleted', 'purged'))
    FROM things WHERE number = ?1 AND deleted IS NOT NULL
    """
  private static let latestDeletion = """
    SELECT evidence.deleted, min(evidence.number), max(evidence.number), count(*),
      CASE WHEN min(evidence.kind) = max(evidence.kind) THEN min(evidence.kind) END,
      CASE WHEN min(thing) = max(thing) THEN min(things.title) END
    FROM evidence JOIN records ON sequence = evidence.deleted JOIN things ON things.number = thing
    WHERE evidence.deleted IS NOT NULL AND purged IS NULL AND records.kind = 'piece.deleted'
    GROUP BY evidence.deleted ORDER BY evidence.deleted DESC LIMIT 1
    """
}

/// What became of a piece after it was stored.
struct PieceMarks: Hashable {
  /// Whether it is deleted itself.
  let isDeleted: Bool
  /// Whether its thing is.
  let isOfDeletedThing: Bool
  let isLocked: Bool
  let isPurged: Bool

  /// Whether people no longer have it, be it with its thing.
  var isAway: Bool { isDeleted || isOfDeletedThing }
}

extension UndoStep {
  /// Sequence of the latest of its records.
  fileprivate var latest: Int { records.max() ?? 0 }
}
