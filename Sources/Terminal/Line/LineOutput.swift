import Core
import Door
import Glibc
import System

/// Output that is still to be written to a line, no faster than that sends it.
struct LineOutput {
  private(set) var queue = OutputQueue()
  /// Whether the far side reads no more: what would be said to it is forgotten, not dropped.
  private(set) var isOver = false

  private var pace: OutputPace

  init(pace: OutputPace) {
    self.pace = pace
  }

  /// When to flush again without being asked to, or nil.
  var deadline: Instant? { pace.lookAgainAt }

  /// Whether the poller must tell when the line takes more.
  var wantsWritable: Bool { pace.isStuck }

  /// Queues all of `bytes`, or drops and counts them.
  mutating func append(_ bytes: [UInt8]) {
    if !isOver { queue.append(bytes) }
  }

  /// Forgets what waits: its person has enough of it.
  mutating func drop() {
    queue.removeAll()
    pace.end()
  }

  /// The line takes more, or somebody is there.
  mutating func unblock() { pace.lookNow() }

  /// Nobody is there to read any more.
  mutating func end() {
    isOver = true
    pace.end()
    queue.removeAll()
  }

  /// Writes what the line takes now; never blocks.
  mutating func flush(to port: borrowing SerialPort, at now: Instant) {
    guard !queue.isEmpty, !pace.isResting(at: now) else { return }
    do throws(SystemError) {
      let queued = try port.queuedByteCount()
      let before = queue.byteCount
      _ = try queue.drain(atMost: pace.room(queued: queued)) { bytes throws(SystemError) in
        try port.write(bytes)
      }
      guard !queue.isEmpty else { return pace.end() }
      pace.rest(queued: queued, written: before - queue.byteCount, at: now)
    } catch {
      end()
    }
  }
}

/// Keeps the kernel's queue of a slow line under 100 ms, so that what is new gets through soon.
///
/// The line's readiness to take more says nothing about that, so it is looked at again after a
/// while, and more and more rarely while nothing moves: a gadget's line keeps all until a host reads.
struct OutputPace {
  static let shortestPause = Duration.milliseconds(15)
  static let longestPause = Duration.seconds(30)
  /// While a terminal holds so many bytes the kernel does not call it ready to take more (`n_tty_poll`), so the
  /// poller can tell when they have gone.
  static let tellingByteCount = 256
  /// A line on which nothing moved for so long is stuck.
  static let patience = Duration.seconds(1)

  /// When to look again, while something waits.
  private(set) var lookAgainAt: Instant?

  private let byteLimit: Int
  private var backoff = Backoff(from: OutputPace.shortestPause, to: OutputPace.longestPause)
  private var lastQueued = 0
  private var movedAt: Instant?
  /// Whether nothing has moved for long on a line that is full enough to tell when something does.
  private(set) var isStuck = false

  init(_ speed: SerialSpeed) {
    byteLimit = speed.bytesPerTenth
  }

  /// How many bytes may follow while `queued` wait in the kernel.
  func room(queued: Int) -> Int {
    max(0, byteLimit - queued)
  }

  /// Whether it is too early to look again.
  func isResting(at now: Instant) -> Bool {
    lookAgainAt.map { now < $0 } ?? false
  }

  /// Something still waits after a look that found `queued` and wrote `written` bytes.
  mutating func rest(queued: Int, written: Int, at now: Instant) {
    let hasMoved = written > 0 || queued < lastQueued || movedAt == nil
    if hasMoved { (movedAt, isStuck) = (now, false) }
    if hasMoved { backoff.reset() }
    if let movedAt, now - movedAt >= OutputPace.patience {
      isStuck = queued >= OutputPace.tellingByteCount
    }
    lastQueued = queued
    lookAgainAt = now + backoff.next()
  }

  /// What is to be written may be tried at once, and soon again.
  mutating func lookNow() {
    if lookAgainAt != nil { lookAgainAt = .zero }
    isStuck = false
    backoff.reset()
  }

  /// Nothing waits any more.
  mutating func end() {
    (lookAgainAt, movedAt, isStuck) = (nil, nil, false)
  }
}
