import Core

/// What happened in a simulation: the latest turns in words, and a fingerprint of all.
///
/// Two runs with the same fingerprint took the same turns at the same instants and did the same.
package struct Trace: Sendable {
  /// The FNV-1a hash of all turns.
  package private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
  /// How many turns there were.
  package private(set) var turnCount = 0
  /// How many turns are remembered.
  private let length: Int
  private var recent: [String] = []
  private var oldest = 0

  /// No turns yet; the latest `length` will be remembered.
  init(length: Int) {
    self.length = length
  }

  /// The latest turns, oldest first, a line each.
  package var lines: [String] { Array(recent[oldest...] + recent[..<oldest]) }

  /// Adds one turn, `elapsed` after the start of the simulation.
  mutating func add(_ step: Step, elapsed: Duration) {
    turnCount += 1
    let line = Trace.line(step, elapsed)
    for byte in line.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01b3 }
    remember(line)
  }

  private mutating func remember(_ line: String) {
    guard recent.count == length else { return recent.append(line) }
    recent[oldest] = line
    oldest = (oldest + 1) % length
  }

  private static func line(_ step: Step, _ elapsed: Duration) -> String {
    var line = "\(elapsed.nanoseconds / 1000) \(step.now.nanoseconds / 1000) \(step.event.brief)"
    for effect in step.effects { line += "; \(effect.brief)" }
    return line
  }
}
