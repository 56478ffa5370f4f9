import Core
import VirtualDevices

/// What happens in a simulation and when, made up as time goes on: some minutes of trouble, then rest
/// and a click that proves that all is well again, and so on.
///
/// All times are counted from the start of the simulation.
struct Plan {
  /// How a cycle of a plan is divided.
  struct Times {
    /// From the beginning of one spell of trouble to the next.
    var cycle = Duration.seconds(600)
    /// How long a spell of trouble lasts.
    var spell = Duration.seconds(480)
    /// From the end of all faults to the proving click: the longest series that somebody at a console asks for, and
    /// some more than the longest wait of a retry.
    var rest = Duration.seconds(55)
  }

  /// So long before the next spell somebody may pick the board up: by then capture has paused.
  private static let pickingUp = Duration.seconds(25)
  /// So long before the next spell a person may have paused capture first, and ends that while the board is moved.
  private static let pausing = (from: Duration.seconds(28), to: Duration.seconds(7))
  /// So long before the next spell it is put down again.
  private static let puttingDown = Duration.seconds(5)

  /// What is certain to happen, and when.
  struct Entry {
    let at: Duration
    let happening: Happening
  }

  /// The faults that happened so far, but for those of the medium's calls.
  private(set) var faults = FaultCounts()
  /// How many proving clicks there were so far.
  private(set) var provingCount = 0
  /// The times of a cycle.
  let times: Times
  /// Whether some look on slow lines: what a screen takes there goes by the words on it.
  var hasSlowLines = true
  /// Whether more happens than what is certain.
  private let hasTrouble: Bool
  private var generator: FaultGenerator
  private var random: RandomGenerator
  /// Exports come by this, apart from all else; nil: there are none.
  private var exporting: RandomGenerator?
  /// Somebody takes up offers of a click by this; nil: nobody does.
  private var answering: RandomGenerator?
  /// Somebody does things with faces by this, in place of some other lines; nil: nobody does.
  private var handling: RandomGenerator?
  private var cycleStart = Duration.zero
  private var nextTrouble: Duration?
  /// What is certain to happen, in order.
  private var certain: [Entry] = []

  /// A plan whose trouble comes from `random`, exports from `exporting`, answers to offers from `answering`, and what is
  /// done with faces from `handling`.
  init(
    _ random: RandomGenerator, exporting: RandomGenerator? = nil,
    answering: RandomGenerator? = nil, handling: RandomGenerator? = nil
  ) {
    (self.random, self.exporting, self.answering) = (random, exporting, answering)
    self.handling = handling
    (times, hasTrouble) = (Times(), true)
    generator = FaultGenerator(self.random.split())
    beginCycle()
  }

  /// A plan in which the entries of `script` happen in one cycle of `times`, and no other trouble.
  init(_ script: [Entry], _ times: Times) {
    random = RandomGenerator(seed: 0)
    (self.times, hasTrouble) = (times, false)
    generator = FaultGenerator(random)
    for entry in script { add(entry.happening, at: entry.at) }
    beginCycle()
  }

  /// When something happens next.
  var next: Duration {
    guard let first = certain.first else { return nextTrouble ?? cycleStart }
    return nextTrouble.map { min($0, first.at) } ?? first.at
  }

  /// Takes what happens next.
  mutating func take() -> Happening {
    let happening = following()
    faults.count(happening)
    return happening
  }

  /// People were offered a click at `instant`: often somebody presses right after.
  mutating func offer(at instant: Duration) {
    guard answering?.happens(onceIn: 2) == true, let wait = answering?.duration(in: Plan.answer),
      instant + wait < cycleStart + times.spell
    else { return }
    add(.press(hold: .milliseconds(100)), at: instant + wait)
  }

  /// From an offer to a press that takes it up.
  private static let answer = Duration.milliseconds(310) ... .milliseconds(900)

  /// Another program has locked the database, which it may not succeed in.
  mutating func noteLock() { faults.count("locked databases") }

  private mutating func following() -> Happening {
    if let at = nextTrouble, at == next { return trouble(at: at) }
    let entry = certain.removeFirst()
    if entry.happening == .provingClick {
      provingCount += 1
      endCycle()
      beginCycle()
    }
    return entry.happening
  }

  private mutating func beginCycle() {
    if hasTrouble {
      nextTrouble = cycleStart + random.duration(in: .seconds(5) ... .seconds(30))
    }
    addExports()
    add(.heal, at: cycleStart + times.spell)
    add(.provingClick, at: cycleStart + times.spell + times.rest)
  }

  /// Most exports are disturbed.
  private mutating func addExports() {
    guard var random = exporting else { return }
    for _ in 0..<random.below(Plan.mostExports + 1) {
      let instant = cycleStart + random.duration(in: .zero...times.spell)
      let fault = random.happens(onceIn: 3) ? nil : random.choice(of: Plan.exportFaults)
      add(.export(fault, after: random.below(Plan.callsOfExport)), at: instant)
    }
    exporting = random
  }

  /// In a cycle.
  private static let mostExports = 2
  /// About so many calls of the medium an export is.
  private static let callsOfExport = 200
  private static let exportFaults: [MediumFault] = [
    .powerCut, .powerCut, .pulled, .pulled, .lost, .unnamed, .broken, .full, .short, .readOnly,
  ]

  /// From the proving click to the next spell nothing else happens.
  private mutating func endCycle() {
    cycleStart += times.cycle
    guard hasTrouble, random.below(2) == 0 else { return }
    add(.shake, at: cycleStart - Plan.pickingUp)
    add(.still, at: cycleStart - Plan.puttingDown)
    guard provingCount.isMultiple(of: 2) else { return }
    add(.line("pause"), at: cycleStart - Plan.pausing.from)
    add(.line("resume"), at: cycleStart - Plan.pausing.to)
  }

  private mutating func trouble(at instant: Duration) -> Happening {
    let (happening, remedy) = generator.next()
    let end = cycleStart + times.spell
    if let remedy {
      let later = instant + random.duration(in: .milliseconds(50) ... .seconds(60))
      if later < end { add(remedy, at: later) }
    }
    // Often at once, sometimes after a while.
    let longest: [Duration] = [.milliseconds(200), .seconds(2), .seconds(8), .seconds(20)]
    let next = instant + random.duration(in: .milliseconds(1)...random.choice(of: longest))
    nextTrouble = next < end ? next : nil
    return faceLine(inPlaceOf: happening) ?? happening
  }

  private mutating func faceLine(inPlaceOf happening: Happening) -> Happening? {
    guard case .line = happening, handling?.happens(onceIn: 2) ?? false else { return nil }
    return (handling?.choice(of: FaultGenerator.faceLines)).map { .line($0) }
  }

  private mutating func add(_ happening: Happening, at instant: Duration) {
    let place = certain.firstIndex { $0.at > instant } ?? certain.endIndex
    certain.insert(Entry(at: instant, happening: happening), at: place)
  }
}
