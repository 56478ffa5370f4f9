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
    try checklist(of: thing, isCollected: try collectsForStudy(thing))
  }

  /// The same of a `thing` of which that is known.
  func checklist(of thing: Thing, isCollected: Bool) throws(Failure) -> Checklist {
    let subject = Checklist.Subject.thing(thing.number, label: thing.label)
    if isCollected { return Checklist(subject, [], after: []) }
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
    guard !languages.isEmpty else { return [] }
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

  /// Events of a checklist, in the order of records: its pieces, what they are called since, and wishes.
  private func events(
    _ condition: String, of subject: SQLValue
  ) throws(Failure) -> [Checklist.Event] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var events: [(record: Int, event: Checklist.Event)] = []
      let most = "ORDER BY 1 LIMIT \(Checklist.mostEvents)"
      try database.prepare("\(Archive.listedPieces) WHERE \(condition) \(most)").run(subject) {
        row in
        events += Checklist.Event.ofPiece(row)
      }
      try database.prepare(
        "SELECT record, action, item FROM checklist_wishes WHERE \(condition) \(most)"
      ).run(subject) { row in
        let action = row.text(1).flatMap { Checklist.Action(rawValue: $0) }
        guard let action, let record = row.integer(0), let item = row.integer(2) else { return }
        events.append((record, .wished(action, item: item)))
      }
      events.sort { $0.record < $1.record }
      return events.prefix(Checklist.mostEvents).map(\.event)
    }
  }

  /// Query of pieces as checklists see them: record, number, the records by which piece or thing were deleted or the
  /// choice denied, kind, file, and since which record the piece is called what: by its title, or else by the option
  /// that was confirmed.
  private static let listedPieces = """
    SELECT evidence.record, evidence.number, evidence.deleted, things.deleted,
      CASE decision WHEN 'denied' THEN ifnull(decided, evidence.record) END, kind, local_file,
      CASE WHEN evidence.title IS NULL THEN choices.record ELSE ifnull(titled, evidence.record) END,
      ifnull(evidence.title, choices.text)
    FROM evidence JOIN things ON things.number = thing
      LEFT JOIN choices ON choices.piece = evidence.number
    """
}

extension Checklist.Event {
  /// Events that a row of listed pieces comes to, each with its record: that there is one, and what it is called where
  /// that came later.
  fileprivate static func ofPiece(
    _ row: borrowing Row
  ) -> [(record: Int, event: Checklist.Event)] {
    guard let record = row.integer(0), let number = row.integer(1) else { return [] }
    let kind = row.text(5).flatMap { PieceFilter.Kind(rawValue: $0) } ?? .imported
    let seen = PieceFilter.Kind(seenIn: row.text(6) ?? "", of: kind)
    let (name, named) = (row.text(8), row.integer(7))
    let capture = Checklist.Capture(number, seen, called: named == record ? name : nil)
    let gone = [row.integer(2), row.integer(3), row.integer(4)].compactMap(\.self).min()
    let stored = (record, Checklist.Event.stored(capture, record: record, gone: gone))
    guard let named, named > record else { return [stored] }
    return [stored, (named, .named(number, name ?? ""))]
  }
}
