import Core
import Glibc
import System

/// Which texts a field ever had, for whoever wants them gone.
extension Archive {
  /// Texts of `choice` as they are now, for a question; the failure says why there are none.
  func redaction(_ choice: Redaction.Choice) throws(Failure) -> Redaction {
    let owner = try owner(of: choice)
    let places = try places(of: choice, owner)
    guard let latest = places.last, places.count > 1 || !owner.isCalledByNumber(choice) else {
      throw .refused(
        try remarks(onWhole: choice, owner).first
          ?? Phrase(
            "redact.nothing",
            "There is no such text, and no record has one that is not gone already."))
    }
    let remarks =
      try remarks(onWhole: choice, owner) + remarksOnKept() + remarks(onTwinsOf: places)
    return Redaction(
      choice, owner.number, owner.label, count: places.count, latest: latest.record,
      remarks: remarks)
  }

  /// Where those texts stand, in the order of their records.
  func places(of choice: Redaction.Choice) throws(Failure) -> [Record.TextPlace] {
    try places(of: choice, try owner(of: choice))
  }

  /// Whose texts they are.
  private func owner(of choice: Redaction.Choice) throws(Failure) -> TextOwner {
    switch choice {
    case .piece(let number, _):
      guard try piece(number) != nil else { throw .refused(.noSuchPiece(number)) }
      return TextOwner(family: .piece, key: .integer(number), number: number)
    case .thing(let reference, _):
      let thing = try anyThing(reference)
      return TextOwner(
        family: .thing, key: .text(thing.id), number: thing.number, label: thing.label)
    case .request(let number, _):
      let request = try request(number)
      return TextOwner(
        family: .request, key: .text(request.id), number: number, label: request.file.title)
    }
  }

  /// The thing that `reference` names, be it a deleted one.
  func anyThing(_ reference: ThingReference) throws(Failure) -> Thing {
    let things = try things() + deletedThings()
    guard let place = reference.place(in: things.map { ($0.label, $0.number) }) else {
      throw .refused(.thingUnknown(reference.text))
    }
    return things[place]
  }

  private func places(
    of choice: Redaction.Choice, _ owner: TextOwner
  ) throws(Failure) -> [Record.TextPlace] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var places: [Record.TextPlace] = []
      try database.prepare(owner.told).run(owner.key) { row in
        let (kind, member) = (row.text(1) ?? "", row.text(3) ?? "")
        guard choice.covers(member, of: kind, row.text(2)) else { return }
        places.append(Record.TextPlace(record: row.integer(0) ?? 0, member: member))
      }
      return places
    }
  }
}

/// Remarks of a question for texts.
extension Archive {
  /// That records of the first version have some of them in themselves, for good.
  private func remarks(
    onWhole choice: Redaction.Choice, _ owner: TextOwner
  ) throws(Failure) -> [Phrase] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var records: Set<Int> = []
      try database.prepare(owner.whole).run(owner.key) { row in
        let said = CanonicalScanner.object(row.text(3) ?? "")
        for member in Record.Kind.named(row.text(1) ?? "")?.told ?? []
        where choice.covers(member.name, of: row.text(1) ?? "", row.text(2)) {
          let value = said?.value(at: member.name[...]) ?? .null
          if !value.isNull { records.insert(row.integer(0) ?? 0) }
        }
      }
      return records.isEmpty
        ? []
        : [
          Phrase(
            "redact.whole",
            """
            Records of the first version have it in themselves, and nothing takes it out of them: \
            \(records.sorted().inWords).
            """)
        ]
    }
  }

  /// That records of another store which came back with its pieces may have some of them in themselves.
  private func remarksOnKept() throws(Failure) -> [Phrase] {
    var files: [String] = []
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT file FROM origins ORDER BY record").run { row in
        files.append(row.text(0) ?? "")
      }
    }
    let directory = Archive.directory(of: database.path)
    let whole = files.filter { Archive.beginsWithFirstVersion("\(directory)/\($0)") }
    return whole.isEmpty ? [] : [.redactKept(whole.joined(separator: ", "))]
  }

  private static func beginsWithFirstVersion(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK),
      let bytes = try? file.someBytes(atMost: 4096), let end = bytes.firstIndex(of: 0x0A)
    else { return false }
    let line = CanonicalScanner.object(String(decoding: bytes[..<end], as: UTF8.self))
    return line?.integer("version") == 1
  }

  /// That others say the same, and go on doing that.
  private func remarks(onTwinsOf places: [Record.TextPlace]) throws(Failure) -> [Phrase] {
    let own = Set(places)
    return try Failure.inDatabase { () throws(DatabaseError) in
      let find = try database.prepare(Archive.twins)
      var others: [Phrase] = []
      for place in places {
        try find.run(.integer(place.record), .text(place.member)) { row in
          let twin = Record.TextPlace(record: row.integer(0) ?? 0, member: row.text(1) ?? "")
          guard !own.contains(twin),
            let owner = TextFamily(row.text(2) ?? "")?.owner(row.integer(3) ?? 0),
            !others.contains(owner)
          else { return }
          others.append(owner)
        }
      }
      guard let first = others.first else { return [] }
      return [.redactTwins(others.dropFirst().reduce(first) { .listed($0, $1) })]
    }
  }

  /// Where the text of record `?1` and member `?2` is told too, and of what: its kind's first word and number.
  private static let twins = """
    SELECT other.record, other.member, \(TextFamily.word), \(TextFamily.number)
    FROM texts AS own JOIN texts AS other ON other.text = own.text
        OR other.member = 'options' AND instr(other.text, '"text":' || own.text || '}') > 0
      JOIN records ON sequence = other.record
    WHERE own.record = ?1 AND own.member = ?2 AND other.text NOT IN ('""', '[]', '{}')
    ORDER BY other.record
    """
}

