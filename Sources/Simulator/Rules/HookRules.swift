import Core

/// A hook hears of what is durable and of nothing else, of one piece at a time, in their order; and of each before
/// long, where nothing is under way that it has to wait for.
struct HookRule {
  /// Numbers of the pieces of which it has not heard, the oldest first.
  private var owed: [Int] = []
  /// Whether it runs.
  private var isRunning = false
  /// All that they may have to wait for.
  private var isPrompt = TimedCondition(.seconds(600))
  /// From then on where nothing is under way, as between two photos of a slow series.
  private var isHeard = TimedCondition(.seconds(10))

  mutating func check(_ step: Step) throws(Violation) {
    take(step.event)
    for case .hook(.run(let task)) in step.effects { try start(task) }
    let rests = owed.isEmpty || isRunning || step.machine.isFinished
    try isPrompt.check(rests, step, Self.self, "no hook has heard of piece \(owed.first ?? 0)")
    try isHeard.check(
      rests || isBusy(step), step, Self.self, "no photo is due, and no hook hears of one")
  }

  /// Whether a photo falls due before long, or is on its way; or nobody knows what is stored.
  private func isBusy(_ step: Step) -> Bool {
    let planned = step.machine.shutter.planned
    return !step.board.isStoreOpen || !step.machine.storing.isEmpty
      || !step.machine.recorder.isAtRest
      || step.machine.situation == .shuttingDown || step.machine.situation == .fault
      || planned.map { $0 - step.now < .seconds(5) } ?? false
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .photo(.stored(_, let piece, _)): add([piece.number])
    case .clip(.stored(let piece, _)): add([piece.number])
    case .store(.adopted(let numbers)): add(numbers)
    case .store(.importing(.stored(let piece, _))): add([piece.number])
    case .hook: isRunning = false
    default: break
    }
  }

  private mutating func add(_ numbers: [Int]) {
    owed = Set(owed).union(numbers).sorted()
  }

  private mutating func start(_ task: HookTask) throws(Violation) {
    guard !isRunning else {
      throw Violation(Self.self, "a program was started for \(task.number ?? 0) while another ran")
    }
    if case .stored(let number) = task { try run(number) }
    isRunning = true
  }

  /// Those before `number` were given up, for which there have to be enough after them.
  private mutating func run(_ number: Int) throws(Violation) {
    guard let place = owed.firstIndex(of: number) else {
      throw Violation(
        Self.self, "a hook was started for \(number), which is not known to be stored")
    }
    guard place == 0 || owed.count - place >= HookRule.capacity else {
      throw Violation(Self.self, "no hook was started for \(owed[0]) before \(number)")
    }
    owed.removeFirst(place + 1)
  }

  private static let capacity = 100
}

/// The program that looks for faces costs no photo its time: it runs only where it can end before one, and a press ends
/// it; and people hear of faces only what the store has.
struct FaceRule {
  /// Until when the program may go on that looks for faces, while it runs and was not told to end.
  private var endsAt: Instant?

  mutating func check(_ step: Step) throws(Violation) {
    if case .hook = step.event { endsAt = nil }
    for effect in step.effects { try take(effect, step) }
    guard let endsAt, let planned = step.machine.shutter.planned, planned <= endsAt else { return }
    throw Violation(Self.self, "faces are looked for while a photo falls due")
  }

  private mutating func take(_ effect: Effect, _ step: Step) throws(Violation) {
    switch effect {
    case .hook(.run(let task)):
      guard let analyser = task.analyser, analyser.name == step.machine.settings.faceAnalyser
      else { return }
      endsAt = step.now + analyser.time
    case .hook(.stop): endsAt = nil
    case .console(.announce(let phrase, _)) where phrase.key.hasPrefix("faces."):
      guard case .store(.changed) = step.event else {
        throw Violation(Self.self, "faces are told that the store has not confirmed: \(phrase.key)")
      }
    default: break
    }
  }
}
