import Core

/// What these come to, as records of this program.
extension ToldRemains {
  /// The records by which all of it comes back but pieces that have no row yet; `database` is as it was before record
  /// `first` was lost.
  ///
  /// Things come first: what is adopted names them.
  func records(
    _ kept: KeptRecords, lostFrom first: Int, in database: borrowing Database
  ) throws(DatabaseError) -> [Record] {
    let begun = try returning(kept, in: database)
    var numbers = try database.thingNumbers()
    let told = id(of: currentThing, in: numbers)
    for (thing, number) in begun { numbers[thing.id] = number }
    var records = begun.map { Record.thingRestored($0.0, of: kept, as: $0.1) }
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      if let number = numbers[field.thing] { records.append(field.record(number, to: value)) }
    }
    let before = try database.currentThing()
    let current = told.flatMap { numbers[$0] == nil ? nil : $0 } ?? before
    if current != before, let number = numbers[current] {
      records.append(.thingUsed(current, number))
    }
    for (id, _) in deletedThings.sorted(by: { $0.value < $1.value }) where id != current {
      if let number = numbers[id] { records.append(.thingDeleted(id, number)) }
    }
    records += undoings(before: first)
    let row = try database.prepare("SELECT 1 FROM evidence WHERE number = ?1")
    for number in pieces.keys.sorted() {
      let isThere = try row.first(.integer(number)) { _ in true }
      if isThere ?? false { records += self.records(ofPiece: number, sha256: nil) }
    }
    records += try settingsNow(in: database).sorted { $0.key < $1.key }.map { name, value in
      Record(.settingKept, [("name", .string(name)), ("value", value)] + Record.requester(.start))
    }
    return try records + redactions(before: first) + reservation(in: database)
  }

  private func id(of thing: ThingNamed?, in numbers: [String: Int]) -> String? {
    switch thing {
    case .id(let id): id
    case .number(let number): numbers.first { $0.value == number }?.key
    case nil: nil
    }
  }

  /// The things that are not there, each with the number that it gets: its own where nothing has that.
  private func returning(
    _ kept: KeptRecords, in database: borrowing Database
  ) throws(DatabaseError) -> [(BegunThing, Int)] {
    let there = try database.thingNumbers()
    var taken = Set(there.values)
    var next = max(taken.max() ?? 0, things.compactMap { $0.payload.integer("number") }.max() ?? 0)
    var begun: [(BegunThing, Int)] = []
    for thing in things where there[thing.id] == nil {
      let own = thing.payload.integer("number") ?? 0
      if taken.contains(own) || own == 0 { next += 1 }
      let number = taken.contains(own) || own == 0 ? next : own
      taken.insert(number)
      begun.append((thing, number))
    }
    return begun
  }

  /// The records of what people held of piece `number`, whose file has this SHA-256; nil: it has been there before.
  func records(ofPiece number: Int, sha256: String?) -> [Record] {
    guard let marks = pieces[number],
      sha256 == nil || marks.sha256 == nil || marks.sha256 == sha256
    else { return [] }
    let piece: [(String, JSON)] = [("pieces", .array([.integer(number)]))]
    func record(_ kind: Record.Kind, _ members: [(String, JSON)]) -> Record {
      Record(kind, piece + members + Record.requester(.start))
    }
    var records: [Record] = []
    if let title = marks.title { records.append(record(.pieceTitled, [("title", title)])) }
    if let decision = marks.decision {
      records.append(record(.pieceDecided, [("decision", decision)]))
    }
    if let faces = marks.faces.last?.payload {
      let names = ["action", "analyser", "faces", "active"]
      records.append(record(.facesChanged, names.map { ($0, faces.member($0) ?? .null) }))
    }
    if let isLocked = marks.isLocked {
      records.append(record(.pieceLocked, [("locked", .bool(isLocked))]))
    }
    if let by = marks.deletedBy {
      records.append(record(by > 0 ? .pieceDeleted : .pieceUndeleted, []))
    }
    if let reason = marks.purge {
      records.append(Record(.piecePurged, piece + [("reason", reason)]))
    }
    return records
  }

  /// The settings that people kept, and those that they had forgotten.
  private func settingsNow(in database: borrowing Database) throws(DatabaseError) -> [String: JSON]
  {
    guard hasReset else { return settings }
    var names: [String] = []
    let prefix = Record.Kind.settingPrefix
    try database.prepare("SELECT name FROM settings WHERE name GLOB '\(prefix)*'").run { row in
      names.append(String((row.text(0) ?? "").dropFirst(prefix.count)))
    }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, .null) }).merging(settings) { $1 }
  }

  /// The record that undoes once more what was undone of records from before the hole.
  private func undoings(before first: Int) -> [Record] {
    let records = undone.filter { $0 < first }
    return records.isEmpty ? [] : [.changeUndone(records, by: .start)]
  }

  /// What was taken out of records that are there stays away.
  private func redactions(before first: Int) -> [Record] {
    let places = redacted.filter { $0.record < first }
    return places.isEmpty ? [] : [.textRedacted(places, by: .start)]
  }

  /// No other piece gets the highest number, though its file may be gone.
  private func reservation(in database: borrowing Database) throws(DatabaseError) -> [Record] {
    let isReserved = try lastNumber <= database.lastNumber()
    let isThere = EvidenceFolder(root: Archive.directory(of: database.path)).holds(lastNumber)
    return isReserved || isThere ? [] : [.numberSpent(lastNumber, "lost")]
  }
}

