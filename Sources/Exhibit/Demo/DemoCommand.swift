import ArgumentParser
import Core
import Drivers
import Glibc
import Simulator
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
      try play(in: folder)
      DemoOutput.print(try folder.summary())
    } catch {
      throw complaint(error.phrase.english)
    }
  }

  private func play(in folder: DemoFolder) throws(Failure) {
    try playScript(in: folder)
  }

  private func playScript(in folder: DemoFolder) throws(Failure) {
    let time = VirtualTime()
    let clock = BoardClock(bootID: try folder.newBootID(), now: { time.now }, wall: { _ in .unset })
    let medium = VirtualMedium(time)
    medium.flushTime = .milliseconds(12)
    let board = VirtualBoard(
      store: folder.path, clock, camera: try virtualCamera(), medium,
      Chance(seed: DemoCommand.seed))
    let stage = try DemoStage(board, store: folder.path)
    var demo = try ScriptedDemo(Script(try source()), on: stage, time)
    var machine = Machine(DemoCommand.settings)
    Core.run(&machine, in: &demo)
    demo.finish()
    if let failure = demo.failure { throw failure }
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

  private func virtualCamera() throws(Failure) -> VirtualCamera {
    VirtualCamera(try pictures(), framesPerSecond: DemoCommand.framesPerSecond)
  }

  private func pictures() throws(Failure) -> Pictures {
    guard let camera else {
      return .scene(Scene(width: 640, height: 480, Chance(seed: DemoCommand.seed)))
    }
    return .album(try Album(try DemoFolder.pictures(at: camera)))
  }
}

extension DemoCommand {
  /// What the scene and the accelerometer's noise come from: every demo shows the same.
  private static let seed: UInt64 = 1
  private static let framesPerSecond = 25

  /// Everything as on a board that is configured with all devices and nothing else.
  private static var settings: Settings {
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .buzzer, .accelerometer, .console, .store]
    settings.version = Exhibit.version
    return settings
  }
}
