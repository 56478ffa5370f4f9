import Core

/// Clips that were begun and have no end.
extension Archive {
  /// Their numbers, in their order.
  func begunNumbers() throws(Failure) -> [Int] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var numbers: [Int] = []
      // All names that begin so: a slash comes after the point.
      let sql = "SELECT name FROM settings WHERE name > 'begun.' AND name < 'begun/'"
      try database.prepare(sql).run { row in
        let number = Int((row.text(0) ?? "").dropFirst(Record.Kind.begunPrefix.count)) ?? 0
        if (1...EvidenceFolder.highestNumber).contains(number) { numbers.append(number) }
      }
      return numbers.sorted()
    }
  }

  /// What is known of the clip of this number by the record that began it; nil where no such clip waits for its end.
  func begunClip(_ number: Int) throws(Failure) -> BegunClip? {
    let payload = try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT payload FROM settings JOIN records ON sequence = CAST(value AS INTEGER)
        WHERE name = ?1 AND records.kind = 'piece.begun'
        """
      return try database.prepare(sql).first(.text("\(Record.Kind.begunPrefix)\(number)")) {
        $0.text(0) ?? ""
      }
    }
    guard let payload else { return nil }
    return try begunClip(number, in: CanonicalJSON(spelled: payload))
  }

  /// How the program ended that recorded the clip of this number, whatever has been opened and closed since; nil where
  /// no record began one.
  func ending(ofClip number: Int) throws(Failure) -> Adoption? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT CASE later.kind
          WHEN 'program.started' THEN iif(later.boot_id = begun.boot_id, 'crash', 'power_cut')
          WHEN 'program.stopped' THEN 'clean_stop'
          WHEN 'store.reopened' THEN 'row_failed'
          ELSE 'record_lost' END
        FROM settings JOIN records AS begun ON begun.sequence = CAST(value AS INTEGER)
          JOIN records AS later ON later.sequence > begun.sequence
        WHERE name = ?1 AND begun.kind = 'piece.begun' AND later.kind IN
          ('program.started', 'program.stopped', 'store.reopened', 'store.rebuilt')
        ORDER BY later.sequence LIMIT 1
        """
      let ending = try database.prepare(sql).first(.text("\(Record.Kind.begunPrefix)\(number)")) {
        $0.text(0) ?? ""
      }
      return ending.flatMap(Adoption.init)
    }
  }

  /// The clip of this number that `facts` tell of; nil where they tell of something else.
  func begunClip(_ number: Int, in facts: CanonicalJSON) throws(Failure) -> BegunClip? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let names = BegunClip.factNames.map { "?1 -> '\($0)'" }.joined(separator: ", ")
      let sql = """
        SELECT ?1 ->> 'id', ?1 ->> 'file', ?1 ->> '$.taken.monotonic', ?1 ->> 'thing',
          \(names), ?1 ->> 'technique', ?1 ->> 'slot'
        WHERE json_valid(?1) AND ?1 ->> 'kind' = 'clip' AND ?1 ->> 'number' = ?2
        """
      let statement = try database.prepare(sql)
      let found = try statement.first(.text(facts.text), .integer(number)) { row in
        BegunClip(row, number)
      }
      return found ?? nil
    }
  }
}

extension BegunClip {
  /// The members that all records of a clip have.
  fileprivate static let factNames = [
    "width", "height", "requester", "planned", "taken", "camera", "power_save", "data",
  ]

  /// Where technique and slot stand in a row, behind the four columns before the facts.
  private static let slotColumn = Int32(4 + factNames.count)

  /// A clip's beginning lies in these nanoseconds, so that no sum with what follows is too large.
  private static let instants = 0...(1 << 62)

  /// Reads a row of id, file, first frame, thing and facts; nil where one of the first is not as it must be.
  fileprivate init?(_ row: borrowing Row, _ number: Int) {
    guard let id = row.text(0), let file = row.text(1), let first = row.integer(2),
      BegunClip.instants.contains(first), file == EvidenceFolder.file(number, BegunClip.ending)
    else { return nil }
    self.number = number
    self.id = id
    self.file = file
    self.first = Instant(nanoseconds: Int64(first))
    thing = row.text(3) ?? ""
    var facts: [(String, JSON)] = []
    for (index, name) in BegunClip.factNames.enumerated() {
      let value = row.text(Int32(index) + 4).map { CanonicalJSON(spelled: $0) }
      facts.append((name, value.map { .spelled($0) } ?? .null))
    }
    self.facts = facts + (Slot(row, from: BegunClip.slotColumn)?.members ?? [])
  }
}
