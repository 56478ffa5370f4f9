import Glibc

/// What may be sent to the terminal, as its user's environment tells.
package struct TerminalAbilities: Hashable, Sendable {
  /// Whether it shows characters beyond ASCII: the locale says UTF-8.
  package let isUnicode: Bool
  /// Whether colours are wanted: not where `NO_COLOR` is set (no-color.org).
  package let isColoured: Bool
  /// Whether it can do no more than print lines: `TERM` is "dumb".
  package let isDumb: Bool

  /// Those of this process's environment.
  package static var ofEnvironment: TerminalAbilities {
    TerminalAbilities { name in getenv(name).map { String(cString: $0) } }
  }

  /// Those that the environment tells in which `variable` has a name's value.
  ///
  /// Of `LC_ALL`, `LC_CTYPE` and `LANG` the first that is not empty counts, as in locale(7).
  package init(in variable: (String) -> String?) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    isUnicode = encoding.contains("UTF-8") || encoding.contains("UTF8")
    isDumb = variable("TERM") == "dumb"
    isColoured = !isDumb && (variable("NO_COLOR") ?? "").isEmpty
  }
}
