import CLinux
import Core
import Door
import Glibc
import System
import Terminal

/// `exhibit console --line TTY BAUD SOCKET SPEECH [PARENT]`: the program at the terminal line, which needs neither devices
/// nor the store: only the line and the socket.
///
/// A person says `exhibit console`, for which `exhibit-tools` reads all that in the configuration. With the number of its
/// parent it ends when that does.
struct TerminalLine {
  private let tty: String
  private let baud: Int
  private let socket: String
  private let speech: TerminalSpeech
  private let parent: String?

  /// Reads the words of a command line; nil where they want no line served.
  init?(_ words: [String]) {
    guard 6...7 ~= words.count, words.starts(with: ["console", "--line"]),
      let baud = Int(words[3]), let speech = TerminalSpeech(words[5])
    else { return nil }
    (tty, self.baud, socket, self.speech) = (words[2], baud, words[4], speech)
    parent = words.count == 7 ? words[6] : nil
  }

  /// Serves it until somebody ends that; blocks.
  func serve() throws(Ending) {
    signal(SIGPIPE, SIG_IGN)
    if let parent { TerminalLine.endWith(parent) }
    Heap.keepSmall()
    let end: LineRelay.Ending
    do throws(Failure) {
      end = try LineRelay.run(tty, baud: baud, socket: socket, speech)
    } catch {
      StandardError.say(error.phrase.text(in: speech.language))
      throw .code(ExitStatus.badConfiguration)
    }
    if end == .reconfigured { throw .code(ExitStatus.startAgain) }
  }

  /// The parent may have ended before this was asked for.
  private static func endWith(_ parent: String) {
    // A shell's terminal that closes is the parent's concern.
    signal(SIGHUP, SIG_IGN)
    linux_end_with_parent(SIGTERM)
    if String(getppid()) != parent { exit(EXIT_SUCCESS) }
  }
}
