import ArgumentParser

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
      DevicesCommand.self, DoctorCommand.self, CheckConfigCommand.self, DarkCommand.self,
      VersionCommand.self,
    ])
}
