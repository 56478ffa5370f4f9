import Core

/// What fills the slots of a study.
extension Archive {
  /// Clips that fill those of `thing`; nil where it is collected for no study.
  ///
  /// A clip fills its slot while it is not deleted, if it is long enough; of several the newest counts.
  package func slots(of thing: Thing) throws(Failure) -> SlotFills? {
    guard try collectsForStudy(thing) else { return nil }
    return try Failure.inDatabase { () throws(DatabaseError) in
      var fills = SlotFills(thing: thing.number, label: thing.label, pieces: [:])
      let sql = """
        SELECT technique, slot, number, deleted, data ->> 'length' FROM evidence
        WHERE thing = ?1 AND kind = 'clip' AND technique IS NOT NULL ORDER BY number
        """
      try database.prepare(sql).run(.integer(thing.number)) { row in
        let isThere = row.integer(3) == nil
        guard isThere, let slot = Slot(filledBy: row, from: 0, length: 4) else { return }
        fills.fill(slot, by: row.integer(2) ?? 0, Duration(clip: row, at: 4))
      }
      return fills
    }
  }

  /// Whether `thing` is collected for a study; any that is there, where none is named.
  func collectsForStudy(_ thing: Thing? = nil) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let one = thing.map { "number = \($0.number)" } ?? "deleted IS NULL"
      let sql = "SELECT count(*) FROM things WHERE collect = 'study' AND \(one)"
      return try database.integer(sql) > 0
    }
  }
}

extension Duration {
  /// Reads the column `place` of a row: nanoseconds of a clip, none where there is nothing.
  ///
  /// The length in a column: whatever somebody wrote there, no longer than a clip can be.
  init(clip row: borrowing Row, at place: Int32) {
    self = .nanoseconds(Int64(min(max(0, row.integer(place) ?? 0), 1 << 62)))
  }
}

extension Slot {
  /// Reads two columns of a row from `first` on, and that of a clip's length; nil where they name no slot, or the clip
  /// is too short to fill it.
  init?(filledBy row: borrowing Row, from first: Int32, length: Int32) {
    let isLong = row.integer(length) ?? 0 >= Int(Slot.shortest.nanoseconds)
    guard isLong else { return nil }
    self.init(row, from: first)
  }

  /// Reads two columns of a row from `first` on: technique and number; nil where they name no slot.
  init?(_ row: borrowing Row, from first: Int32) {
    guard let technique = row.text(first).flatMap(Technique.init),
      let number = row.integer(first + 1),
      number > 0
    else { return nil }
    self.init(technique, number)
  }
}
