/// The pieces in which no program has looked for faces yet: found and looked at one by one, the newest first, while
/// nothing else is under way.
///
/// New pieces are looked at as soon as they are stored; what is caught up with was stored without the program, or while
/// there was no time.
struct FaceSearch: Sendable {
  /// How far it is.
  private enum Progress {
    /// All pieces below this number may still be unexamined; nil: of all.
    case below(Int?)
    /// The store was asked for the next.
    case asked
    case done
  }

  /// So many programs that fail one after the other end it until it begins anew: they would fail all others too.
  static let mostFailures = 3

  private var progress = Progress.below(nil)
  private var failureCount = 0
  /// The sessions that wait for a piece to be looked at.
  private var waiting: [Int: [SessionID]] = [:]
  /// The new pieces that were looked at, and of which the store has not told yet.
  private var fresh: Set<Int> = []

  /// Whether the store is to be asked for the next piece.
  var isDue: Bool {
    if case .below = progress { failureCount < FaceSearch.mostFailures } else { false }
  }

  /// Begins anew: pieces may have come or were given up, or the program may be there now.
  mutating func begin() { (progress, failureCount) = (.below(nil), 0) }

  /// Asks the store for the next piece of these kinds.
  mutating func ask(of kinds: Set<PieceFilter.Kind>, _ steps: inout Steps) {
    guard case .below(let number) = progress else { return }
    progress = .asked
    steps.add(.store(.findUnexamined(below: number, kinds: kinds)))
  }

  /// The store has named the next; nil: there is none.
  mutating func found(_ number: Int?) {
    guard case .asked = progress else { return }
    progress = number.map { .below($0) } ?? .done
  }

  /// `session` waits for piece `number` to be looked at.
  mutating func wait(for number: Int, _ session: SessionID) {
    waiting[number, default: []].append(session)
  }

  /// Whether somebody waits for a piece to be looked at.
  var isAwaited: Bool { !waiting.isEmpty }

  /// None is looked at now; hands out who has waited for that.
  mutating func giveUp() -> [SessionID] {
    defer { waiting.removeAll() }
    return waiting.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The piece of `task` was looked at, or could not be; hands out who has waited for that.
  mutating func ended(_ task: HookTask, isStarted: Bool) -> [SessionID] {
    failureCount = isStarted ? 0 : failureCount + 1
    if isStarted, case .analyse(let number, _) = task { fresh.insert(number) }
    return task.number.flatMap { waiting.removeValue(forKey: $0) } ?? []
  }

  /// Whether people hear of piece `number`, of which the store tells now: nobody waits for what is caught up with.
  mutating func takeNews(of number: Int) -> Bool { fresh.remove(number) != nil }
}

/// Looking for faces.
extension Machine {
  /// The program that looks for them; nil where none does.
  var faceAnalyser: Analyser? {
    guard let name = settings.faceAnalyser else { return nil }
    return settings.analysers.first { $0.name == name }
  }

  /// The name of that program while it has to leave the board alone: from an edge of the button on, while photos or
  /// clips are taken or written, and where a photo falls due before it has had its time.
  var heldAnalyser: String? {
    guard settings.faceAnalyser != nil, let analyser = faceAnalyser else { return nil }
    let hasTime = published.isSettled && published.activity.leaves(analyser.time, at: now)
    return hasTime ? nil : analyser.name
  }

  /// Asks for the next piece where nothing else is under way.
  mutating func settleFaces() {
    if hooks.search.isAwaited, let problem = published.storeProblem { refuseFinders(problem) }
    guard settings.faceAnalyser != nil, hooks.search.isDue, published.storeWorks,
      published.activity.isAtRest, hooks.isIdle, changes.isEmpty, let analyser = faceAnalyser
    else { return }
    hooks.search.ask(of: analyser.kinds, &steps)
  }

  /// The store has named the next piece to look at.
  mutating func foundUnexamined(_ number: Int?) {
    hooks.search.found(number)
    guard let number, let analyser = faceAnalyser else { return }
    _ = hooks.findFaces(in: number, by: analyser)
  }

  /// A program that may have looked for faces has come to `end`.
  mutating func settleExamination(after task: HookTask, _ end: Event.Hook) {
    guard let number = task.number else { return settleFacesInView(end) }
    guard let analyser = task.analyser, analyser.name == settings.faceAnalyser else { return }
    var isStarted = true
    if case .notStarted = end { isStarted = false }
    let sessions = hooks.search.ended(task, isStarted: isStarted)
    guard let examination = FaceExamination(end, by: analyser.name) else {
      for session in sessions {
        steps.refuse(.notExamined(number), to: session)
        steps.ended(session)
      }
      return
    }
    let requester = sessions.first.map { Requester.console($0) } ?? .analyser
    ask(for: .addExamination(number, examination), by: requester)
    for session in sessions.dropFirst() { steps.ended(session) }
  }

  /// Tells all who wait for a piece to be looked at why that is not done.
  mutating func refuseFinders(_ reason: Phrase) {
    for session in hooks.search.giveUp() {
      steps.refuse(reason, to: session)
      steps.ended(session)
    }
  }

  /// Has faces looked for in piece `number`, for `session`.
  mutating func findFaces(in number: Int, for session: SessionID) throws(CommandError) {
    guard let analyser = faceAnalyser else { throw CommandError(.noFaceAnalyser) }
    if let problem = published.activity.forbidsChange(at: now) ?? published.storeProblem {
      throw CommandError(problem)
    }
    guard hooks.findFaces(in: number, by: analyser) else {
      throw CommandError(
        Phrase(
          "face.find-waits", "Faces in piece \(number) are being looked for already; wait for that."
        ))
    }
    hooks.search.wait(for: number, session)
    steps.say(Phrase("face.finding", "Looking for faces in piece \(number)."), to: session)
  }
}

extension FaceExamination {
  /// What the end of a program comes to; nil where it says nothing of faces, or was not started.
  fileprivate init?(_ end: Event.Hook, by analyser: String) {
    switch end {
    case .ended, .notStarted, .stopped: return nil
    case .answered(let answer):
      self = answer.examination ?? FaceExamination(by: analyser, .failed(.answer))
    case .failed: self.init(by: analyser, .failed(.program))
    }
  }
}

extension Phrase {
  static let noFaceAnalyser = Phrase(
    "face.no-analyser",
    """
    No program looks for faces; name one of the [[analyser]] sections as analyser in [faces] of the configuration.
    """)

  static func notExamined(_ number: Int) -> Phrase {
    Phrase(
      "face.not-examined",
      "Piece \(number) was not looked at: it is a clip, or the analyser does not start, which the log tells."
    )
  }
}
