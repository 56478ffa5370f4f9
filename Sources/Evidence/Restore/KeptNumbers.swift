import Core

/// Numbers of what comes back: into a store that has nothing but what came from there, they stay as they were.
extension Archive {
  /// A table with numbers that people use.
  enum Numbered: String {
    case evidence, things, requests
  }

  /// No number is kept that would leave few to others.
  private static let highestKept = EvidenceFolder.highestNumber - EvidenceFolder.numbersForPhotos

  /// The number of `item` in its own store, where it may keep that; whether it is free is another question.
  func keptNumber(of item: Restorable, in table: Numbered) throws(Failure) -> Int? {
    let number = item.json.member("origin")?.integer("number") ?? 0
    guard (1...Archive.highestKept).contains(number) else { return nil }
    return try continues(item, in: table) ? number : nil
  }

  /// Whether the newest of `table` came from the store that `item` comes from, under the number that it had there.
  ///
  /// Each store has a thing 1, so that of another can't keep its number, and says nothing.
  func continues(_ item: Restorable, in table: Numbered) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      let counted =
        table == .things
        ? "WHERE number > 1 AND (origin IS NULL OR origin ->> 'number' <> 1)" : ""
      let sql = """
        SELECT origin ->> 'store' IS ?1 AND origin ->> 'number' IS number FROM \(table.rawValue)
        \(counted) ORDER BY number DESC LIMIT 1
        """
      return try database.prepare(sql).first(.text(item.origin?.store ?? "")) {
        $0.integer(0) == 1
      } ?? true
    }
  }

  /// The number that `item`, a thing or request, gets: its own, or else the next.
  func number(for item: Restorable, in table: Numbered) throws(Failure) -> Int {
    let own = try keptNumber(of: item, in: table)
    if let own, try !isTaken(own, in: table) { return own }
    return try table == .things ? newestThing() + 1 : newestRequest() + 1
  }

  private func isTaken(_ number: Int, in table: Numbered) throws(Failure) -> Bool {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT 1 FROM \(table.rawValue) WHERE number = ?1")
        .first(.integer(number)) { _ in true } ?? false
    }
  }
}

extension Store {
  /// Has the next piece get the number of `item` in its own store, where it may keep that.
  mutating func keepNumber(of item: Restorable) throws(Failure) {
    let own = try archive.keptNumber(of: item, in: .evidence)
    nextNumber = max(nextNumber, own ?? 0)
  }
}
