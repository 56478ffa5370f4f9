import Core

/// Pieces of a thing, counted by kind, and how long its clips are; deleted and purged ones aside.
struct PieceTally: Hashable, Sendable {
  private var counts: [PieceFilter.Kind: Int] = [:]
  /// All clips together.
  private(set) var length = Duration.zero

  /// Number of pieces of all kinds.
  var count: Int { counts.values.reduce(0, +) }

  /// In a sentence: "3 photos, 1 clip, 12 s".
  var words: Phrase {
    let words = PieceFilter.Kind.allCases.compactMap { kind -> Phrase? in
      let count = counts[kind] ?? 0
      guard count > 0 else { return nil }
      let words = PieceFilter.Kind.counted(count, kind)
      return kind == .clip ? Phrase("pieces.with-length", "\(words), \(length.inWords)") : words
    }
    return Phrase.list(words) ?? Phrase("pieces.none", "no pieces")
  }

  /// For programs; the length in seconds.
  var members: [(String, JSON)] {
    [
      ("photos", .integer(counts[.photo] ?? 0)), ("clips", .integer(counts[.clip] ?? 0)),
      ("documents", .integer(counts[.document] ?? 0)),
      ("imported", .integer(counts[.imported] ?? 0)), ("length_s", .number(length.inSeconds)),
    ]
  }
}

extension PieceTally {
  /// Pieces of one kind that a thing has, and how long they are together.
  fileprivate typealias Row = (thing: Int, kind: String, count: Int, length: Duration)

  /// Those of each thing, by its number.
  fileprivate static func byThing(_ rows: [Row]) -> [Int: PieceTally] {
    var tallies: [Int: PieceTally] = [:]
    for row in rows {
      guard let kind = PieceFilter.Kind(rawValue: row.kind) else { continue }
      var tally = tallies[row.thing] ?? PieceTally()
      tally.counts[kind] = row.count
      tally.length += row.length
      tallies[row.thing] = tally
    }
    return tallies
  }
}

extension Archive {
  /// Pieces of each thing, by its number; neither pieces one by one nor their files are looked at, but for clips.
  func tallies() throws(Failure) -> [Int: PieceTally] {
    try Failure.inDatabase { () throws(DatabaseError) in
      // Whoever adds them up is not to meet a number that somebody wrote there.
      let sql = """
        SELECT thing, kind, min(max(0, sum(pieces)), \(EvidenceFolder.highestNumber)),
          CASE kind WHEN 'clip' THEN (SELECT CAST(total(data ->> 'length') AS INTEGER) FROM evidence
            WHERE evidence.thing = totals.thing AND kind = 'clip' AND deleted IS NULL AND purged IS NULL)
          END
        FROM totals WHERE state NOT IN ('deleted', 'purged') GROUP BY thing, kind
        """
      var rows: [PieceTally.Row] = []
      try database.prepare(sql).run { row in
        let (thing, count) = (row.integer(0) ?? 0, row.integer(2) ?? 0)
        rows.append((thing, row.text(1) ?? "", count, Duration(clip: row, at: 3)))
      }
      return PieceTally.byThing(rows)
    }
  }
}
