import ArgumentParser
import Core
import Drivers
import Glibc
import System

/// `exhibit demo`: the appliance on a simulated board, in a terminal or by a script.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try it on a simulated board, in the terminal or by a script.")

  @Option(help: "Where the evidence goes; a new folder under /tmp if not given.")
  var store: String?

  @Option(help: "A script to follow in virtual time; '-' reads standard input.")
  var script: String?

  @Option(help: "A JPEG file, or a folder of them, to be what the camera sees.")
  var camera: String?

  @Flag(help: "Add a few things and photos first, if there are none.")
  var sample = false

  func run() throws {
    do throws(Failure) {
      let folder = try DemoFolder(store)
      let demo = Demo(folder: folder, pictures: try pictures(), hasSample: sample)
      if script == nil, Screen.isPossible {
        try demo.playLive()
      } else {
        try demo.play(Script(try source()))
      }
      DemoOutput.print(try folder.summary())
    } catch {
      throw complaint(error.phrase.english)
    }
  }

  private func pictures() throws(Failure) -> [String]? {
    guard let camera else { return nil }
    return try DemoFolder.pictures(at: camera)
  }

  private func source() throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      guard let script, script != "-" else {
        return FileDescriptor(owning: try SystemError.check("dup") { dup(STDIN_FILENO) })
      }
      return try FileDescriptor(opening: script, O_RDONLY)
    } catch {
      throw Failure(.console, Phrase(.scriptUnreadable, error.reason), cause: error)
    }
  }
}