extension ToldRemains.FieldOfThing: Comparable {
  static func < (one: ToldRemains.FieldOfThing, other: ToldRemains.FieldOfThing) -> Bool {
    (one.thing, one.field) < (other.thing, other.field)
  }

  fileprivate func record(_ number: Int, to value: JSON) -> Record {
    let members: [(String, JSON)] = [
      ("id", .string(thing)), ("number", .integer(number)), ("field", .string(field)),
      ("value", value),
    ]
    return Record(.thingChanged, members + Record.requester(.start))
  }
}

extension Record {
  fileprivate static func thingRestored(
    _ thing: ToldRemains.BegunThing, of kept: KeptRecords, as number: Int
  ) -> Record {
    let told = thing.payload
    let nullable = ["description", "brand", "model", "color", "upc", "collect"]
    let origin: [(String, JSON)] =
      [
        ("store", .string(kept.origin.store)), ("head", .string(kept.origin.head.text)),
        ("device", .string(kept.device)), ("number", told.member("number") ?? .integer(number)),
        ("record", .integer(thing.head.sequence)), ("hash", .string(thing.head.hash)),
      ] + kept.origin.remains
    let own: [(String, JSON)] = [
      ("id", .string(thing.id)), ("number", .integer(number)),
      ("title", .string(told.text("title") ?? "")),
      ("category", .string(told.text("category") ?? ThingCategory.other.rawValue)),
      ("tags", told.list("tags") ?? .array([])), ("data", told.list("data") ?? .object([])),
      ("origin", .object(origin)),
    ]
    return Record(.thingRestored, own + nullable.map { ($0, told.member($0) ?? .null) })
  }

  fileprivate static func thingDeleted(_ id: String, _ number: Int) -> Record {
    Record(.thingDeleted, ofThing(id, number) + [("current", .null)] + requester(.start))
  }

  fileprivate static func thingUsed(_ id: String, _ number: Int) -> Record {
    Record(.thingUsed, ofThing(id, number) + requester(.start))
  }

  private static func ofThing(_ id: String, _ number: Int) -> [(String, JSON)] {
    [("id", .string(id)), ("number", .integer(number))]
  }
}

extension JSON {
  /// The member `name`, where it is there and not null.
  fileprivate func list(_ name: String) -> JSON? { member(name).flatMap { $0.isNull ? nil : $0 } }
}

extension Database {
  /// The numbers of all things, by their ids.
  fileprivate func thingNumbers() throws(DatabaseError) -> [String: Int] {
    var numbers: [String: Int] = [:]
    try prepare("SELECT id, number FROM things").run { row in
      numbers[row.text(0) ?? ""] = row.integer(1) ?? 0
    }
    return numbers
  }

  /// The id of the current thing.
  fileprivate func currentThing() throws(DatabaseError) -> String {
    let sql = """
      SELECT id FROM things
      WHERE number = (SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'current_thing')
      """
    return try prepare(sql).first { $0.text(0) ?? "" } ?? ""
  }

  /// The highest number that a record gives to anything; 0 for none.
  fileprivate func lastNumber() throws(DatabaseError) -> Int {
    try integer(
      """
      SELECT max(ifnull((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'last_number'), 0),
        ifnull((SELECT max(number) FROM evidence), 0))
      """)
  }
}
