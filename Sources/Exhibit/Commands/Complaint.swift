import ArgumentParser
import Glibc

extension ExitCode {
  /// `EX_CONFIG` of sysexits.h: starting again changes nothing.
  static let badConfiguration = ExitCode(78)
  /// The first that sysexits.h leaves free: a person wants the board shut down, and may have its power cut.
  static let shutdown = ExitCode(79)
}

/// Writes `text` as a line to standard error; to be thrown, so that the command ends with `code`.
func complaint(_ text: String, code: ExitCode = .failure) -> ExitCode {
  let line = Array((text + "\n").utf8)
  // Nobody is left to tell if standard error takes nothing.
  _ = write(STDERR_FILENO, line, line.count)
  return code
}
