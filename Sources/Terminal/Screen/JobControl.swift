import CLinux
import Core
import Glibc
import System

/// Job control of the shell that started the program: being stopped, as by Ctrl-Z, and going on.
///
/// SIGTSTP and SIGCONT are to be read here while this value lives; going on itself needs nobody's help.
struct JobControl: ~Copyable {
  private let queue: SignalQueue

  /// Begins to collect the signals.
  init() throws(SystemError) {
    queue = try SignalQueue(of: [SIGTSTP, SIGCONT])
  }

  /// Descriptor that the poller watches for reading.
  var descriptor: Int32 { queue.descriptor }

  /// Whether SIGTSTP (`stop`) or SIGCONT (`goOn`) came since the last call; never blocks.
  borrowing func take() -> (stop: Bool, goOn: Bool) {
    var taken = (stop: false, goOn: false)
    // Two signals at most wait here, and what can't be read has not come.
    while let number = try? queue.next() {
      if number == SIGTSTP { taken.stop = true } else { taken.goOn = true }
    }
    return taken
  }

  /// Stops this process until it is told to go on; with it, where `all`, the other processes of its job, such as
  /// the `make` that started it.
  ///
  /// It returns at once where no shell would let it go on: the kernel ignores SIGTSTP in an orphaned process group.
  borrowing func stop(all: Bool) {
    var mask = JobControl.mask(SIGTSTP)
    kill(all ? 0 : getpid(), SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    // Here it stands still.
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    _ = take()
  }

  private static func mask(_ signals: Int32...) -> sigset_t {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    return mask
  }
}
