import ArgumentParser
import Core
import Drivers

/// `exhibit status`: asks the running program.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Ask the running program how it is.")

  @Flag(help: "One JSON object on one line.")
  var json = false

  @Option(help: "The running program's socket.")
  var socket = "/run/exhibit/console.sock"

  func run() throws {
    do throws(Failure) {
      print(try ConsoleClient.ask(json ? "status --json" : "status", at: socket), terminator: "")
    } catch {
      throw complaint(error.phrase.english)
    }
  }
}
