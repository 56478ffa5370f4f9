/// A program that is to be started for a piece, and what for.
package enum HookTask: Hashable, Sendable {
  /// It hears that the piece is durable.
  case stored(Int)
  /// It is asked what the piece shows.
  case analyse(Int, Analyser)
  /// It hears which option of the piece was confirmed.
  case confirmed(Int)
  /// It is asked for the faces in the piece, which is not new.
  case findFaces(Int, Analyser)
  /// It is asked for the faces in the camera's newest frame, which is seen upright so.
  case frame(Analyser, seen: Orientation?)

  /// Number of the piece; nil where it is about none.
  package var number: Int? {
    switch self {
    case .stored(let number), .analyse(let number, _), .confirmed(let number),
      .findFaces(let number, _):
      number
    case .frame: nil
    }
  }

  /// The analyser that it is for; nil where it is for a hook.
  package var analyser: Analyser? {
    switch self {
    case .analyse(_, let analyser), .findFaces(_, let analyser), .frame(let analyser, _): analyser
    case .stored, .confirmed: nil
    }
  }

  /// The smaller goes first: somebody may wait for an answer, nobody does for a hook.
  fileprivate var rank: Int {
    switch self {
    case .confirmed: 0
    case .analyse: 1
    case .stored: 2
    case .frame: 3
    case .findFaces: 4
    }
  }

  /// Number of the piece, where it is because that is new.
  fileprivate var newPiece: Int? {
    switch self {
    case .stored(let number), .analyse(let number, _): number
    case .confirmed, .findFaces, .frame: nil
    }
  }

  /// Whether the end of our program waits for it: nobody could be asked what an analyser guesses.
  fileprivate var isWaitedFor: Bool { analyser == nil }
}

/// The pieces of which programs are to hear: one program at a time, of the oldest piece first.
///
/// One runs at a time whatever it is for, so that a small board has memory for it. Nothing waits for them. Of those
/// pieces that come faster than they end the oldest are given up, since what is new is what somebody may be waiting for.
struct HookQueue: Sendable {
  /// So many pieces wait at most.
  static let capacity = 100
  /// From one start to the next at least: many may end in a row that were never started, and the loop has other things
  /// to do.
  static let period = Duration.milliseconds(20)
  /// So long the end of our program waits for the one that runs.
  static let farewell = Duration.seconds(5)

  /// What waits, by the age of the pieces.
  private(set) var waiting: [HookTask] = []
  /// What a program was started for, while it runs.
  @Occasional private(set) var running: HookTask? = nil
  /// Pieces that were given up since the program started.
  private(set) var droppedCount = 0
  /// Programs that failed since ours started.
  private(set) var failureCount = 0
  /// When the next is started after one that has ended sooner than in a period; nil: at once.
  private(set) var deadline: Instant?
  /// In which pieces faces are still to be looked for.
  @Boxed var search = FaceSearch()
  private var startedAt = Instant.zero
  /// Whether the one that runs was told to end.
  private var isStopping = false
  private var programs: Programs
  /// Whether it was told that some are given up, since all that waited had their turn.
  private var isLossTold = false

  /// What is configured.
  private struct Programs {
    let hasStored: Bool
    let hasConfirmed: Bool
    let analysers: [Analyser]

    var areNone: Bool { !hasStored && !hasConfirmed && analysers.isEmpty }

    init(_ settings: Settings) {
      hasStored = settings.hasHook
      hasConfirmed = settings.hasConfirmedHook
      analysers = settings.analysers
    }

    func include(_ task: HookTask) -> Bool {
      switch task {
      case .stored: hasStored
      case .confirmed: hasConfirmed
      case .analyse(_, let analyser), .findFaces(_, let analyser), .frame(let analyser, _):
        analysers.contains(analyser)
      }
    }
  }

  /// A queue in which nothing waits.
  init(_ settings: Settings) {
    programs = Programs(settings)
  }

  /// Whether a program can be started.
  var isDue: Bool { running == nil && !waiting.isEmpty }

  /// Whether none runs, and nothing waits.
  var isIdle: Bool { running == nil && waiting.isEmpty }

