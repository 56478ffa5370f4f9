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
    for number in numbers where !owed.contains(number) { owed.append(number) }
  }

  private mutating func start(_ task: HookTask) throws(Violation) {
    guard !isRunning else {
      throw Violation(Self.self, "a program was started for \(task.number) while another ran")
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
