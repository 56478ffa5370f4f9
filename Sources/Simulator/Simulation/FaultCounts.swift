/// How many faults of which kind happened to the board.
package struct FaultCounts: Sendable {
  private var counts: [String: Int] = [:]

  /// None yet.
  package init() {}

  /// All of them.
  package var total: Int { counts.values.reduce(0, +) }

  /// How many of each kind, the most frequent first.
  package var words: String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  /// Adds those of `other`.
  package mutating func add(_ other: FaultCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// Counts `happening`, if it is a fault.
  mutating func count(_ happening: Happening) {
    if let kind = happening.fault { counts[kind, default: 0] += 1 }
  }
}

extension Happening {
  /// What kind of fault it is; nil for what people do, for remedies, and for what is merely slow.
  fileprivate var fault: String? {
    switch self {
    case .chatter: "chattering contacts"
    case .unplug(let role): "\(role.rawValue) unplugged"
    case .occupyCamera: "camera taken"
    case .breakStream, .refuseBuffer: "broken streams"
    case .loseFrames: "lost frames"
    case .hangStream, .silenceCamera: "silent cameras"
    case .spoilFrames: "spoilt frames"
    case .failFlushes: "failed flushes"
    case .refuseCommits: "refused commits"
    case .freeBytes(let count): count < SimulatedSurroundings.room.free ? "full media" : nil
    case .temperature(let milliCelsius?): milliCelsius > SimulatedSurroundings.warmth ? "heat" : nil
    case .temperature(nil): "lost thermometers"
    case .setCalendar: "jumps of the calendar"
    case .stall, .pressWhileAway, .renewalWhileAway: "stalls"
    case .cutPower: "power cuts"
    case .clicks, .press, .line, .paste, .hangUp, .signal, .reconfigure, .shake, .still, .plug,
      .freeCamera, .unsilenceCamera, .allowCommits, .flushTime, .heal, .provingClick:
      nil
    }
  }
}
