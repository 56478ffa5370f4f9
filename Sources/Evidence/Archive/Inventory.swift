import Core

/// Things and pieces of a store as they were at one moment, for whoever takes them elsewhere.
package struct Inventory: Sendable {
  /// A thing, and what an inventory says of it.
  package struct Entry: Hashable, Sendable {
    /// Number, id, label and category.
    package let thing: Thing
    /// What people said of it, by field; those without a value are left out.
    package let fields: [ThingField: String]
  }

  /// A piece, and the number of its thing.
  package struct Item: Hashable, Sendable {
    /// All that lists say of it.
    package let piece: Piece
    /// Number of the thing that it documents.
    package let thing: Int
  }

  /// The store's own id.
  package let store: String
  /// The public key of the device that writes to it today; nil where it is not known.
  package let key: PublicKey?
  /// The latest record.
  package let head: Head
  /// The things, by their numbers.
  package let entries: [Entry]
  /// The pieces that are there, oldest first.
  package let items: [Item]
  /// Those whose files were removed though nobody deleted them, since they lie elsewhere; oldest first.
  package let purged: [Item]
  /// The pieces that nobody is to be shown, by number, as an export lists them.
  package let absent: [Int: ListLine]
  /// The files of kept records of other stores, relative to the store.
  package let kept: [String]
}

extension Archive {
  /// What the store has at this moment: all of it is from one transaction.
  package func inventory() throws(Failure) -> Inventory {
    try Failure.inDatabase { () throws(DatabaseError) in try database.execute("BEGIN") }
    let things = try Failure.inDatabase { () throws(DatabaseError) in try thingsOfPieces() }
    let all = try pieces()
    let pieces = all.filter { !$0.isPurged }
    let kept = try Failure.inDatabase { () throws(DatabaseError) in try purgedForRoom() }
    func items(_ pieces: [Piece]) -> [Inventory.Item] {
      pieces.map { Inventory.Item(piece: $0, thing: things[$0.number] ?? 0) }
    }
    let inventory = Inventory(
      store: try storeID(),
      key: try Failure.inDatabase { () throws(DatabaseError) in try deviceKey() },
      head: try head(),
      entries: try entries(),
      items: items(pieces.filter { !$0.isDeleted }),
      purged: items(all.filter { kept.contains($0.number) }),
      absent: try Failure.inDatabase { () throws(DatabaseError) in try absences() },
      kept: try keptFiles())
    try Failure.inDatabase { () throws(DatabaseError) in try database.execute("COMMIT") }
    return inventory
  }

  private func keptFiles() throws(Failure) -> [String] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var files: [String] = []
      try database.prepare("SELECT file FROM origins ORDER BY record").run { row in
        row.text(0).map { files.append($0) }
      }
      return files
    }
  }

  private func entries() throws(Failure) -> [Inventory.Entry] {
    var entries: [Inventory.Entry] = []
    for thing in try things() {
      let fields = Dictionary(try fields(of: thing).map { ($0.field, $0.text) }) { $1 }
      entries.append(Inventory.Entry(thing: thing, fields: fields))
    }
    return entries
  }

  private func absences() throws(DatabaseError) -> [Int: ListLine] {
    var absences: [Int: ListLine] = [:]
    let sql = """
      SELECT evidence.number, evidence.purged, ifnull(evidence.deleted, things.deleted)
      FROM evidence LEFT JOIN things ON things.number = evidence.thing
      WHERE coalesce(evidence.purged, evidence.deleted, things.deleted) IS NOT NULL
      """
    try database.prepare(sql).run { row in
      let (number, purged) = (row.integer(0) ?? 0, row.integer(1))
      absences[number] = .piece(
        number, purged == nil ? .deleted : .purged, by: purged ?? row.integer(2))
    }
    return absences
  }

  private func purgedForRoom() throws(DatabaseError) -> Set<Int> {
    var numbers: Set<Int> = []
    let sql = """
      SELECT evidence.number FROM evidence LEFT JOIN things ON things.number = evidence.thing
      WHERE evidence.purged IS NOT NULL AND evidence.deleted IS NULL AND things.deleted IS NULL
      """
    try database.prepare(sql).run { row in numbers.insert(row.integer(0) ?? 0) }
    return numbers
  }

  private func thingsOfPieces() throws(DatabaseError) -> [Int: Int] {
    var things: [Int: Int] = [:]
    try database.prepare("SELECT number, thing FROM evidence").run { row in
      things[row.integer(0) ?? 0] = row.integer(1)
    }
    return things
  }

  func deviceKey() throws(DatabaseError) -> PublicKey? {
    let sql = "SELECT value FROM settings WHERE name = 'device_key'"
    let text = try database.prepare(sql).first { $0.text(0) ?? "" }
    return text.flatMap { PublicKey(hexadecimal: $0) }
  }
}
