import Core
import Glibc

/// What standard output can show, as the environment has it.
package enum OutputTerminal {
  /// Its size; nil where it is no terminal, or one that doesn't know.
  package static var size: Screen.Size? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Screen.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// UTF-8 where the locale says so.
  package static var charset: Charset {
    TerminalCapabilities.ofEnvironment.isUnicode ? .unicode : .ascii
  }

  /// How many colours it has; none where it is no terminal or colours are not wanted.
  package static var depth: ColourDepth {
    guard isatty(STDOUT_FILENO) == 1, TerminalCapabilities.ofEnvironment.isColoured else {
      return .none
    }
    return depth { name in getenv(name).map { String(cString: $0) } }
  }

  /// How many colours a terminal has in whose environment `variable` has a name's value.
  ///
  /// `COLORTERM` is what terminals say that have 24 bits; names of terminals with 256 colours end in that number.
  static func depth(in variable: (String) -> String?) -> ColourDepth {
    let direct = variable("COLORTERM") ?? ""
    if direct == "truecolor" || direct == "24bit" { return .direct }
    return (variable("TERM") ?? "").hasSuffix("256color") ? .indexed : .sixteen
  }
}
