import ArgumentParser
import Glibc

extension ExitCode {
  /// `EX_CONFIG` of sysexits.h: starting again changes nothing.
  static let badConfiguration = ExitCode(78)
}

/// Writes `text` as a line to standard error; to be thrown, so that the command ends with `code`.
func complaint(_ text: String, code: ExitCode = .failure) -> ExitCode {
  let line = Array((text + "\n").utf8)
  // Nobody is left to tell if standard error takes nothing.
  _ = write(STDERR_FILENO, line, line.count)
  return code
}
