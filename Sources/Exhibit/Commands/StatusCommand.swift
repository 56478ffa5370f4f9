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

  @Option(help: "The store of a running demo, which has its socket inside.")
  var store: String?

  func run() throws {
    do throws(Failure) {
      let question = json ? "status --json" : "status"
      print(try ConsoleClient.ask(question, at: path), terminator: "")
    } catch {
      throw complaint(error.phrase.english)
    }
  }

  private var path: String { store.map(DemoFolder.socket) ?? socket }
}
