import Core
import Glibc
import System

/// Output of a session that is still to be written, and how fast its link takes it.
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
  var wantsWritable: Bool { pace?.isStuck ?? isBlocked }

  /// Queues all of `bytes`, or drops and counts them.
  mutating func append(_ bytes: [UInt8]) {
    if !isOver { queue.append(bytes) }
  }

  /// The link takes more, or somebody is there.
  mutating func unblock() {
    isBlocked = false
    pace?.lookNow()
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

/// Keeps the kernel's queue of a slow line under 100 ms, so that what is new gets through soon.
///
/// The line's readiness to take more says nothing about that, so it is looked at again after a
/// while, and more and more rarely while nothing moves: a gadget's line keeps all until a host reads.
struct OutputPace {
  static let shortestPause = Duration.milliseconds(50)
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

/// Text on its way to somebody who may have stopped reading: bounded, in order, whole lines or nothing.
struct OutputQueue {
  static let byteLimit = 65_536

  /// How many bytes did not fit, since the queue was made.
  private(set) var droppedByteCount = 0
  /// How many bytes wait.
  private(set) var byteCount = 0

  private var ring = [UInt8](repeating: 0, count: OutputQueue.byteLimit)
  private var start = 0

  var isEmpty: Bool { byteCount == 0 }

  /// Takes all of `bytes`, or none of them and counts them.
  mutating func append(_ bytes: [UInt8]) {
    guard bytes.count <= ring.count - byteCount else {
      droppedByteCount += bytes.count
      return
    }
    for byte in bytes {
      ring[(start + byteCount) % ring.count] = byte
      byteCount += 1
    }
  }

  /// Hands what waits to `write`, at most `limit` bytes, until all is taken or it takes no more.
  ///
  /// - Returns: whether `write` took all that it was offered, so that more could follow at once.
  mutating func drain(
    atMost limit: Int = .max,
    to write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> Bool {
    var rest = min(limit, byteCount)
    while rest > 0 {
      let chunk = start..<min(start + rest, ring.count)
      guard let taken = try take(chunk, by: write), taken > 0 else { return false }
      start = (start + taken) % ring.count
      byteCount -= taken
      rest -= taken
    }
    return true
  }

  /// Forgets what waits, because nobody is there to read it; that is no drop.
  mutating func removeAll() {
    byteCount = 0
  }

  /// How many bytes of the ring's `chunk` were taken, or nil if none could be without blocking.
  private func take(
    _ chunk: Range<Int>, by write: (UnsafeRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> Int? {
    do {
      return try ring.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in
          try write(UnsafeRawBufferPointer(rebasing: bytes[chunk]))
        }
      }.get()
    } catch let error where error.code == EAGAIN {
      return nil
    }
  }
}
