import CLinux
import Core
import Glibc

/// How long the service manager waits for a sign of progress (sd_watchdog_enabled(3)).
package enum ServiceWatchdog {
  /// The time by `WATCHDOG_USEC` and `WATCHDOG_PID` in the environment; nil if nobody waits for us.
  package static var patience: Duration? {
    patience(
      microseconds: getenv("WATCHDOG_USEC").map { String(cString: $0) },
      process: getenv("WATCHDOG_PID").map { String(cString: $0) }, own: getpid())
  }

  /// The time by the two variables' texts; another process than `own` may be meant.
  static func patience(microseconds: String?, process: String?, own: pid_t) -> Duration? {
    guard let count = microseconds.flatMap(Int.init), count > 0 else { return nil }
    if let process, pid_t(process) != own { return nil }
    return .microseconds(count)
  }
}
