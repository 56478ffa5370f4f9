import ArgumentParser
import Core
import Drivers

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
        try demo.play(script: script)
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
}
