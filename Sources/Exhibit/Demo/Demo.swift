import Core
import Drivers
import Glibc
import Simulator
import System

/// A demo that is still to be played: what its board is made of.
struct Demo {
  /// What the scene and the accelerometer's noise come from: every demo shows the same.
  private static let seed: UInt64 = 1
  private static let framesPerSecond = 25
  private static let width = 640, height = 480
  /// What a flush takes in virtual time: about that of a good card.
  private static let flushTime = Duration.milliseconds(12)

  let folder: DemoFolder
  /// What the camera sees.
  let pictures: Pictures
  /// Whether a few things and photos are to be there already.
  let hasSample: Bool

  /// Plays it on the terminal in real time, until its person quits.
  func playLive() throws(Failure) {
    let bootID = try Demo.inTerminal { () throws(SystemError) in try Clock.bootID() }
    let clock = BoardClock(
      bootID: bootID, now: { Clock.now }, wall: { Clock.wallTime(at: $0) })
    let stage = try stage(clock, VirtualMedium())
    let screen = try Demo.screen()
    var demo = LiveDemo(stage, on: screen, store: folder.path)
    var machine = Machine(Demo.settings)
    demo.run(&machine)
  }

  /// A stage for a script, which goes by `time`.
  func stage(in time: VirtualTime) throws(Failure) -> DemoStage {
    let clock = BoardClock(
      bootID: try DemoFolder.newBootID(), now: { time.now }, wall: { _ in .unset })
    let medium = VirtualMedium(time)
    medium.flushTime = Demo.flushTime
    return try stage(clock, medium)
  }

  /// Plays `demo` in virtual time, as its script says.
  static func play(_ demo: consuming ScriptedDemo) throws(Failure) {
    var demo = demo
    var machine = Machine(Demo.settings)
    Core.run(&machine, in: &demo)
    demo.finish()
    if let failure = demo.failure { throw failure }
  }

  /// Everything as on a board that is configured with all devices and nothing else.
  private static var settings: Settings {
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .buzzer, .accelerometer, .console, .store]
    settings.version = Exhibit.version
    return settings
  }

  private func stage(_ clock: BoardClock, _ medium: VirtualMedium) throws(Failure) -> DemoStage {
    let camera = VirtualCamera(pictures, framesPerSecond: Demo.framesPerSecond)
    var board = VirtualBoard(
      store: folder.path, clock, camera: camera, medium, Chance(seed: Demo.seed))
    let hasRoom = try hasSample ? board.addSample() : true
    var stage = try DemoStage(board, store: folder.path)
    if !hasRoom { stage.said.append(Phrase(.demoStoreNotEmpty, folder.path).english) }
    return stage
  }

  /// The JPEG file `path`, or those in the folder `path`; nil is the synthetic scene.
  static func pictures(at path: String?) throws(Failure) -> Pictures {
    if let path { return .album(try Album(try DemoFolder.pictures(at: path))) }
    let chance = Chance(seed: seed)
    return .scene(Scene(width: width, height: height, chance))
  }

  private static func screen() throws(Failure) -> Screen {
    do throws(SystemError) {
      return try Screen()
    } catch {
      throw terminalFailure(error)
    }
  }

  private static func inTerminal<Answer>(
    _ body: () throws(SystemError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(SystemError) {
      return try body()
    } catch {
      throw terminalFailure(error)
    }
  }

  private static func terminalFailure(_ error: SystemError) -> Failure {
    Failure(.console, Phrase(.demoAtTerminal, "\(error.call): \(error.reason)"), cause: error)
  }
}
