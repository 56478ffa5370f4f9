/// Sessions that hear of each record of the store, and the latest of which each has heard: one after the other, as fast as a
/// session reads.
///
/// Records that wait for a slow reader lie in the store, so that nothing is lost and none of it costs memory.
struct RecordWatch: Sendable {
  /// A session that has no room is tried again after that.
  static let pause = Duration.milliseconds(250)
  /// One that takes nothing for so long hears no more.
  static let patience = Duration.seconds(10)

  /// One of them.
  private struct Listener: Hashable {
    let session: SessionID
    /// The latest record that it was told, or asked to hear what follows; nil until the store's latest is known.
    var cursor: Int?
    /// Whether some are being told: until that is done nobody knows how far it has heard.
    var isBeingTold = false
    /// Whether it is to hear the state after that.
    var owesState = false
    /// Since when it has no room.
    var stuckSince: Instant?
    var retryAt: Instant?
  }

  private var listeners: [Listener] = []

  /// Whether nobody listens.
  var isEmpty: Bool { listeners.isEmpty }

  /// When one that had no room is tried again; nil where all had.
  var deadline: Instant? { listeners.reduce(nil) { .earlier($0, $1.retryAt) } }

  /// Whether `session` hears of records.
  func contains(_ session: SessionID) -> Bool { place(of: session) != nil }

  /// The latest record of which `session` has heard; nil where nobody knows one.
  func cursor(of session: SessionID) -> Int? { place(of: session).flatMap { listeners[$0].cursor } }

  /// Puts the state off for `session` while it is being told of records; says whether it did.
  mutating func putsStateOff(of session: SessionID) -> Bool {
    guard let place = place(of: session), listeners[place].isBeingTold else { return false }
    listeners[place].owesState = true
    return true
  }

  /// Whether `session` is to hear the state that was put off, which is asked once.
  mutating func takeOwedState(of session: SessionID) -> Bool {
    guard let place = place(of: session), listeners[place].owesState else { return false }
    listeners[place].owesState = false
    return true
  }

  /// `session` hears of those after `cursor`; nil: of those to come.
  mutating func begin(_ session: SessionID, since cursor: Int?) {
    end(session)
    listeners.append(Listener(session: session, cursor: cursor))
  }

  /// `session` hears of none any more.
  mutating func end(_ session: SessionID) { listeners.removeAll { $0.session == session } }

  /// Those whose time has come are tried again with the next turn in which the store answers.
  mutating func expire(at now: Instant) {
    for place in listeners.indices where listeners[place].retryAt.map({ $0 <= now }) ?? false {
      listeners[place].retryAt = nil
    }
  }

  /// Has those told that are not, where the latest record is that of this number.
  mutating func tell(upTo latest: Int, _ steps: inout Steps) {
    for place in listeners.indices {
      let cursor = listeners[place].cursor ?? latest
      listeners[place].cursor = cursor
      let isResting = listeners[place].isBeingTold || listeners[place].retryAt != nil
      guard cursor != latest, !isResting else { continue }
      listeners[place].isBeingTold = true
      steps.add(.console(.tellRecords(after: cursor, to: listeners[place].session)))
    }
  }

  /// `session` was told up to `cursor`, or nothing where that is as before; the store's latest is `latest`.
  ///
  /// - Returns: whether it has taken nothing for too long.
  mutating func told(
    _ session: SessionID, upTo cursor: Int, of latest: Int, at now: Instant
  ) -> Bool {
    guard let place = place(of: session) else { return false }
    listeners[place].isBeingTold = false
    if listeners[place].cursor != cursor {
      (listeners[place].cursor, listeners[place].stuckSince) = (cursor, nil)
      return false
    }
    listeners[place].retryAt = now + RecordWatch.pause
    // It has read on what the store is about to tell of.
    guard cursor < latest else { return false }
    let since = listeners[place].stuckSince ?? now
    listeners[place].stuckSince = since
    return now - since >= RecordWatch.patience
  }

  private func place(of session: SessionID) -> Int? {
    listeners.firstIndex { $0.session == session }
  }
}

extension Machine {
  /// Has those who hear of records told of the new ones.
  mutating func settleRecords() {
    guard !sessions.records.isEmpty, let latest = mirror.facts?.latestRecord else { return }
    sessions.records.tell(upTo: latest, &steps)
  }

  /// `session` was told the records up to `cursor`; nil: they can't be read, which it was told.
  mutating func toldRecords(_ session: SessionID, upTo cursor: Int?) {
    guard sessions.records.contains(session) else { return }
    if let cursor {
      let latest = mirror.facts?.latestRecord ?? cursor
      guard sessions.records.told(session, upTo: cursor, of: latest, at: now) else {
        if sessions.records.takeOwedState(of: session) { tell(summary, to: session) }
        return
      }
      steps.turn(.failed, for: session)
      steps.say(.watchTooSlow, to: session)
    }
    endWatching(by: session)
  }
}

extension Phrase {
  package static let watchTooSlow = Phrase(
    "console.watch-slow", "What is told was not read for too long; ask again for what comes after.")
}