/// Whose texts somebody means, and how their records are found.
private struct TextOwner {
  let family: TextFamily
  /// Number of a piece; id of all else.
  let key: SQLValue
  let number: Int
  /// Title of a thing or request; nil for a piece.
  var label: String?

  /// Whether `choice` is the name of a thing that nobody has given one, or has no longer.
  func isCalledByNumber(_ choice: Redaction.Choice) -> Bool {
    guard case .thing(_, .title) = choice else { return false }
    return label == Thing.label(of: number)
  }

  /// Selects sequence, kind and field of their records that tell a text, and its member.
  var told: String { select("member", from: "texts JOIN records ON sequence = texts.record") }

  /// Selects sequence, kind and field of their records of the first version, and the payload.
  var whole: String { select("payload", from: "records", "version = 1 AND ") }

  private func select(_ column: String, from tables: String, _ condition: String = "") -> String {
    let words = family.words.map { "'\($0)'" }.joined(separator: ", ")
    let key = family == .piece ? TextFamily.number : "payload ->> 'id'"
    return """
      SELECT sequence, kind, payload ->> 'field', \(column) FROM \(tables)
      WHERE \(condition)\(TextFamily.word) IN (\(words)) AND \(key) = ?1
      ORDER BY sequence
      """
  }
}

extension Redaction.Choice {
  /// Whether the told `member` of a record of this `kind` is one of its field, which is in `changed` what the record says
  /// was changed.
  fileprivate func covers(_ member: String, of kind: String, _ changed: String?) -> Bool {
    switch self {
    case .piece(_, .title): member == "title"
    case .piece(_, .options): ["options", "option"].contains(member)
    case .piece(_, .source): member == "data.source"
    case .thing(_, let field):
      kind == Record.Kind.thingChanged.name
        ? changed == field.name : member == (field.isInData ? "data" : field.rawValue)
    case .request(_, let field): member == field.rawValue
    }
  }
}

extension TextFamily {
  /// Its member with this `number`, in sentences.
  fileprivate func owner(_ number: Int) -> Phrase {
    switch self {
    case .piece: .ofPiece(number)
    case .thing: .ofThing(number)
    case .request: .ofRequest(number)
    }
  }
}

extension Phrase {
  static func listed(_ first: Phrase, _ next: Phrase) -> Phrase {
    Phrase("sentence.listed", "\(first), \(next)")
  }

  static func redactKept(_ files: String) -> Phrase {
    Phrase(
      "redact.kept",
      """
      Records of another store that came back with its pieces may have it, and nothing takes it out of them: \
      \(files).
      """)
  }

  static func redactTwins(_ owners: Phrase) -> Phrase {
    Phrase("redact.twins", "Others say the same, and go on doing that: \(owners).")
  }
}
