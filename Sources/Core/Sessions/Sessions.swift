/// Each console session's doing beside giving lines, and the series that it hears of.
///
/// A session does one thing at a time, which its next line, Ctrl-C, or its program's end ends: in `Machine.end`, and
/// nowhere else by those. Answers that are owed, the session's own question and the piece that it looks at stand beside it.
struct Sessions: Sendable {
  /// Doing of a session.
  enum Doing: Hashable, Sendable {
    case atRest
    /// It hears of each change of the state.
    case watching(isJSON: Bool)
    /// Its program shows a person the board's question of this number.
    case reading(Int)
    /// It waits for the picture in words.
    case describing(Describing.Wish)
    /// It hears the picture in words, whenever that changes.
    case watchingFraming(Describing.Wish)
    /// It is to become a screen; its terminal was asked for its size, if that was not known.
    case opening(until: Instant, hasAsked: Bool)
    /// The picture is drawn on it.
    case screen
    /// Its person types a line, and an empty one brings the picture back.
    case leftScreen
    /// It asked for the lesson.
    case lesson
  }

  /// A session that does something.
  private struct Entry: Hashable {
    let session: SessionID
    var doing: Doing
    /// Whether its person has left a screen for that, and may come back.
    var hasLeftScreen = false
  }

  /// Those that do something, the first to begin first.
  private var entries: [Entry] = []
  /// The latest series of each session whose line or key has not ended.
  private var followed: [SessionID: Series] = [:]
  /// News for those that watch.
  var watch = Watch()
  /// Records for those of them that hear of each.
  var records = RecordWatch()

  /// All that do or follow something.
  var all: [SessionID] {
    let doing = entries.map(\.session)
    return doing + followed.keys.filter { !doing.contains($0) }.sorted { $0.number < $1.number }
  }

  /// Those that do what `isMeant`, the first to begin first.
  func those(_ isMeant: (Doing) -> Bool) -> [SessionID] {
    entries.filter { isMeant($0.doing) }.map(\.session)
  }

  /// Whether any does what `isMeant`.
  func contains(_ isMeant: (Doing) -> Bool) -> Bool { entries.contains { isMeant($0.doing) } }

  func doing(of session: SessionID) -> Doing {
    entries.first { $0.session == session }?.doing ?? .atRest
  }

  /// `session` does this now, in place of whatever it did; to a screen that its person has left it comes back after.
  mutating func begin(_ doing: Doing, _ session: SessionID) {
    guard let place = place(of: session) else {
      return entries.append(Entry(session: session, doing: doing))
    }
    let hasLeft = entries[place].doing == .leftScreen || entries[place].hasLeftScreen
    entries[place].hasLeftScreen = hasLeft && !doing.isOfScreen
    entries[place].doing = doing
  }

  /// `session` has done what it did.
  mutating func rest(_ session: SessionID) {
    guard let place = place(of: session) else { return }
    guard entries[place].hasLeftScreen else { return _ = entries.remove(at: place) }
    (entries[place].doing, entries[place].hasLeftScreen) = (.leftScreen, false)
  }

  /// `session` is gone.
  mutating func remove(_ session: SessionID) { entries.removeAll { $0.session == session } }

  private func place(of session: SessionID) -> Int? {
    entries.firstIndex { $0.session == session }
  }
}

/// Series whose course sessions hear of.
extension Sessions {
  /// Who asked for `series` hears of it until it has ended; a program only then, all at once.
  mutating func follow(_ series: Series, _ steps: inout Steps) {
    guard let session = series.requester.session else { return }
    // A line has ended what its session followed; a key has not.
    endFollowing(by: session, &steps)
    followed[session] = series
    if !series.isAskedByProgram { steps.continues(session) }
  }

  /// The person who still hears how `series` goes on.
  func listener(of series: Series) -> SessionID? {
    series.isAskedByProgram ? nil : follower(of: series)
  }

  /// The session that still hears of `series`.
  func follower(of series: Series) -> SessionID? {
    guard let session = series.requester.session, followed[session] == series else { return nil }
    return session
  }

  /// Nothing more will come of `series`.
  mutating func endFollowing(_ series: Series, _ steps: inout Steps) {
    if let session = follower(of: series) { endFollowing(by: session, &steps) }
  }

  /// `session` has something else to ask, has enough, or is gone.
  mutating func endFollowing(by session: SessionID, _ steps: inout Steps) {
    if followed.removeValue(forKey: session) != nil { steps.ended(session) }
  }
}

/// Who reads, sees and learns.
extension Sessions {
  /// The sessions at which a person watches.
  var readers: [SessionID] { those { $0 == .watching(isJSON: false) } }

  /// Whether anybody watches.
  var isWatched: Bool { contains(\.isWatching) }

  /// The sessions on which the picture is drawn.
  var screens: [SessionID] { those { $0 == .screen } }

  /// Whether it is drawn anywhere.
  var isDrawn: Bool { contains { $0 == .screen } }

  /// Who has asked for the lesson; nil while there is none.
  var learner: SessionID? { those { $0 == .lesson }.first }

  /// When a terminal that was to become a screen has not answered in time.
  var deadline: Instant? {
    entries.reduce(nil) { .earlier($0, $1.doing.opensUntil) }
  }
}

extension Sessions.Doing {
  var isWatching: Bool { if case .watching = self { true } else { false } }

  var isReading: Bool { if case .reading = self { true } else { false } }

  /// Whether the picture in words is wanted, and told as often as it changes.
  var isWatchingFraming: Bool { if case .watchingFraming = self { true } else { false } }

  /// Whether the picture in words is wanted, once or for longer.
  var isDescribing: Bool {
    switch self {
    case .describing, .watchingFraming: true
    case .atRest, .watching, .reading, .opening, .screen, .leftScreen, .lesson: false
    }
  }

  /// Whether the faces in it are wanted too.
  var wantsFaces: Bool {
    switch self {
    case .describing(let wish), .watchingFraming(let wish): wish.hasFaces
    case .atRest, .watching, .reading, .opening, .screen, .leftScreen, .lesson: false
    }
  }

  /// Whether it is a screen, was one, or is to become one.
  var isOfScreen: Bool {
    switch self {
    case .opening, .screen, .leftScreen: true
    case .atRest, .watching, .reading, .describing, .watchingFraming, .lesson: false
    }
  }

  /// Until when a terminal has time to become a screen; nil where none is to.
  var opensUntil: Instant? { if case .opening(let until, _) = self { until } else { nil } }

  /// Whether what it hears is told to a program.
  var isJSON: Bool {
    switch self {
    case .watching(let isJSON): isJSON
    case .describing(let wish), .watchingFraming(let wish): wish.isJSON
    case .atRest, .reading, .opening, .screen, .leftScreen, .lesson: false
    }
  }
}
