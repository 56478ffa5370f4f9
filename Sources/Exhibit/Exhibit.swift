import ArgumentParser
import Glibc

/// The `exhibit` command.
@main
struct Exhibit: ParsableCommand {
  /// The version of program and package.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "exhibit",
    abstract: "A one-button evidence camera.",
    subcommands: [
      RunCommand.self, DemoCommand.self, StatusCommand.self, ListCommand.self, ShowCommand.self,
      VerifyCommand.self, RecordsCommand.self, KeyCommand.self, StoreCommand.self,
      DevicesCommand.self, DoctorCommand.self, CheckConfigCommand.self, DarkCommand.self,
      VersionCommand.self,
    ])
}

/// `exhibit version`.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Say which version this is.")

  func run() {
    print("exhibit \(Exhibit.version)")
  }
}

extension ExitCode {
  /// `EX_CONFIG` of sysexits.h: starting again changes nothing.
  static let badConfiguration = ExitCode(78)
  /// The first that sysexits.h leaves free: a person wants the board shut down, and may have its power cut.
  static let shutdown = ExitCode(79)
}

/// Writes `text` as a line to standard error; to be thrown, so that the command ends with `code`.
func complaint(_ text: String, code: ExitCode = .failure) -> ExitCode {
  let lines = text.split(separator: "\n").map { String($0).printable + "\n" }
  let line = Array(lines.joined().utf8)
  // Nobody is left to tell if standard error takes nothing.
  _ = write(STDERR_FILENO, line, line.count)
  return code
}
