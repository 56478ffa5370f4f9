import Core
import Glibc
import System

/// What a session still has to say, and how fast its link takes it.
struct ConsoleOutput {
  private(set) var queue = OutputQueue()
  /// Whether the far side reads no more: what would be said to it is forgotten, not dropped.
  private(set) var isOver = false

  private var pace: OutputPace?
  private var isBlocked = false

  init(pace: OutputPace?) {
    self.pace = pace
  }

  /// When to flush again without being asked to, or nil.
  var deadline: Instant? { pace?.lookAgainAt }

  /// Whether the poller must tell when the link takes more.
  var wantsWritable: Bool { pace == nil && isBlocked }

  /// Queues all of `bytes`, `lineCount` lines, or drops and counts them.
  mutating func append(_ bytes: [UInt8], lineCount: Int = 0) {
    if !isOver { queue.append(bytes, lineCount: lineCount) }
  }

  /// The poller says that the link takes more.
  mutating func unblock() {
    isBlocked = false
  }

  /// Nobody is there to read any more.
  mutating func end() {
    isOver = true
    isBlocked = false
    pace?.end()
    queue.removeAll()
  }

  /// Writes what the link takes now; never blocks.
  mutating func flush(to link: borrowing ConsoleLink, at now: Instant) {
    guard !queue.isEmpty, !isBlocked, pace?.isResting(at: now) != true else { return }
    do {
      try pace == nil ? flushAtOnce(to: link) : flushPaced(to: link, at: now)
    } catch {
      end()
    }
  }

  private mutating func flushAtOnce(to link: borrowing ConsoleLink) throws(SystemError) {
    isBlocked = try !drain(atMost: .max, to: link)
  }

  private mutating func flushPaced(
    to link: borrowing ConsoleLink, at now: Instant
  ) throws(SystemError) {
    let queued = try link.queuedByteCount()
    let before = queue.byteCount
    _ = try drain(atMost: pace?.room(queued: queued) ?? .max, to: link)
    guard !queue.isEmpty else { return pace?.end() ?? () }
    pace?.rest(queued: queued, written: before - queue.byteCount, at: now)
  }

  private mutating func drain(
    atMost limit: Int, to link: borrowing ConsoleLink
  ) throws(SystemError) -> Bool {
    try queue.drain(atMost: limit) { bytes throws(SystemError) in try link.write(bytes) }
  }
}
