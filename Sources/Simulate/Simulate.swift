import ArgumentParser

/// The `simulate` command.
@main
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run the camera through trouble on a virtual board, and hold its rules.",
    subcommands: [SeedsCommand.self, FaultsCommand.self], defaultSubcommand: SeedsCommand.self)
}
