import Core

/// Whoever hears of the store's records hears each of them, once, in their order, up to where the store says that it is; a
/// state between them has the number of the one before.
struct RecordRule {
  /// Records that a session was told of since those that it had heard of, by their numbers, that one first.
  private var told: [SessionID: [Int]] = [:]
  /// Cursor of the latest event that a session was told.
  private var latest: [SessionID: Int] = [:]

  mutating func check(_ step: Step) throws(Violation) {
    if case .console(.recordsTold(let session, let cursor?)) = step.event {
      try check(cursor, toldTo: session)
    }
    if case .console(.line(_, let session, _)) = step.event { latest[session] = nil }
    for case .console(.tellRecords(let cursor, let session)) in step.effects {
      told[session] = [cursor]
    }
    for case .send(let reply?, let session) in step.devices.calls {
      if let event = reply.watchEvent { try take(event, of: session) }
    }
  }

  private mutating func take(_ event: WatchEvent, of session: SessionID) throws(Violation) {
    if let before = latest[session], event.cursor < before, event.kind != "lost" {
      throw Violation(
        Self.self, "\(session.number) was told \(event.kind) \(event.cursor) after \(before)")
    }
    latest[session] = event.cursor
    guard told[session] != nil, event.kind != "state" else { return }
    let before = event.kind == "lost" ? [] : told[session, default: []]
    told[session] = before + [event.cursor]
  }

  private mutating func check(_ cursor: Int, toldTo session: SessionID) throws(Violation) {
    guard let records = told.removeValue(forKey: session), let first = records.first else {
      throw Violation(Self.self, "\(session.number) was told records that nobody wanted told")
    }
    guard records == Array(first..<(first + records.count)), records.last == cursor else {
      throw Violation(Self.self, "\(session.number) was told \(records), up to \(cursor)")
    }
  }
}

/// Event of `follow`: its kind, and the latest record of which the session has heard with it.
struct WatchEvent {
  let cursor: Int
  let kind: String
}

extension Reply {
  /// The event of `follow` that it is; nil where it is something else, and where nobody knows a record.
  var watchEvent: WatchEvent? {
    guard case .json(let text) = self, text.hasPrefix("{\"cursor\":"),
      let event = JSONParser.value(of: text.utf8), let cursor = event.member("cursor")?.asInteger,
      let kind = event.member("kind")?.asText
    else { return nil }
    return WatchEvent(cursor: cursor, kind: kind)
  }
}