  /// Whether the end of our program waits for the one that runs.
  var delaysEnd: Bool { running?.isWaitedFor ?? false }

  /// Whether a program is still to say what the piece `number` shows.
  func owesGuess(of number: Int) -> Bool {
    ([running].compactMap { $0 } + waiting).contains { task in
      if case .analyse(number, _) = task { true } else { false }
    }
  }

  /// The pieces that wait because they are new, the oldest first.
  var waitingPieces: [Int] {
    var numbers: [Int] = []
    for number in waiting.compactMap(\.newPiece) where number != numbers.last {
      numbers.append(number)
    }
    return numbers
  }

  /// The piece `number` is durable.
  mutating func stored(_ number: Int, _ steps: inout Steps) {
    // A piece that was adopted may turn out to be stored after all.
    let isKnown = ([running].compactMap { $0 } + waiting).contains {
      $0.newPiece == number
    }
    guard !isKnown else { return }
    var tasks = programs.analysers.map { HookTask.analyse(number, $0) }
    if programs.hasStored { tasks.append(.stored(number)) }
    waiting.insert(contentsOf: tasks, at: place(of: number))
    limit(&steps)
  }

  /// Where the tasks of the new piece `number` belong among those that wait: what is adopted may be older than they.
  private func place(of number: Int) -> Int {
    waiting.firstIndex { $0.newPiece.map { $0 >= number } ?? false } ?? waiting.endIndex
  }

  /// An option of the piece `number` was confirmed.
  mutating func confirmed(_ number: Int) {
    guard programs.hasConfirmed, !waiting.contains(.confirmed(number)) else { return }
    waiting.append(.confirmed(number))
    let others = waiting.filter { $0.newPiece == nil }
    if others.count > HookQueue.capacity { waiting.removeAll { $0 == others[0] } }
  }

  /// Faces are to be looked for in the piece `number` by `analyser`; says whether that is not under way already.
  mutating func findFaces(in number: Int, by analyser: Analyser) -> Bool {
    let task = HookTask.findFaces(number, analyser)
    let isKnown = running == task || waiting.contains(task)
    guard !isKnown, waiting.count < HookQueue.capacity else { return false }
    waiting.append(task)
    return true
  }

  /// Faces are to be looked for by `analyser` in what the camera sees; says whether that is or will be under way.
  mutating func lookAtFrame(by analyser: Analyser, seen orientation: Orientation?) -> Bool {
    let task = HookTask.frame(analyser, seen: orientation)
    if running == task || waiting.contains(task) { return true }
    guard waiting.count < HookQueue.capacity else { return false }
    waiting.append(task)
    return true
  }

  /// Starts the next program, at `now`.
  ///
  /// - Parameter held: the name of an analyser that may not run now; nil where all may.
  mutating func run(at now: Instant, without held: String? = nil, _ steps: inout Steps) {
    guard isDue else { return }
    let places = waiting.indices.filter { held == nil || waiting[$0].analyser?.name != held }
    guard let rank = places.map({ waiting[$0].rank }).min(),
      let place = places.first(where: { waiting[$0].rank == rank })
    else { return }
    let task = waiting.remove(at: place)
    (running, startedAt, isStopping) = (task, now, false)
    steps.add(.hook(.run(task)))
  }

  /// Ends the program that runs, if it is that of the analyser `name`; its piece waits again then.
  mutating func interrupt(_ name: String, _ steps: inout Steps) {
    guard !isStopping, running?.analyser?.name == name else { return }
    isStopping = true
    steps.add(.hook(.stop))
  }

  /// It was ended before it had answered, and waits again where it stood: what is new by the age of its piece.
  ///
  /// What it was asked of a frame is asked of a later one, if somebody still wants that.
  ///
  /// - Returns: the task, where it does not wait again.
  mutating func interrupted() -> HookTask? {
    guard let task = running else { return nil }
    running = nil
    if case .frame = task { return task }
    waiting.insert(task, at: task.newPiece.map(place) ?? 0)
    return nil
  }

