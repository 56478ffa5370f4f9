import CLinux
import Core
import Glibc
import System

@testable import Drivers

extension PseudoTerminal {
  /// What the terminal was sent, up to and including `end`; waits for it at most ten seconds.
  borrowing func shown(until end: String) -> String {
    var text = ""
    while !text.contains(end) {
      guard PseudoTerminal.isReadable(person.number) else { break }
      text += person.received()
    }
    return text
  }

  /// Tells the line how large the terminal is.
  borrowing func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = linux_ioctl(person.number, UInt(TIOCSWINSZ), &size)
  }

  /// Waits at most ten seconds until a read of `descriptor` would not block.
  static func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 10_000) == 1
  }
}

extension termios {
  /// All of its settings, to compare: it is not Equatable itself.
  var inWords: String {
    let controls = withUnsafeBytes(of: c_cc) { $0.map { UInt32($0) } }
    return "\([c_iflag, c_oflag, c_cflag, c_lflag] + controls)"
  }
}
