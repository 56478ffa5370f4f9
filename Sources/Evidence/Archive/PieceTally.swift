import Core

/// Pieces of a thing, counted by kind, and how long its clips are; deleted and purged ones aside.
struct PieceTally: Hashable, Sendable {
  private var counts: [PieceFilter.Kind: Int] = [:]
  /// All clips together.
  fileprivate(set) var length = Duration.zero

  /// How many there are of all kinds.
  var count: Int { counts.values.reduce(0, +) }

  fileprivate mutating func add(_ count: Int, _ kind: PieceFilter.Kind) {
    counts[kind, default: 0] += count
  }

  /// In a sentence: "3 photos, 1 clip, 12 s".
  var words: Phrase {
    let words = PieceFilter.Kind.allCases.compactMap { kind -> Phrase? in
      let count = counts[kind] ?? 0
      guard count > 0 else { return nil }
      let words = kind.counted.phrase(count)
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

extension Archive {
  /// What there is of each thing, by its number; neither pieces one by one nor their files are looked at, but for clips.
  func tallies() throws(Failure) -> [Int: PieceTally] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var tallies: [Int: PieceTally] = [:]
      let counts = """
        SELECT thing, kind, sum(pieces) FROM totals WHERE state NOT IN ('deleted', 'purged')
        GROUP BY thing, kind
        """
      var rows: [(thing: Int, kind: String, count: Int)] = []
      try database.prepare(counts).run { row in
        rows.append((row.integer(0) ?? 0, row.text(1) ?? "", row.integer(2) ?? 0))
      }
      for row in rows {
        guard let kind = PieceFilter.Kind(rawValue: row.kind) else { continue }
        // Whoever adds them up is not to meet a number that somebody wrote there.
        let count = min(max(0, row.count), EvidenceFolder.highestNumber)
        tallies[row.thing, default: PieceTally()].add(count, kind)
      }
      let lengths = """
        SELECT thing, CAST(total(data ->> 'length') AS INTEGER) FROM evidence
        WHERE kind = 'clip' AND deleted IS NULL AND purged IS NULL GROUP BY thing
        """
      try database.prepare(lengths).run { row in
        tallies[row.integer(0) ?? 0]?.length = Duration(clip: row, at: 1)
      }
      return tallies
    }
  }
}
