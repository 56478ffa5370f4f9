/// Which piece people look at: a new one for a while, and whatever a console session has chosen since.
///
/// Whoever chose one does not see what the button does meanwhile: the first thing that they then say of a piece
/// without its number is not done, and tells them.
struct Review: Sendable {
  /// More sessions have made a choice only if somebody opens them and never closes them.
  static let mostSessions = 16

  /// What a session looks at.
  enum Subject: Hashable, Sendable {
    case none
    case piece(Int)
    /// The new piece `fresh`, and the session has chosen another before.
    case overtaken(chosen: Int, fresh: Int)
  }

  /// The piece that a session has chosen to look at.
  private enum Choice: Hashable {
    case piece(Int)
    /// That piece, whatever comes, until the question of its options is answered.
    case focused(Int)
    /// That piece, until a new one came.
    case overtaken(Int)
    /// None, until there is a new one.
    case ended
  }

  /// A session that looks at a piece.
  private struct Entry: Hashable {
    let session: SessionID
    var choice: Choice
    /// Its place in the clip that it has chosen; nil where it looks at the clip as a whole.
    var still: Still?
  }

  private var fresh: (number: Int, kind: PieceFilter.Kind, until: Instant)?
  private var choices: [Entry] = []
  /// The sessions that wait for the piece that they want.
  private var waiting: Set<SessionID> = []
  /// The session that waits for the piece that it is to hold.
  private var focusing: SessionID?
  /// The piece that became durable last, new or not any more.
  private(set) var latest: Int?

  /// Whether the store owes no piece.
  var isAtRest: Bool { waiting.isEmpty }

  /// The new piece, which is also the one that the button is about; nil where none is new at `now`.
  func newest(at now: Instant) -> Int? {
    guard let fresh, now < fresh.until else { return nil }
    return fresh.number
  }

  /// The new piece, where it is a clip.
  func newestClip(at now: Instant) -> Int? { fresh?.kind == .clip ? newest(at: now) : nil }

  /// Where in its clip `session` looks; nil where it looks at none of a clip's pictures.
  func still(of session: SessionID) -> Still? {
    choices.first { $0.session == session }?.still
  }

  /// What `session` looks at.
  func subject(for session: SessionID, at now: Instant) -> Subject {
    let newest = newest(at: now)
    switch (choices.first { $0.session == session }?.choice, newest) {
    case (.piece(let chosen), _), (.focused(let chosen), _): return .piece(chosen)
    case (.overtaken(let chosen), let fresh?): return .overtaken(chosen: chosen, fresh: fresh)
    case (nil, let fresh?): return .piece(fresh)
    case (.overtaken, nil), (.ended, _), (nil, nil): return .none
    }
  }

  /// The piece that `session` has chosen and that no new one has taken the place of.
  func choice(of session: SessionID) -> Int? {
    switch choices.first(where: { $0.session == session })?.choice {
    case .piece(let number), .focused(let number): number
    case .overtaken, .ended, nil: nil
    }
  }

  /// Until when the new piece is new.
  var newestUntil: Instant? { fresh?.until }

  /// The piece that a session holds under review.
  var focused: Int? { focus?.number }

  /// The session that holds one.
  var focusSession: SessionID? { focus?.session }

  private var focus: (number: Int, session: SessionID)? {
    for entry in choices {
      if case .focused(let number) = entry.choice { return (number, entry.session) }
    }
    return nil
  }

  /// Piece `number` of this `kind` became durable at `now`: it is new for `duration`, and everybody looks at it.
  mutating func stored(
    _ number: Int, _ kind: PieceFilter.Kind, at now: Instant, for duration: Duration
  ) {
    fresh = (number, kind, now + duration)
    latest = number
    choices = choices.compactMap { entry in
      switch entry.choice {
      case .focused: entry
      case .piece(let number), .overtaken(let number):
        Entry(session: entry.session, choice: .overtaken(number))
      case .ended: nil
      }
    }
  }

