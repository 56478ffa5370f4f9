/// The stills that sessions look for: the store looks through a bit of a clip's file at a time, and presses go on between.
struct StillQueue: Sendable {
  /// More sessions look for one only if somebody opens them and never closes them.
  static let mostSearches = 16
  /// From the end of one bit to the next: the camera and others have their turn.
  static let pause = Duration.milliseconds(10)

  /// What a session looks for.
  struct Search: Hashable, Sendable {
    let wish: StillWish
    let session: SessionID
    /// Whether a program asks.
    let isForProgram: Bool
  }

  /// A search that waits or is under way.
  private struct Entry: Sendable {
    let search: Search
    /// When the next bit is due; nil: the store owes an answer.
    var dueAt: Instant?
    /// Whether nobody waits for more of it.
    var isAbandoned = false
  }

  private var entries: [Entry] = []

  /// Whether nobody waits for a still.
  var isAtRest: Bool { entries.isEmpty }

  /// When the next bit is due.
  var deadline: Instant? { entries.compactMap(\.dueAt).min() }

  /// `search` begins, which the store is asked for; says whether there is room for it.
  mutating func begin(_ search: Search) -> Bool {
    guard entries.count < StillQueue.mostSearches else { return false }
    entries.append(Entry(search: search))
    return true
  }

  /// The store has looked through a bit for `session` by `now`, and there is more.
  ///
  /// - Returns: whether it is to go on.
  mutating func goesOn(for session: SessionID, at now: Instant) -> Bool {
    guard let index = asked(for: session) else { return true }
    if entries[index].isAbandoned { return false }
    entries[index].dueAt = now + StillQueue.pause
    return true
  }

  /// `session` wants to hear no more, whatever answer the store owes; says whether it waited.
  mutating func abandon(by session: SessionID) -> Bool {
    let index = entries.firstIndex { $0.search.session == session && !$0.isAbandoned }
    guard let index else { return false }
    if entries[index].dueAt == nil {
      entries[index].isAbandoned = true
    } else {
      entries.remove(at: index)
    }
    return true
  }

  /// The search of `session` to which the store owes an answer, which it gives in their order.
  private func asked(for session: SessionID) -> Int? {
    entries.firstIndex { $0.search.session == session && $0.dueAt == nil }
  }

  /// What the store is to be asked again at `now`; it owes an answer to it then.
  mutating func takeDue(at now: Instant) -> [Search] {
    var due: [Search] = []
    for index in entries.indices {
      guard let dueAt = entries[index].dueAt, dueAt <= now else { continue }
      entries[index].dueAt = nil
      due.append(entries[index].search)
    }
    return due
  }

  /// The store has answered `session` for good: its search is over; nil where nobody waits for it.
  mutating func end(of session: SessionID) -> Search? {
    guard let index = asked(for: session) else { return nil }
    let entry = entries.remove(at: index)
    return entry.isAbandoned ? nil : entry.search
  }
}

extension Machine {
  /// Has the store look for the still of `wish` for `session`; nothing is looked for while pictures are being taken.
  mutating func seek(
    _ wish: StillWish, for session: SessionID, _ isForProgram: Bool
  ) throws(CommandError) {
    if let busy = published.activity.forbidsPhotos(at: now) { throw CommandError(busy) }
    let search = StillQueue.Search(wish: wish, session: session, isForProgram: isForProgram)
    guard stills.begin(search) else { throw CommandError(.tooManyChanges) }
    steps.add(.store(.seek(wish, for: session)))
  }

  /// A bit more of each search is due.
  mutating func seekOn() {
    let busy = published.activity.forbidsPhotos(at: now)
    for search in stills.takeDue(at: now) {
      if let busy {
        ended(search.session, with: .failed(busy))
      } else {
        steps.add(.store(.seek(search.wish, for: search.session)))
      }
    }
  }

  /// The store has looked for the still that `session` wants.
  mutating func sought(_ outcome: StillSearch, by session: SessionID) {
    switch outcome {
    case .goesOn:
      if !stills.goesOn(for: session, at: now) { ended(session, with: outcome) }
    case .found, .failed: ended(session, with: outcome)
    }
  }

  /// `session` wants to hear no more.
  mutating func abandonStill(of session: SessionID) {
    if stills.abandon(by: session) { steps.answered(session) }
  }

  private mutating func ended(_ session: SessionID, with outcome: StillSearch) {
    viewfinder.changed()
    guard let search = stills.end(of: session) else { return }
    switch outcome {
    case .goesOn: break
    case .found(let still):
      review.look(at: still, session)
      steps.say(
        search.isForProgram ? Reply(still.json) : Reply(still.sentence), to: session)
    case .failed(let reason): steps.refuse(reason, to: session)
    }
    steps.answered(session)
  }
}
