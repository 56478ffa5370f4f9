import Core

/// Requests, and what is to be captured.
extension Archive {
  /// All requests, in the order of their numbers.
  package func requests() throws(Failure) -> [Request] {
    try requests("number > 0 ORDER BY number", [])
  }

  /// The request with this `id`; nil if there is none.
  func request(id: String) throws(Failure) -> Request? {
    try requests("number > 0 AND id = ?1", [.text(id)]).first
  }

  /// The request that was taken in from `url`; nil if there is none.
  func request(from url: String) throws(Failure) -> Request? {
    try requests("number > 0 AND url = ?1", [.text(url)]).first
  }

  /// The number of the request that was taken in last; 0 for none.
  func newestRequest() throws(Failure) -> Int {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.integer("SELECT ifnull(max(number), 0) FROM requests")
    }
  }

  private func requests(
    _ clauses: String, _ values: [SQLValue]
  ) throws(Failure) -> [Request] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var requests: [Request] = []
      let sql = "SELECT number, id, status, data FROM requests WHERE \(clauses)"
      try database.prepare(sql).run(values) { row in
        guard let number = row.integer(0), let id = row.text(1),
          let status = row.text(2).flatMap(Request.Status.init), let data = row.text(3),
          let file = RequestFile(recorded: data)
        else { return }
        requests.append(Request(number: number, id: id, file: file, status: status))
      }
      return requests
    }
  }

  /// The request `number`; the active one where that is nil.
  package func request(_ number: Int?) throws(Failure) -> Request {
    let requests = try requests()
    guard let number else {
      guard let active = requests.first(where: { $0.status == .active }) else {
        throw .refused(
          Phrase("request.none-active", "No request is active; \"request list\" shows all."))
      }
      return active
    }
    guard let request = requests.first(where: { $0.number == number }) else {
      throw .refused(
        Phrase("request.unknown", "There is no request \(number); \"request list\" shows all."))
    }
    return request
  }

  /// The numbers of the pieces that belong to the request `number` and can be delivered; a refusal where there are none.
  package func delivery(of number: Int) throws(Failure) -> Set<Int> {
    let request = try request(number)
    let numbers = try Failure.inDatabase { () throws(DatabaseError) in
      var numbers: Set<Int> = []
      let sql = """
        SELECT evidence.number FROM evidence JOIN things ON things.number = thing
        WHERE request = ?1 AND \(Archive.areThere)
        """
      try database.prepare(sql).run(.text(request.id)) { row in
        row.integer(0).map { _ = numbers.insert($0) }
      }
      return numbers
    }
    guard !numbers.isEmpty else {
      throw .refused(
        Phrase(
          "request.empty",
          """
          Request \(number) has no pieces to deliver; "request status \(number) active" makes it active, and the \
          next pieces belong to it.
          """))
    }
    return numbers
  }

  func activeRequest() throws(Failure) -> Request? {
    try requests().first { $0.status == .active }
  }

  /// What is to be captured: for the active request, or else of the current thing.
  package func checklist() throws(Failure) -> Checklist {
    if let request = try activeRequest() { return try checklist(of: request) }
    return try checklist(of: try currentThing())
  }

  /// What is to be captured for `request`.
  func checklist(of request: Request) throws(Failure) -> Checklist {
    Checklist(
      .request(request.number, title: request.file.title),
      request.file.items.map { Checklist.Item(.itemWritten($0)) },
      after: try events("request = ?1", of: .text(request.id)))
  }

  /// The list of `thing`: empty where a study collects it, which has slots for that.
  func checklist(of thing: Thing) throws(Failure) -> Checklist {
    let subject = Checklist.Subject.thing(thing.number, label: thing.label)
    if try collectsForStudy(thing) { return Checklist(subject, [], after: []) }
    var items = Checklist.items(for: ThingCategory(rawValue: thing.category) ?? .other)
    let languages = try languages()
    for index in items.indices {
      items[index].learn(try translations(of: items[index], into: languages))
    }
    return Checklist(
      subject, items,
      after: try events("thing = ?1 AND request IS NULL", of: .integer(thing.number)))
  }

  /// The words for `item` in `languages`, as the store has them.
  private func translations(
    of item: Checklist.Item, into languages: [String]
  ) throws(Failure) -> [String] {
    let keys = [item.text.key] + (item.name.map { [$0.key] } ?? [])
    return try Failure.inDatabase { () throws(DatabaseError) in
      let find = try database.prepare("SELECT value FROM translations WHERE lang = ?1 AND key = ?2")
      var words: [String] = []
      for language in languages {
        for key in keys {
          try find.run([.text(language), .text(key)]) { row in row.text(0).map { words.append($0) }
          }
        }
      }
      return words
    }
  }

  private func events(
    _ condition: String, of subject: SQLValue
  ) throws(Failure) -> [Checklist.Event] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var events: [Checklist.Event] = []
      try database.prepare(Archive.events(where: condition)).run(subject) { row in
        if let event = Checklist.Event(row) { events.append(event) }
      }
      return events
    }
  }

  /// Query of what concerns a checklist, in the order of records: its pieces, what they are called since, and wishes.
  private static func events(where condition: String) -> String {
    let pieces = """
      FROM evidence JOIN things ON things.number = thing
        LEFT JOIN choices ON choices.piece = evidence.number WHERE \(condition)
      """
    let end = Int.max
    let denied = "CASE decision WHEN 'denied' THEN ifnull(decided, evidence.record) END"
    return """
      SELECT evidence.record, 'stored', evidence.number, nullif(min(ifnull(evidence.deleted, \(end)),
          ifnull(things.deleted, \(end)), ifnull(\(denied), \(end))), \(end)),
        kind, local_file, CASE WHEN \(namedSince) = evidence.record THEN \(name) END
      \(pieces)
      UNION ALL SELECT \(namedSince), 'named', evidence.number, NULL, NULL, NULL, \(name)
      \(pieces) AND \(namedSince) > evidence.record
      UNION ALL SELECT record, action, item, NULL, NULL, NULL, NULL FROM checklist_wishes
      WHERE \(condition) ORDER BY 1 LIMIT \(Checklist.mostEvents)
      """
  }

  /// Expression for the name of a piece: by its title, or else by the option that was confirmed.
  private static let name = "ifnull(evidence.title, choices.text)"
  private static let namedSince = """
    CASE WHEN evidence.title IS NULL THEN choices.record ELSE ifnull(titled, evidence.record) END
    """
}

extension Checklist.Event {
  /// Reads a row of record, word, number of a piece or item, end, kind, file and name; nil where it says nothing.
  fileprivate init?(_ row: borrowing Row) {
    let (record, word, number) = (row.integer(0) ?? 0, row.text(1) ?? "", row.integer(2) ?? 0)
    switch word {
    case "stored":
      let kind = row.text(4).flatMap { PieceFilter.Kind(rawValue: $0) } ?? .imported
      let seen = PieceFilter.Kind(seenIn: row.text(5) ?? "", of: kind)
      let capture = Checklist.Capture(number, seen, called: row.text(6))
      self = .stored(capture, record: record, gone: row.integer(3))
    case "named": self = .named(number, row.text(6) ?? "")
    default:
      guard let action = Checklist.Action(rawValue: word) else { return nil }
      self = .wished(action, item: number)
    }
  }
}
