import Core

/// Replies to a guest.
extension DoorSession {
  func note(_ outcome: Effect.AnswerOutcome) {
    if debt?.outcome != .misunderstood { debt?.outcome = outcome }
  }

  func continues() { debt?.hasNoEnd = true }

  func send(_ reply: Reply) {
    guard let owed = debt else { return }
    guard owed.goesOn else { return debt = owed.adding(reply, atMost: DoorSession.mostSentences) }
    switch reply {
    case .json(let text):
      if owed.kind == .watch {
        tellEvent(DoorSession.value(text))
      } else {
        tell([("sentence", .string(text))])
      }
    // They say why there are no more events, which the last reply tells.
    case .sentences(let phrases) where owed.kind == .watch:
      debt?.sentences = phrases.suffix(1)
    case .sentences(let phrases):
      for phrase in phrases where !DoorSession.areOfRights.contains(phrase) {
        tell(members(of: phrase))
      }
      debt?.sentences = phrases.suffix(1)
    }
  }

  func answer(_ text: String) {
    guard let owed = debt else { return }
    debt = nil
    if owed.kind == .watch, owed.sentences.last == .watchTooSlow { return endTooSlow() }
    if let error = error(of: owed) { return owed.call.isOneWay ? () : send(error: error) }
    switch owed.kind {
    case .status: answer(owed.call, [("report", DoorSession.value(owed.json))])
    case .commands:
      answer(owed.call, [("commands", DoorSession.commands(DoorSession.value(owed.json)))])
    case .say: answer(owed.call, outcome(of: owed))
    case .watch: answer(owed.call, [])
    case .snap: answer(owed.call, DoorSession.series(DoorSession.value(owed.json)))
    case .press, .deed: answer(owed.call, [])
    case .list: answer(owed.call, [("pieces", DoorSession.value(owed.json))])
    case .open: handOver(owed)
    case .take:
      let told = DoorSession.value(owed.json)
      let names = ["imported", "there", "said", "problem"]
      answer(owed.call, names.map { ($0, told.member($0) ?? .null) })
    }
  }

  /// Sentences that are an error here.
  private static let areOfRights: [Phrase] = [.consoleStatusOnly, .consoleLocalOnly]

  /// The error of a call that was not done for want of a right, or that has no other way to fail.
  private func error(of owed: Debt) -> VarlinkError? {
    if owed.kind == .press, owed.outcome != nil, let json = owed.json {
      return DoorSession.refusal(in: DoorSession.value(json))
    }
    guard let phrase = owed.sentences.last, owed.outcome != nil, owed.json == nil else {
      return nil
    }
    if phrase == .consoleStatusOnly { return notPermitted(.operate) }
    if phrase == .consoleLocalOnly { return notPermitted(.own) }
    guard owed.kind != .say else { return nil }
    let sentence = phrase.text(in: language).printable
    return owed.outcome == .asks
      ? .asks(key: phrase.key, sentence: sentence) : refused(phrase)
  }

  /// The reason that a program is told in place of what it wanted; nil where `told` is none.
  private static func refusal(in told: JSON) -> VarlinkError? {
    guard let key = told.member("key")?.asText, let sentence = told.member("sentence")?.asText
    else { return nil }
    return .refused(key: key, sentence: sentence)
  }

