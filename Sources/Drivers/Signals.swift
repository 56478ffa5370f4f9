import Core
import Glibc
import System

/// Signals as something to read: signalfd(2) for those that the program answers.
///
/// They are blocked while this value lives, in the thread that made it and in processes that it
/// starts meanwhile; a helper's signal mask must be emptied before its exec. SIGPIPE is ignored from
/// then on: a peer that is gone is the error of the write that finds out.
package struct Signals: ~Copyable {
  /// Signal to the program, by its meaning.
  package enum Signal: CaseIterable, Hashable, Sendable {
    /// SIGTERM: the service manager stops the program.
    case terminate
    /// SIGINT: Ctrl-C at the terminal that it runs on.
    case interrupt
    /// SIGUSR1: take a photo.
    case snap
    /// SIGHUP: read the configuration again; sent too when the terminal closes that it runs on.
    case reload

    /// The kernel's number.
    package var number: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .interrupt: SIGINT
      case .snap: SIGUSR1
      case .reload: SIGHUP
      }
    }
  }

  /// Descriptor that the poller watches for reading.
  package var descriptor: Int32 { queue.descriptor }

  private let queue: SignalQueue

  /// Keeps requests from ending the program before it can hear them, for good: what comes from now on waits until
  /// they are collected.
  ///
  /// SIGTERM and SIGINT still end a program that is only starting.
  package static func holdRequests() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [Signal.snap, .reload] { sigaddset(&mask, signal.number) }
    // Fails only for an operation that does not exist.
    pthread_sigmask(SIG_BLOCK, &mask, nil)
  }

  /// Blocks the signals and begins to collect them.
  package init() throws(SystemError) {
    let queue = try SignalQueue(of: Signal.allCases.map(\.number))
    signal(SIGPIPE, SIG_IGN)
    self.queue = queue
  }

  /// The next signal that came, or nil when there is none; never blocks.
  package borrowing func read() throws(SystemError) -> Signal? {
    let number = try queue.next()
    return Signal.allCases.first { $0.number == number }
  }
}
