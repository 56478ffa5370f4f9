import Core

/// Whoever hears of the store's records hears each of them, once, in their order, up to where the store says that it is.
struct RecordRule {
  /// Records that a session was told of since those that it had heard of, by their numbers, that one first.
  private var told: [SessionID: [Int]] = [:]

  mutating func check(_ step: Step) throws(Violation) {
    if case .console(.recordsTold(let session, let cursor?)) = step.event {
      try check(cursor, toldTo: session)
    }
    for case .console(.tellRecords(let cursor, let session)) in step.effects {
      told[session] = [cursor]
    }
    for case .send(let reply?, let session) in step.devices.calls {
      guard let news = reply.recordNews, told[session] != nil else { continue }
      told[session] = news.isLost ? [news.cursor] : told[session, default: []] + [news.cursor]
    }
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

extension Reply {
  /// The record that this tells somebody who watches, or up to which some are lost; nil where it tells something else.
  var recordNews: (cursor: Int, isLost: Bool)? {
    guard case .json(let text) = self, text.hasPrefix("{\"cursor\":"),
      let event = JSONParser.value(of: text.utf8),
      let cursor = event.member("cursor")?.asNumber
    else { return nil }
    switch event.member("kind")?.asText {
    case "record": return (Int(cursor), false)
    case "lost": return (Int(cursor), true)
    default: return nil
    }
  }
}
