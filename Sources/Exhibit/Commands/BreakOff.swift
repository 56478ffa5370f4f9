import Core
import Glibc

/// The wish that the command ends, as a signal: it is looked for between two slices of a file, so that nothing half stays
/// behind.
enum BreakOff {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Has the signals wait.
  static func hold() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Whether one waits.
  static var isWanted: Bool {
    var set = sigset_t()
    guard sigpending(&set) == 0 else { return false }
    return signals.contains { sigismember(&set, $0) == 1 }
  }

  /// Ends what is under way where one waits.
  static func check() throws(Failure) {
    if isWanted { throw Failure(.store, .importBrokenOff) }
  }
}

extension Phrase {
  static let importBrokenOff = Phrase(
    "import.broken-off", "The import was broken off; what is told above stays.")
}
