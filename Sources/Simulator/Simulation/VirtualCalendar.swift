import Core

/// What the system's clock of a virtual board says: it may jump by years while the monotonic one goes on.
package final class VirtualCalendar {
  /// No board believes an earlier date, 2025-01-01 UTC.
  static let earliest = 1_735_689_600.0

  // Stored apart: Swift 6.0 can't read a stored property of a class through a noncopyable value.
  private var setting: (seconds: Double, at: Instant, isVouchedFor: Bool)

  /// A calendar that says `seconds`, in Unix time, at the instant `now`.
  package init(_ seconds: Double, at now: Instant, isVouchedFor: Bool) {
    setting = (seconds, now, isVouchedFor)
  }

  /// Has it say `seconds` at the instant `now`, whatever it said before.
  package func set(_ seconds: Double, at now: Instant, isVouchedFor: Bool) {
    setting = (seconds, now, isVouchedFor)
  }

  /// What it says of `instant`: of one before a jump too by what it says now.
  package func wall(at instant: Instant) -> WallTime {
    let seconds = setting.seconds + (instant - setting.at).inSeconds
    guard setting.isVouchedFor, seconds >= VirtualCalendar.earliest else { return .unset }
    return .synchronised(seconds)
  }
}
