import CLinux
import Core
import Door
import Glibc
import System
import Terminal

/// The program at the terminal line, which needs neither devices nor the store: only the line and the socket.
///
/// `exhibit-console TTY BAUD SOCKET SPEECH [PARENT]`; a person says `exhibit console`, which reads all that in the
/// configuration. With the number of its parent it ends when that does.
@main
enum ExhibitConsole {
  static func main() {
    let words = CommandLine.arguments
    guard 5...6 ~= words.count, let baud = Int(words[2]), let speech = TerminalSpeech(words[4])
    else {
      StandardError.say("usage: exhibit-console TTY BAUD SOCKET SPEECH [PARENT]")
      exit(ExitStatus.usage)
    }
    signal(SIGPIPE, SIG_IGN)
    if words.count == 6 { endWithParent(words[5]) }
    Heap.keepSmall()
    do throws(Failure) {
      switch try LineRelay.run(words[1], baud: baud, socket: words[3], speech) {
      case .signal: break
      case .reconfigured: exit(ExitStatus.startAgain)
      }
    } catch {
      StandardError.say(error.phrase.text(in: speech.language))
      exit(ExitStatus.badConfiguration)
    }
  }

  /// The parent may have ended before this was asked for.
  private static func endWithParent(_ process: String) {
    // A shell's terminal that closes is the parent's concern.
    signal(SIGHUP, SIG_IGN)
    linux_end_with_parent(SIGTERM)
    if String(getppid()) != process { exit(EXIT_SUCCESS) }
  }
}
