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
        throw .refused(.requestNoneActive)
      }
      return active
    }
    guard let request = requests.first(where: { $0.number == number }) else {
      throw .refused(.requestUnknown(number))
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
    guard !numbers.isEmpty else { throw .refused(.requestEmpty(number)) }
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
      request.file.items.map { .itemWritten($0) },
      after: try events("request = ?1", of: .text(request.id)))
  }

  /// What is to be captured of `thing`: nothing where a study collects it, which has slots for that.
  func checklist(of thing: Thing) throws(Failure) -> Checklist {
    let subject = Checklist.Subject.thing(thing.number, label: thing.label)
    if try collectsForStudy(thing) { return Checklist(subject, [], after: []) }
    return Checklist(
      subject, Checklist.texts(for: ThingCategory(rawValue: thing.category) ?? .other),
      after: try events("thing = ?1 AND request IS NULL", of: .integer(thing.number)))
  }

  private func events(
    _ condition: String, of subject: SQLValue
  ) throws(Failure) -> [Checklist.Event] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var events: [Checklist.Event] = []
      let sql = """
        SELECT record, NULL, evidence.number, coalesce(
          min(evidence.deleted, things.deleted), evidence.deleted, things.deleted)
        FROM evidence JOIN things ON things.number = thing WHERE \(condition)
        UNION ALL SELECT record, action, item, NULL FROM checklist_wishes WHERE \(condition)
        ORDER BY 1 LIMIT \(Checklist.mostEvents)
        """
      try database.prepare(sql).run(subject) { row in
        guard let word = row.text(1) else {
          let (record, number) = (row.integer(0) ?? 0, row.integer(2) ?? 0)
          return events.append(.stored(number, record: record, deleted: row.integer(3)))
        }
        guard let action = Checklist.Action(rawValue: word) else { return }
        events.append(.wished(action, item: row.integer(2) ?? 0))
      }
      return events
    }
  }
}

extension Phrase {
  static let requestNoneActive = Phrase(
    "request.none-active", "No request is active; \"request list\" shows all.")
  package static let requestNone = Phrase(
    "request.none", "There are no requests; \"request import\" and a path take one in.")

  static func requestEmpty(_ number: Int) -> Phrase {
    Phrase(
      "request.empty",
      """
      Request {1} has no pieces to deliver; \"request status {1} active\" makes it active, and the \
      next pieces belong to it.
      """, number)
  }

  static func requestUnknown(_ number: Int) -> Phrase {
    Phrase("request.unknown", "There is no request {1}; \"request list\" shows all.", number)
  }
}
