import Core

/// What people wish of the checklist, and of requests.
extension Store {
  mutating func wish(
    _ action: Checklist.Action, _ item: Int?, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let list = try archive.checklist()
    if list.isNone { throw .refused(.checklistNone) }
    guard let item = item ?? list.next else {
      throw .refused(
        Phrase(
          "checklist.done", "Everything on the checklist is done; name an item by its number."))
    }
    guard list.items.indices.contains(item - 1) else {
      throw .refused(
        Phrase(
          "checklist.short",
          "The checklist has no item \(item); it has \(list.items.count). \"checklist\" shows them."
        ))
    }
    let request = try archive.activeRequest()?.id
    let record = Record.checklistChanged(
      action, item: item, thing: request == nil ? thing.id : nil, request: request, by: requester)
    try append([record], at: now)
    let text = list.items[item - 1].text
    switch action {
    case .aim: return Phrase("checklist.aimed", "The next piece ticks \(item): \(text).")
    case .skip:
      return Phrase(
        "checklist.skipped-now",
        "Skipped: \(item), \(text). \"checklist untick \(item)\" opens it again.")
    case .untick: return Phrase("checklist.opened", "Open again: \(item), \(text).")
    }
  }

  /// Takes in the request that `file` says, which waits until somebody makes it active.
  package mutating func importRequest(
    _ file: RequestFile, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let known = try archive.requests()
    if let twin = known.first(where: { Array($0.file.url.utf8) == Array(file.url.utf8) }) {
      throw .refused(.requestThere(twin.number, twin.status.word))
    }
    let number = (known.last?.number ?? 0) + 1
    let id = try identifiers.next(at: now.instant)
    try append([.requestImported(id, number, file, by: requester)], at: now)
    return .requestImported(number, file.title, file.items.count)
  }

  /// At most one request is active: the one before waits then.
  mutating func setRequest(
    _ number: Int, to status: Request.Status, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    let request = try archive.request(number)
    if let refusal = request.refusal(of: status) { throw .refused(refusal) }
    var records: [Record] = []
    if status == .active, let other = try archive.activeRequest() {
      records.append(.requestChanged(other, to: .pending, by: requester))
    }
    records.append(.requestChanged(request, to: status, by: requester))
    try append(records, at: now)
    return .requestChanged(number, request.file.title, status.word)
  }
}

/// What becomes of requests by time alone.
extension Store {
  /// Records of the requests whose day is over at the moment `now` that they are expired; blocks in a flush.
  ///
  /// - Returns: what people should hear of it.
  package mutating func expireRequests(at now: Moment) throws(Failure) -> [Phrase] {
    let overdue = try archive.overdue(at: now)
    try append(overdue.map { .requestChanged($0, to: .expired, by: .clock) }, at: now)
    return overdue.map { .requestExpired($0.number, $0.file.title, $0.file.due ?? "") }
  }
}

extension Archive {
  /// The requests that are not over, and whose day is: in UTC, and where somebody knows the time.
  fileprivate func overdue(at now: Moment) throws(Failure) -> [Request] {
    guard let microseconds = now.wall.microseconds else { return [] }
    let time = KnownTime(microseconds: Int(microseconds), clock: now.wall.source)
    let today = String(time.text.prefix(10))
    return try requests().filter { request in
      !request.status.isFinal && request.file.due.map { $0 < today } ?? false
    }
  }
}

extension Phrase {
  static func requestExpired(_ number: Int, _ title: String, _ due: String) -> Phrase {
    Phrase(
      "request.expired-now", "Request \(number), \(title), is expired now: it was due on \(due).")
  }

  static func requestThere(_ number: Int, _ status: Phrase) -> Phrase {
    Phrase("request.there", "Its url is that of request \(number), which is \(status).")
  }

  static func requestImported(_ number: Int, _ title: String, _ count: Int) -> Phrase {
    Phrase(
      "request.imported",
      "Request \(number): \(title), items: \(count). \"request status \(number) active\" begins with it."
    )
  }

  static func requestChanged(_ number: Int, _ title: String, _ status: Phrase) -> Phrase {
    Phrase("request.changed", "Request \(number), \(title), is \(status) now.")
  }
}
