import Core

/// Things, one by one and counted.
extension Archive {
  /// The things that are not deleted, in the order of their numbers.
  package func things() throws(Failure) -> [Thing] {
    try things(where: "deleted IS NULL ORDER BY number")
  }

  /// The thing that `reference` names; where it names none that is not deleted, the failure says so.
  func thing(_ reference: ThingReference) throws(Failure) -> Thing {
    let things = try things()
    guard let place = reference.place(in: things.map { ($0.label, $0.number) }) else {
      throw .refused(.thingUnknown(reference.text))
    }
    return things[place]
  }

  /// The deleted things, the one that was deleted last at first.
  func deletedThings() throws(Failure) -> [Thing] {
    try things(where: "deleted IS NOT NULL ORDER BY deleted DESC")
  }

  /// The deleted things to which the pieces of these `numbers` belong, each once.
  func deletedThings(of numbers: [Int]) throws(Failure) -> [Thing] {
    let list = numbers.map { "\($0)" }.joined(separator: ", ")
    return try things(
      where: """
        deleted IS NOT NULL AND number IN (SELECT thing FROM evidence WHERE number IN (\(list)))
        ORDER BY number
        """)
  }

  /// How many pieces there are of each thing, by its number; deleted and purged ones aside.
  package func pieceCounts() throws(Failure) -> [Int: Int] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var counts: [Int: Int] = [:]
      let sql = """
        SELECT thing, sum(pieces) FROM totals WHERE state NOT IN ('deleted', 'purged') GROUP BY thing
        """
      try database.prepare(sql).run { row in counts[row.integer(0) ?? 0] = row.integer(1) ?? 0 }
      return counts
    }
  }

  /// The number of the title picture of `thing`: the first of its photos, documents among them, whose file is there;
  /// nil where there is none.
  package func titlePicture(of thing: Thing) throws(Failure) -> Int? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(Archive.titlePicture).first(.integer(thing.number)) { $0.integer(0) }
        ?? nil
    }
  }

  /// By an index, for it is asked with each photo.
  static let titlePicture = """
    SELECT number FROM evidence
    WHERE thing = ?1 AND kind IN ('photo', 'document') AND deleted IS NULL AND purged IS NULL
      AND state <> 'missing'
    ORDER BY record LIMIT 1
    """

  /// What is known of `thing` besides its label, as its fields are typed; those without a value are left out.
  func fields(of thing: Thing) throws(Failure) -> [(field: ThingField, text: String)] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let columns = ThingField.allCases.map { field in
        switch field {
        case .tags:
          "(SELECT group_concat(value, ', ') FROM json_each(tags))"
        default: field.isInData ? "data ->> '\(field.rawValue)'" : field.rawValue
        }
      }
      let sql = "SELECT \(columns.joined(separator: ", ")) FROM things WHERE number = ?1"
      return try database.prepare(sql).first(.integer(thing.number)) { row in
        zip(ThingField.allCases, Int32(0)...).compactMap { field, column in
          row.text(column).map { (field, $0) }
        }
      } ?? []
    }
  }

  /// The thing with this number, deleted or not.
  func thing(numbered number: Int) throws(Failure) -> Thing? {
    try things(where: "number = \(number)").first
  }

  /// The thing of this number, unless it is deleted.
  func presentThing(numbered number: Int) throws(Failure) -> Thing? {
    try things(where: "number = \(number) AND deleted IS NULL").first
  }

  private func things(where clauses: String) throws(Failure) -> [Thing] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var things: [Thing] = []
      let sql = "SELECT number, id, title, category FROM things WHERE \(clauses)"
      try database.prepare(sql).run { row in things.append(Thing(row)) }
      return things
    }
  }
}

extension Phrase {
  static func thingUnknown(_ reference: String) -> Phrase {
    Phrase("thing.unknown", "There is no thing \(reference); \"thing list\" shows all.")
  }
}
