import ArgumentParser
import Core
import Glibc
import Simulator
import System

/// `simulate seeds`: hours of trouble for the machine and the store, from a seed.
struct SeedsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seeds", abstract: "Run hours of trouble, made up from a seed.")

  /// So many faults are what a run of so many seeds is for.
  private static let leastFaults = 2_000, manySeeds: UInt64 = 200

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @Option(help: "How many seeds, from the first on.")
  var seeds: UInt64 = 1

  @Option(help: "Hours of virtual time for each seed.")
  var hours = 1.0

  @OptionGroup var place: StorePlace

  @Option(help: "How many of the latest turns are shown when a rule is broken.")
  var turns = 40

  @Option(help: "Path of verify.py, which has to find nothing wrong in what each seed leaves.")
  var verifier: String?

  @Flag(help: "All look on sockets, so that no turn goes by the words on a slow line.")
  var sockets = false

  @Flag(help: "One line for all seeds instead of one for each.")
  var quiet = false

  func validate() throws {
    guard seeds >= 1, turns >= 1, hours > 0, hours <= 10_000 else {
      throw ValidationError("At least one seed and turn, and more than 0 and at most 10000 hours.")
    }
    guard seed <= UInt64.max - seeds else {
      throw ValidationError("The last seed is \(UInt64.max - 1); begin with a smaller one.")
    }
    if let verifier, access(verifier, R_OK) != 0 {
      throw ValidationError("\(verifier) cannot be read; name docs/verify.py.")
    }
    try place.check()
  }

  func run() throws {
    var total = Tally()
    for seed in seed..<seed + seeds { try run(seed, &total) }
    print("\(seeds) seeds passed: \(total.words)")
    print("Faults: \(total.faults.words).")
    print("Doubts: \(total.outcomes.words).")
    guard seeds < SeedsCommand.manySeeds || total.faults.total >= SeedsCommand.leastFaults else {
      print("\(seeds) seeds must bring \(SeedsCommand.leastFaults) faults; make them denser.")
      throw ExitCode.failure
    }
    guard seeds < SeedsCommand.manySeeds || total.outcomes.missing.isEmpty else {
      let missing = total.outcomes.missing.map(\.rawValue).joined(separator: ", ")
      print("\(seeds) seeds must bring each doubt; there were no \(missing).")
      throw ExitCode.failure
    }
  }

  private func run(_ seed: UInt64, _ total: inout Tally) throws {
    let folder = "\(place.store)/exhibit-simulate-\(getpid())-\(seed)"
    Folder.erase(folder)
    var simulation = Simulation(
      seed: seed, length: .milliseconds(Int64(hours * 3_600_000)), store: folder,
      remembering: turns, hasSlowLines: !sockets)
    do throws(Violation) {
      try simulation.run()
      if let verifier { try simulation.verify(by: verifier) }
    } catch {
      SeedsCommand.report(error, simulation.trace, seed, hours, folder)
      throw ExitCode.failure
    }
    let tally = Tally(simulation)
    total.add(tally)
    if !quiet { print("seed \(seed): \(tally.words), trace \(simulation.trace.digits)") }
    Folder.erase(folder)
  }

  private static func report(
    _ violation: Violation, _ trace: Trace, _ seed: UInt64, _ hours: Double, _ folder: String
  ) {
    print("The latest turns: microseconds of the simulation, of the boot; event; effects.")
    for line in trace.lines { print("  \(line)") }
    print("seed \(seed): \(violation.rule): \(violation.finding)")
    print("The store is left in \(folder).")
    print("To see it again: simulate --seed \(seed) --hours \(hours)")
  }
}

/// Sums over simulations.
struct Tally {
  private var turns = 0
  private var boots = 0
  private var photos = 0
  private var proofs = 0
  /// What happened to the board.
  private(set) var faults = FaultCounts()
  /// What came of doubts about its store.
  private(set) var outcomes = StoreOutcomes()

  /// Nothing yet.
  init() {}

  /// Sums of `simulation`.
  init(_ simulation: borrowing Simulation) {
    turns = simulation.trace.turnCount
    boots = simulation.bootCount
    photos = simulation.photoCount
    proofs = simulation.proofCount
    faults = simulation.faults
    outcomes = simulation.outcomes
  }

  mutating func add(_ other: Tally) {
    turns += other.turns
    boots += other.boots
    photos += other.photos
    proofs += other.proofs
    faults.add(other.faults)
    outcomes.add(other.outcomes)
  }

  var words: String {
    "\(boots) boots, \(turns) turns, \(photos) photos, \(proofs) proofs, \(faults.total) faults"
  }
}

extension Trace {
  /// The fingerprint in 16 hexadecimal digits.
  var digits: String { String(fingerprint, radix: 16).padded(to: 16) }
}
