import ArgumentParser

/// The `exhibit` command.
@main
struct Exhibit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exhibit", abstract: "A one-button evidence camera.")
}
