/// The pieces of which a program is to hear that they are durable: one after the other, the oldest first.
///
/// Nothing waits for the program. Of those that come faster than it ends the oldest are given up, since what is new
/// is what somebody may be waiting for.
struct HookQueue: Sendable {
  /// So many pieces wait at most.
  static let capacity = 100
  /// So long the end of our program waits for the one that runs.
  static let farewell = Duration.seconds(5)

  /// Numbers of the pieces that wait, the oldest first.
  private(set) var waiting: [Int] = []
  /// Number of the piece that the program was started for, while it runs.
  private(set) var running: Int?
  /// Pieces that were given up since the program started.
  private(set) var droppedCount = 0
  /// Pieces for which the program failed since ours started.
  private(set) var failureCount = 0
  private var isConfigured: Bool
  /// Whether it was told that some are given up, since all that waited had their turn.
  private var isLossTold = false

  /// A queue in which nothing waits.
  init(isConfigured: Bool) {
    self.isConfigured = isConfigured
  }

  /// Whether the program can be started for the next piece.
  var isDue: Bool { running == nil && !waiting.isEmpty }

  /// The piece `number` is durable.
  mutating func stored(_ number: Int, _ steps: inout Steps) {
    // A piece that was adopted may turn out to be stored after all.
    guard isConfigured, running != number, !waiting.contains(number) else { return }
    waiting.append(number)
    guard waiting.count > HookQueue.capacity else { return }
    waiting.removeFirst()
    droppedCount += 1
    if !isLossTold { steps.log(.warning, "Hooks", .hooksDropped(HookQueue.capacity)) }
    isLossTold = true
  }

  /// Has the program started for the oldest.
  mutating func run(_ steps: inout Steps) {
    guard isDue else { return }
    let number = waiting.removeFirst()
    running = number
    steps.add(.hook(.run(number)))
  }

  /// The program has ended; `problem` says what was wrong, if something was.
  mutating func ended(_ problem: Phrase?, _ steps: inout Steps) {
    guard let number = running else { return }
    running = nil
    if waiting.isEmpty { isLossTold = false }
    guard let problem else { return }
    failureCount += 1
    steps.log(.warning, "Hooks", .hookFailed(number, problem))
  }

  /// The configuration was read again.
  mutating func adopt(_ settings: Settings) {
    isConfigured = settings.hasHook
    if !isConfigured { waiting.removeAll() }
  }

  /// Our program ends: what waits is given up, and so is the one that runs, which ends with us.
  mutating func end(_ steps: inout Steps) {
    let left = [running].compactMap { $0 } + waiting
    guard let first = left.first else { return }
    steps.log(.warning, "Hooks", .hooksLeft(left.count, first))
    droppedCount += left.count
    running = nil
    waiting.removeAll()
  }
}

extension HookQueue {
  /// What status says of it; nothing to people who have none.
  var status: StatusEntry {
    guard isConfigured else { return StatusEntry("hooks", json: .null) }
    let counts = [("waiting", waiting.count), ("dropped", droppedCount), ("failed", failureCount)]
    return StatusEntry(
      "hooks", [.statusHooks(waiting.count, failureCount, droppedCount)],
      json: .object(counts.map { ($0.0, .integer($0.1)) }))
  }
}

/// Hooks: programs that hear of what became durable.
extension Machine {
  mutating func receive(_ event: Event.Hook) {
    switch event {
    case .ended: hooks.ended(nil, &steps)
    case .failed(let problem): hooks.ended(problem, &steps)
    }
  }

  /// Starts the program for the next piece where no photo falls due soon: a start takes a moment.
  mutating func settleHooks() {
    if hasTime, peripherals.works(.store) { hooks.run(&steps) }
  }
}

extension Phrase {
  static func statusHooks(_ waiting: Int, _ failed: Int, _ dropped: Int) -> Phrase {
    Phrase(
      "status.hooks", "Hooks: {1} pieces wait, {2} failed, {3} were given up.", waiting, failed,
      dropped)
  }

  static func hookFailed(_ number: Int, _ problem: Phrase) -> Phrase {
    Phrase("hooks.failed", "Piece {1}: {2}", number, problem)
  }

  static func hooksDropped(_ capacity: Int) -> Phrase {
    Phrase(
      "hooks.dropped",
      """
      Pieces come faster than the hook ends: {1} wait, and the oldest are given up; status counts \
      them.
      """, capacity)
  }

  static func hooksLeft(_ count: Int, _ first: Int) -> Phrase {
    Phrase(
      "hooks.left",
      "Exhibit ends before the hook is done with all: {1} are left, from piece {2} on.", count,
      first)
  }
}
