import ArgumentParser
import Core
import Drivers

/// `exhibit demo`: the appliance on a simulated board, in a terminal or by a script.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try it on a simulated board, in the terminal or by a script.",
    discussion: """
      A line of a script is SECONDS VERB [REST], as in '1.5 click' or '2 type status'. The verbs are \
      \(ScriptLine.Verb.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

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
      let folder = try script == nil && Screen.isPossible ? playLive() : play()
      DemoOutput.print(try folder.summary())
    } catch {
      throw complaint(error.phrase.english)
    }
  }

  private func playLive() throws(Failure) -> DemoFolder {
    let demo = try demo()
    try demo.playLive()
    return demo.folder
  }

  private func play() throws(Failure) -> DemoFolder {
    let script = try Script.open(script)
    let demo = try demo()
    try demo.play(script)
    return demo.folder
  }

  /// What it is made of; the folder comes last, so that no mistake leaves an empty one.
  private func demo() throws(Failure) -> Demo {
    let pictures = try Demo.pictures(at: camera)
    return Demo(folder: try DemoFolder(store), pictures: pictures, hasSample: sample)
  }
}
