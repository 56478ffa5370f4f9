import ArgumentParser

/// `exhibit status`: has the running program asked whose socket is to be looked up.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Ask the running program how it is.",
    discussion: "Ends with 3 if something that should work does not, with 69 where nothing runs.")

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  @Option(help: "The running program's socket; that of the configuration unless given.")
  var socket: String?

  @Option(
    name: .shortAndLong, help: "The store of a running demo, which has its socket inside.")
  var store: String?

  func run() throws {
    var words = ["status"] + (json ? ["--json"] : [])
    if let socket { words += ["--socket", socket] }
    if let store { words += ["--store", store] }
    if file.path != ConfigurationFile.usualPath { words += ["--config", file.path] }
    try RunningProgram.ask(words)
  }
}
