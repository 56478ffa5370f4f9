import CLinux
import Core
import Glibc

/// Signals that are read one by one, by their numbers: blocked while this value lives, in the thread that made it.
///
/// Several end in any order: each lets go of those signals alone that it has blocked itself.
package struct SignalQueue: ~Copyable {
  /// Descriptor to wait at for reading.
  package var descriptor: Int32 { file.number }

  private let file: FileDescriptor
  private let ownMask: sigset_t

  /// Blocks the signals `numbers` and begins to collect them.
  package init(of numbers: [Int32]) throws(SystemError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in numbers { sigaddset(&mask, number) }
    let file = FileDescriptor(
      owning: try SystemError.check("signalfd") {
        signalfd(-1, &mask, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
      })
    var previousMask = sigset_t()
    let code = pthread_sigmask(SIG_BLOCK, &mask, &previousMask)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", code: code) }
    var ownMask = sigset_t()
    sigemptyset(&ownMask)
    for number in numbers where sigismember(&previousMask, number) == 0 {
      sigaddset(&ownMask, number)
    }
    self.file = file
    self.ownMask = ownMask
  }

  deinit {
    // Fails only for an operation that does not exist. A signal that nobody read takes effect here.
    var mask = ownMask
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// The number of the next signal that came, or nil when there is none; never blocks.
  package borrowing func next() throws(SystemError) -> Int32? {
    var info = signalfd_siginfo()
    do {
      _ = try withUnsafeMutableBytes(of: &info) { buffer throws(SystemError) in
        try file.read(into: buffer)
      }
    } catch let error where error.code == EAGAIN {
      return nil
    }
    return Int32(info.ssi_signo)
  }
}
