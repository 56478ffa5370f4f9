import Core
import Glibc

/// Capabilities of the terminal, by its user's environment.
struct TerminalCapabilities: Hashable, Sendable {
  /// Whether it shows characters beyond ASCII: the locale says UTF-8.
  let isUnicode: Bool
  /// Whether colours are wanted: not where `NO_COLOR` is set (no-color.org).
  let isColoured: Bool
  /// Whether it can do no more than print lines: `TERM` is "dumb".
  let isDumb: Bool
  /// Whether somebody says what it is: `TERM` is set.
  let isKnown: Bool

  /// Those of this process's environment.
  static var ofEnvironment: TerminalCapabilities {
    TerminalCapabilities { name in getenv(name).map { String(cString: $0) } }
  }

  /// Those that the environment tells in which `variable` has a name's value.
  ///
  /// Of `LC_ALL`, `LC_CTYPE` and `LANG` the first that is not empty counts, as in locale(7).
  init(in variable: (String) -> String?) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    isUnicode = encoding.holds("UTF-8") || encoding.holds("UTF8")
    isDumb = variable("TERM") == "dumb"
    isKnown = !(variable("TERM") ?? "").isEmpty
    isColoured = !isDumb && (variable("NO_COLOR") ?? "").isEmpty
  }
}

/// What standard output can show, as the environment has it.
package enum OutputTerminal {
  /// Its size; nil where it is no terminal, or one that doesn't know.
  package static var size: Screen.Size? { Screen.Size(ofTerminal: STDOUT_FILENO) }

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