  /// The pieces of these `numbers` are deleted; nil: some that nobody has named, among which the one that somebody holds
  /// is not where `sparesHeld`.
  mutating func removed(_ numbers: [Int]?, sparesHeld: Bool = false) {
    if let fresh, numbers?.contains(fresh.number) ?? true { self.fresh = nil }
    if let latest, numbers?.contains(latest) ?? true { self.latest = nil }
    choices.removeAll { entry in
      switch entry.choice {
      case .focused(let number): numbers?.contains(number) ?? !sparesHeld
      // What was named is gone; what nobody has named may be there still.
      case .piece(let number): numbers?.contains(number) ?? false
      case .overtaken, .ended: false
      }
    }
  }

  /// `session` wants a piece, which the store is asked for.
  mutating func want(_ session: SessionID) {
    waiting.insert(session)
  }

  /// The store has answered `session`; nil: it has no such piece, and what was chosen stays.
  mutating func found(_ number: Int?, for session: SessionID) {
    waiting.remove(session)
    let isHeld = focusing == session
    if isHeld { focusing = nil }
    if let number { choose(isHeld ? .focused(number) : .piece(number), session) }
  }

  /// `session` wants to hold the piece that it asked for; whoever held one holds it no longer.
  mutating func focus(_ session: SessionID) {
    if let held = focus { unfocus(held.number) }
    focusing = session
  }

  /// Nobody holds the piece `number` any more.
  mutating func unfocus(_ number: Int) {
    choices.removeAll { $0.choice == .focused(number) }
  }

  /// `session` looks at `still`, and at its clip with it.
  mutating func look(at still: Still, _ session: SessionID) {
    choose(.piece(still.clip), session, still)
  }

  /// `session` looks at nothing any more, until there is a new piece.
  mutating func end(for session: SessionID) {
    choose(.ended, session)
  }

  /// `session` knows of the new piece by now, or is gone.
  mutating func forget(_ session: SessionID) {
    choices.removeAll { $0.session == session }
    if focusing == session { focusing = nil }
  }

  private mutating func choose(_ choice: Choice, _ session: SessionID, _ still: Still? = nil) {
    forget(session)
    choices.append(Entry(session: session, choice: choice, still: still))
    if choices.count > Review.mostSessions { choices.removeFirst() }
  }
}

/// Which piece somebody wants to look at.
package enum ReviewStep: Hashable, Sendable {
  case piece(Int)
  case newest
  /// The one after this, after the last the first; nil: after the newest.
  case next(after: Int?)
  /// The one before this, before the first the last; nil: before the newest.
  case previous(before: Int?)
}

/// What a person holds of a piece.
package enum PieceDecision: String, CaseIterable, Hashable, Sendable {
  case confirmed, denied

  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .confirmed: Phrase("decision.confirmed", "confirmed")
    case .denied: Phrase("decision.denied", "denied")
    }
  }
}

extension Machine {
  /// The piece that `session` looks at, and which still of it where it has chosen one of a clip; nil for none.
  package func lookedAt(by session: SessionID) -> (piece: Int, still: Int?)? {
    switch review.subject(for: session, at: now) {
    case .piece(let number): (number, review.still(of: session)?.number)
    case .overtaken(_, let fresh): (fresh, nil)
    case .none: nil
    }
  }

  /// Whether a photo or a clip is on its way, or may be: nobody else takes the processor's time.
  package var isCapturing: Bool { !published.activity.isAtRest }
}

extension Review {
  /// What status says of it at `now`.
  func status(at now: Instant) -> StatusEntry {
    guard let fresh, let newest = newest(at: now) else {
      return StatusEntry("review", json: .null)
    }
    return StatusEntry(
      "review", [.statusReview(fresh.kind.word, newest)], json: .integer(newest))
  }
}

extension Phrase {
  static func statusReview(_ kind: Phrase, _ number: Int) -> Phrase {
    Phrase("status.review", "Under review: \(kind) \(number), which is new.")
  }
}
