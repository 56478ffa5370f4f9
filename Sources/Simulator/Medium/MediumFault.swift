import Glibc

/// What a medium is asked to do, by kinds that fail in their own ways.
package enum MediumCall: Hashable, Sendable, CaseIterable {
  /// Bytes of a database are read, or a file is opened.
  case read
  /// Bytes of a picture in doubt are read.
  case look
  /// The names in a folder are read.
  case list
  /// Bytes or an attribute are written, or a file is cut off.
  case write
  /// The bytes of a file are made durable.
  case flush
  /// The names in a folder are made durable.
  case flushNames
  /// A name is made, changed or removed.
  case name
  /// The database is locked for writing.
  case lock
  /// The index of the database's log, which its users share, becomes larger.
  case sharedIndex
}

/// Way in which a medium fails.
package enum MediumFault: Hashable, Sendable, CaseIterable {
  /// The power goes off before the call has done anything.
  case powerCut
  /// The medium is pulled out of the board before the call has done anything, until it is mended.
  case pulled
  /// A read, write or name that fails (EIO).
  case broken
  /// A look at a picture that fails (EIO).
  case unreadable
  /// A folder that can't be listed (EIO).
  case unlisted
  /// A flush that fails (EIO), and with it some of what it was to make durable is lost.
  case lost
  /// A flush of a folder that fails (EIO): its names are in memory only.
  case unnamed
  /// There is no room (ENOSPC).
  case full
  /// Half of the bytes are written, and there is no room for the rest.
  case short
  /// From now on nothing can be written (EROFS), as when the kernel has mounted the medium anew after an error.
  case readOnly
  /// Somebody else has the lock, for longer than anybody waits.
  case busy
  /// The shared index can't become larger.
  case indexBroken

  /// Whether it can happen to `call`.
  package func concerns(_ call: MediumCall) -> Bool {
    switch self {
    case .powerCut, .pulled: ![.read, .look, .list, .lock].contains(call)
    case .unreadable: call == .look
    case .unlisted: call == .list
    case .broken: call == .read || call == .write || call == .name
    case .lost: call == .flush
    case .unnamed: call == .flushNames
    case .full: call == .write || call == .name
    case .short: call == .write
    case .readOnly: call == .write || call == .name
    case .busy: call == .lock
    case .indexBroken: call == .sharedIndex
    }
  }

  /// What it is called among faults.
  var words: String {
    switch self {
    case .powerCut: "power cuts in a call"
    case .pulled: "pulled media"
    case .unreadable: "failed looks"
    case .unlisted: "failed lists"
    case .broken: "failed calls of the medium"
    case .lost: "failed flushes"
    case .unnamed: "failed flushes of folders"
    case .full: "calls without room"
    case .short: "short writes"
    case .readOnly: "read-only media"
    case .busy: "locks in a call"
    case .indexBroken: "failed indexes"
    }
  }

  /// What the system says of it; 0 where it has no number.
  var code: Int32 {
    switch self {
    case .powerCut, .pulled, .broken, .unreadable, .unlisted, .lost, .unnamed: EIO
    case .full, .short: ENOSPC
    case .readOnly: EROFS
    case .busy: EBUSY
    case .indexBroken: 0
    }
  }

  /// How many calls it concerns in a row; nil: all, until somebody mends it.
  fileprivate var length: Int? {
    switch self {
    case .readOnly: nil
    // SQLite asks again and again for a quarter of a second.
    case .busy: 50
    case .powerCut, .pulled, .broken, .unreadable, .unlisted, .lost, .unnamed, .full, .short,
      .indexBroken:
      1
    }
  }
}

/// The calls of a medium, counted, and the faults that wait for them.
struct MediumFaults {
  /// Calls so far, by their kinds in order where they are recorded.
  private(set) var count = 0
  /// The faults that happened.
  private(set) var happened = FaultCounts()
  /// What each call was, until it is mended for the first time; nil unless somebody wants to know.
  var record: [MediumCall]?
  private var waiting: [(fault: MediumFault, from: Int)] = []
  private var lasting: [(fault: MediumFault, left: Int?)] = []
  /// Whether it has been mended: nothing is to fail from then on.
  private var isMended = false

  /// `fault` happens at the first call that it concerns once `calls` more have been made.
  mutating func add(_ fault: MediumFault, after calls: Int) {
    waiting.append((fault, count + calls))
  }

  /// `fault` goes on as the next calls that it concerns.
  mutating func goOn(_ fault: MediumFault) { lasting.append((fault, fault.length)) }

  /// No fault waits or lasts any longer.
  mutating func removeAll() {
    waiting.removeAll()
    lasting.removeAll()
    isMended = true
  }

  /// No fault lasts any longer, as after a new start; those that wait go on waiting.
  mutating func end() { lasting.removeAll() }

  /// Counts `call`, and says what happens to it.
  mutating func next(_ call: MediumCall) -> MediumFault? {
    defer { count += 1 }
    if !isMended { record?.append(call) }
    if let index = waiting.firstIndex(where: { $0.from <= count && $0.fault.concerns(call) }) {
      let fault = waiting.remove(at: index).fault
      goOn(fault)
      happened.count(fault.words)
    }
    guard let index = lasting.firstIndex(where: { $0.fault.concerns(call) }) else { return nil }
    let (fault, left) = lasting[index]
    lasting[index].left = left.map { $0 - 1 }
    if left == 1 { lasting.remove(at: index) }
    return fault
  }
}
