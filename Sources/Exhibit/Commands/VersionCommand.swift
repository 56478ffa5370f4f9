import ArgumentParser

/// `exhibit version`.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Say which version this is.")

  func run() {
    print("exhibit \(Exhibit.version)")
  }
}
