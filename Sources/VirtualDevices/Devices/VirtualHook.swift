import Board
import Core

/// A program that hears of durable pieces, imitated: it takes its time.
package struct VirtualHook {
  /// How long it takes.
  package var time = Duration.seconds(2)
  /// What is wrong with it; nil while it ends well.
  package var problem: Phrase?
  /// The piece that it heard of last.
  package private(set) var latest: HookCall?
  /// When it ends; nil while it does not run.
  package private(set) var endsAt: Instant?

  /// One that was not started yet.
  package init() {}

  /// Starts it for `call` at `now`.
  mutating func run(_ call: HookCall, at now: Instant) {
    precondition(endsAt == nil, "it is started for one piece at a time")
    latest = call
    endsAt = now + time
  }

  /// How it ended, if that was before `now`, and not told yet.
  mutating func takeEnd(at now: Instant) -> Event.Hook? {
    guard let endsAt, endsAt <= now else { return nil }
    self.endsAt = nil
    return problem.map { .failed($0) } ?? .ended
  }
}
