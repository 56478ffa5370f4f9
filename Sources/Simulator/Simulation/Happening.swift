import Core

/// Event that a simulation plays to the board, or to the program.
enum Happening: Hashable {
  /// Clicks in a row, fast enough to be one gesture or not, with contacts that bounce.
  case clicks(Int, gap: Duration)
  case press(hold: Duration)
  /// The contact closes for a moment, and nobody presses.
  case spike(Duration)
  /// The loop is away from before the contacts close until after they have opened.
  case pressWhileAway(hold: Duration)
  /// A click, another button in the configuration, and a click that cancels while the loop is away.
  ///
  /// The other button has to wait for the end of the series, which comes when edges wait of the first.
  case renewalWhileAway
  /// Contacts that open and close many times by themselves.
  case chatter(Int)
  case line(String)
  /// Lines of several people at once, the last a yes of the first of them.
  case exchange([String])
  /// A program says that copies of all pieces were read back elsewhere, as they are, or as they are not.
  case exportReport(ReportedExport)
  /// Somebody at a shell exports all onto a stick, which fails once so many calls of it have been made; nil: it does not.
  case export(MediumFault?, after: Int)
  /// The same line many times at once.
  case paste(String, Int)
  /// Somebody looks through the viewfinder on a console for so long, and presses keys.
  case look(for: Duration)
  /// The latest session that typed a line has enough, or is gone.
  case hangUp
  case signal(Signal)
  /// The configuration is read again, and the role has another device.
  case reconfigure(Role)
  case shake, still
  case unplug(Role), plug(Role)
  /// Another program takes the camera before ours does, and gives it back.
  case occupyCamera, freeCamera
  case breakStream
  /// The stream under way breaks when a buffer is given back.
  case refuseBuffer
  case loseFrames(Int)
  /// So many frames that are wanted for photos are no pictures inside.
  case spoilFrames(Int)
  /// The stream under way delivers nothing more and reports no error; a new one does.
  case hangStream
  /// The camera delivers nothing, opened anew or not, until it speaks again.
  case silenceCamera, unsilenceCamera
  /// The camera answers no call for so long, opening and closing among them.
  case hangCamera(Duration)
  /// The medium fails once so many calls more have been made, and is mended: one that was pulled out of the board is
  /// plugged in again, and has what a power cut would leave.
  case failMedium(MediumFault, after: Int)
  case mendMedium
  /// So many folders can't be listed, one after the other.
  case failLists(Int)
  /// Another program spoils every commit of the database, and takes that back.
  case refuseCommits, allowCommits
  /// Another program locks the store's database, and lets it go.
  case lockStore, unlockStore
  /// What a flush takes from now on.
  case flushTime(Duration)
  /// What is free on the medium from now on.
  case freeBytes(Int)
  /// How warm the board is from now on, in thousandths of a degree Celsius; nil: nobody can tell.
  case temperature(Int?)
  /// The system's clock says something else from now on, in Unix seconds.
  case setCalendar(Double, isVouchedFor: Bool)
  /// The loop is away, as when the system swaps or a driver hangs.
  case stall(Duration)
  case cutPower
  /// All faults end.
  case heal
  /// A click that must lead to photos.
  case provingClick
}

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
    if let kind = happening.fault { count(kind) }
  }

  /// Counts a fault of `kind`.
  mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }
}

extension Happening {
  /// What kind of fault it is; nil for what people do, for remedies, for what is merely slow, and for what is counted
  /// where it comes about, if it does.
  fileprivate var fault: String? {
    switch self {
    case .chatter: "chattering contacts"
    case .spike: "spikes"
    case .unplug(let role): "\(role.rawValue) unplugged"
    case .occupyCamera: "camera taken"
    case .breakStream, .refuseBuffer: "broken streams"
    case .loseFrames: "lost frames"
    case .hangStream, .silenceCamera: "silent cameras"
    case .hangCamera: "hanging cameras"
    case .spoilFrames: "spoilt frames"
    case .refuseCommits: "refused commits"
    case .freeBytes(let count): count < SimulatedSurroundings.room.free ? "full media" : nil
    case .temperature(let milliCelsius?): milliCelsius > SimulatedSurroundings.warmth ? "heat" : nil
    case .temperature(nil): "lost thermometers"
    case .setCalendar: "jumps of the calendar"
    case .stall, .pressWhileAway, .renewalWhileAway: "stalls"
    case .cutPower: "power cuts"
    case .exchange, .clicks, .press, .line, .exportReport, .export, .paste, .look, .hangUp, .signal,
      .reconfigure,
      .shake, .still, .plug,
      .freeCamera, .unsilenceCamera, .failMedium, .failLists, .mendMedium, .allowCommits,
      .lockStore, .unlockStore, .flushTime, .heal, .provingClick:
      nil
    }
  }
}