  private func outcome(of owed: Debt) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let json = owed.json {
      members.append(("sentence", .string(json)))
    } else if let last = owed.sentences.last, !owed.goesOn {
      let words = owed.sentences.map { $0.text(in: language).printable }.joined(separator: "\n")
      members += [("sentence", .string(words)), ("key", .string(last.key))]
    }
    return members + [("outcome", .string(DoorSession.word(of: owed.outcome)))]
  }

  private func members(of phrase: Phrase) -> [(String, JSON)] {
    [("sentence", .string(phrase.text(in: language).printable)), ("key", .string(phrase.key))]
  }

  private func handOver(_ owed: Debt) {
    guard !owed.call.isOneWay else { return }
    guard let file = handing.take() else { return isLeft = true }
    let members = [("piece", DoorSession.value(owed.json))]
    let isGiven = stream.write(DoorSession.bytes(of: members, isLast: true), handing: file)
    isLeft = isLeft || !isGiven
  }

  /// Whoever does not read what it wanted to hear of is told where it can go on, and hears no more.
  private func tellEvent(_ event: JSON) {
    guard debt?.call.isOneWay != true else { return }
    let bytes = DoorSession.bytes(of: [("event", event)], isLast: false)
    if bytes.count > freeByteCount { stream.flush() }
    guard bytes.count <= freeByteCount else { return endTooSlow() }
    stream.write(bytes)
    cursor = event.member("cursor")?.asInteger ?? cursor
  }

  private func endTooSlow() {
    (debt, isEnding) = (nil, true)
    send(error: .tooSlow(cursor: cursor))
  }

  /// A reply after which more follow.
  private func tell(_ members: [(String, JSON)]) {
    guard debt?.call.isOneWay != true else { return }
    send(DoorSession.bytes(of: members, isLast: false))
  }

  func answer(_ call: VarlinkCall, _ members: [(String, JSON)]) {
    if !call.isOneWay { send(DoorSession.bytes(of: members, isLast: true)) }
  }

  func send(error: VarlinkError) { send(Array(error.reply.text.utf8) + [0]) }

  private static func bytes(of members: [(String, JSON)], isLast: Bool) -> [UInt8] {
    let ending: [(String, JSON)] = isLast ? [] : [("continues", .bool(true))]
    return Array(JSON.object([("parameters", .object(members))] + ending).text.utf8) + [0]
  }

  /// A guest who misses a reply can't know what belongs to which call.
  private func send(_ bytes: [UInt8]) {
    guard bytes.count <= OutputQueue.byteLimit else { return send(error: refused(.doorTooLong)) }
    if bytes.count > stream.room { stream.flush() }
    isLeft = isLeft || (bytes.count > stream.room && !stream.isDeaf)
    if !isLeft { stream.write(bytes) }
  }

  private static func word(of outcome: Effect.AnswerOutcome?) -> String {
    switch outcome {
    case nil: "done"
    case .failed: "failed"
    case .misunderstood: "misunderstood"
    case .asks: "asks"
    }
  }

  private static func value(_ text: String?) -> JSON {
    text.flatMap { JSONParser.value(of: $0.utf8) } ?? .null
  }

  /// The end of a series as the interface has it.
  private static func series(_ told: JSON) -> [(String, JSON)] {
    let photos = told.list("photos").map { $0.with(["id", "number", "file", "sha256", "bytes"]) }
    let failures = told.list("failures").map { $0.with(["key", "sentence"]) }
    let cancelled = told.member("cancelled") ?? .null
    return [
      ("photos", .array(photos)), ("failures", .array(failures)), ("cancelled", cancelled),
    ]
  }

  /// The rows as the interface has them: with a right in place of what a session may ask for.
  private static func commands(_ told: JSON) -> JSON {
    .array(told.list("commands").map(row))
  }

  private static func row(_ told: JSON) -> JSON {
    guard case .object(let members) = told else { return told }
    return .object(
      members.map { name, value in
        guard name == "access", let access = value.asText.flatMap(Access.init) else {
          return (name, value)
        }
        return ("right", .string(GuestRight.needed(for: access).rawValue))
      })
  }
}

extension JSON {
  /// The elements of the member `name`; none where it is no array.
  fileprivate func list(_ name: String) -> [JSON] {
    if case .array(let elements) = member(name) { elements } else { [] }
  }

  /// The same object with these members alone.
  fileprivate func with(_ names: [String]) -> JSON {
    .object(names.compactMap { name in member(name).map { (name, $0) } })
  }
}