  /// The program has ended; `problem` says what was wrong, if something was.
  ///
  /// - Returns: what it was started for.
  @discardableResult
  mutating func ended(_ problem: Phrase?, _ steps: inout Steps) -> HookTask? {
    guard let task = running else { return nil }
    running = nil
    if waiting.isEmpty { isLossTold = false }
    guard let problem else { return task }
    failureCount += 1
    steps.log(.warning, "Hooks", task.failure(problem))
    return task
  }

  /// One has ended at `now`.
  mutating func rest(at now: Instant) {
    let next = startedAt + HookQueue.period
    deadline = next > now && !waiting.isEmpty ? next : nil
  }

  /// That was long enough.
  mutating func expire() { deadline = nil }

  /// The configuration was read again.
  mutating func adopt(_ settings: Settings) {
    programs = Programs(settings)
    waiting.removeAll { [programs] in !programs.include($0) }
  }

  /// Our program ends: what waits is given up, and so is the one that runs, which ends with us.
  mutating func end(_ steps: inout Steps) {
    let left = Set(([running].compactMap { $0 } + waiting).compactMap(\.number))
    if let first = left.min() { steps.log(.warning, "Hooks", .hooksLeft(left.count, first)) }
    droppedCount += left.count
    running = nil
    deadline = nil
    waiting.removeAll()
  }

  private mutating func limit(_ steps: inout Steps) {
    let pieces = waitingPieces
    guard pieces.count > HookQueue.capacity else { return }
    waiting.removeAll { $0.newPiece == pieces[0] }
    droppedCount += 1
    search.begin()
    if !isLossTold {
      steps.log(
        .warning, "Hooks",
        Phrase(
          "hooks.dropped",
          """
          Pieces come faster than hooks and analysers end: \(HookQueue.capacity) wait, and the oldest are given \
          up; status counts them.
          """))
    }
    isLossTold = true
  }
}

extension HookQueue {
  /// What status says of it; nothing to people who have none.
  var status: StatusEntry {
    guard !programs.areNone else { return StatusEntry("hooks", json: .null) }
    let waitingCount = Set(waiting.compactMap(\.number)).count
    let counts = [("waiting", waitingCount), ("dropped", droppedCount), ("failed", failureCount)]
    return StatusEntry(
      "hooks",
      [
        Phrase(
          "status.hooks",
          "Hooks: waiting: \(waitingCount), failed: \(failureCount), given up: \(droppedCount).")
      ],
      json: .object(counts.map { ($0.0, .integer($0.1)) }))
  }
}

/// Hooks: programs that hear of what became durable.
extension Machine {
  mutating func receive(_ event: Event.Hook) {
    if event == .stopped {
      if hooks.interrupted() != nil { settleFacesInView(event) }
    } else if let task = hooks.ended(event.problem, &steps) {
      settleExamination(after: task, event)
      if case .analyse(let number, _) = task {
        if case .answered(let answer) = event { take(answer, of: number) }
        guessed(number)
      }
    }
    hooks.rest(at: now)
  }

  /// Starts the next program where no photo falls due soon: a start takes a moment.
  mutating func settleHooks() {
    let held = heldAnalyser
    if let held { hooks.interrupt(held, &steps) }
    if published.hasTime(at: now), published.storeWorks, hooks.deadline == nil {
      hooks.run(at: now, without: held, &steps)
    }
  }
}

extension HookTask {
  /// The sentence that its program failed by `problem`.
  fileprivate func failure(_ problem: Phrase) -> Phrase {
    guard let number else {
      return Phrase("hooks.frame-failed", "What the camera sees: \(problem)")
    }
    return Phrase("hooks.failed", "Piece \(number): \(problem)")
  }
}

extension Event.Hook {
  /// What was wrong with the program.
  fileprivate var problem: Phrase? {
    switch self {
    case .ended, .answered, .stopped: nil
    case .failed(let problem), .notStarted(let problem): problem
    }
  }
}

extension Phrase {
  static func hooksLeft(_ count: Int, _ first: Int) -> Phrase {
    Phrase(
      "hooks.left",
      "Exhibit ends before hooks and analysers are done with all pieces: \(count) are left, the first is \(first)."
    )
  }
}
