import Simulator

/// What simulations came to.
struct Tally {
  private var turns = 0
  private var boots = 0
  private var photos = 0
  private var proofs = 0
  /// What happened to the board.
  private(set) var faults = FaultCounts()

  /// Nothing yet.
  init() {}

  /// What `simulation` came to.
  init(_ simulation: borrowing Simulation) {
    turns = simulation.trace.turnCount
    boots = simulation.bootCount
    photos = simulation.photoCount
    proofs = simulation.proofCount
    faults = simulation.faults
  }

  mutating func add(_ other: Tally) {
    turns += other.turns
    boots += other.boots
    photos += other.photos
    proofs += other.proofs
    faults.add(other.faults)
  }

  var words: String {
    "\(boots) boots, \(turns) turns, \(photos) photos, \(proofs) proofs, \(faults.total) faults"
  }
}

extension Trace {
  /// The fingerprint in 16 hexadecimal digits.
  var digits: String {
    let digits = String(fingerprint, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
