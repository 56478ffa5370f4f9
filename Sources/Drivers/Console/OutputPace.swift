import Core

/// Keeps the kernel's queue of a slow line under 100 ms, so that what is new gets through soon.
///
/// The line's readiness to take more says nothing about that, so it is looked at again after a
/// while, and more and more rarely while nothing moves.
struct OutputPace {
  static let shortestPause = Duration.milliseconds(50)
  static let longestPause = Duration.seconds(1)

  /// When to look again, while something waits.
  private(set) var lookAgainAt: Instant?

  private let byteLimit: Int
  private var pause = OutputPace.shortestPause
  private var lastQueued = 0

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
    let moves = written > 0 || queued < lastQueued
    pause = moves ? OutputPace.shortestPause : min(pause * 2, OutputPace.longestPause)
    lastQueued = queued
    lookAgainAt = now + pause
  }

  /// Nothing waits any more.
  mutating func end() {
    lookAgainAt = nil
  }
}
