import ArgumentParser
import Board
import Core
import Drivers
import Evidence
import Glibc
import System
import Terminal
import VirtualDevices

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

  @Option(help: "The language to speak, such as de.")
  var language = "en"

  @Option(help: "The default database, which has the texts and is what 'db reset' takes.")
  var defaults: String?

  @Flag(help: "Lines only, and words in place of keys, as a screen reader wants them.")
  var plain = false

  @Flag(help: "Add a few things and photos first, if there are none.")
  var sample = false

  @Flag(help: "Record clips for a study: the button is that of the profile 'study'.")
  var study = false

  @Flag(help: "Have an imitated voice speak, and tell its sentences and the buzzer's signs.")
  var voice = false

  @Flag(help: "Have an imitated analyser guess what each photo shows, and the button answer.")
  var analyser = false

  func run() throws {
    do throws(Failure) {
      let folder = try playAsWanted()
      let lines = try folder.summary(by: CommandLine.arguments.first ?? "exhibit")
      try DemoOutput.print(lines.joined(separator: "\n"))
    } catch {
      throw StandardOutput.ending(for: error)
    }
  }

  /// By a script where there is one or nobody types; else on a screen, or in lines where that is wanted or all.
  private func playAsWanted() throws(Failure) -> DemoFolder {
    guard script == nil else { return try play() }
    if !plain, Screen.isPossible {
      return try playLive { demo throws(Failure) in try demo.playLive() }
    }
    guard plain || Screen.isTerminal else { return try play() }
    return try playLive { demo throws(Failure) in try demo.playPlain() }
  }

  private func playLive(_ play: (Demo) throws(Failure) -> Void) throws(Failure) -> DemoFolder {
    let demo = try demo()
    try play(demo)
    return demo.folder
  }

  private func play() throws(Failure) -> DemoFolder {
    let script = try Script.open(script)
    let demo = try demo()
    try demo.play(script, isPlain: plain)
    return demo.folder
  }

  /// The demo; its folder is made last, so that no mistake leaves an empty one.
  private func demo() throws(Failure) -> Demo {
    let pictures = try Demo.pictures(at: camera)
    let defaults = defaults ?? SharedFiles.readyDefaults()
    _ = try CommandLanguage.sentences(language, of: defaults)
    return Demo(
      folder: try DemoFolder(store), pictures: pictures, hasSample: sample, language: language,
      defaults: defaults, isStudy: study, hasVoice: voice, hasAnalyser: analyser)
  }
}

/// A demo that is still to be played: what its board is made of.
struct Demo {
  /// Seed of the scene and of the accelerometer's noise: every demo shows the same.
  private static let seed: UInt64 = 1
  private static let framesPerSecond = 25
  private static let width = 640, height = 480
  /// Virtual time of a flush: about that of a good card.
  private static let flushTime = Duration.milliseconds(12)

  let folder: DemoFolder
  /// Pictures for the camera.
  let pictures: Pictures
  /// Whether a few things and photos are to be there already.
  let hasSample: Bool
  /// Name of the language that it speaks.
  var language = "en"
  /// The default database.
  var defaults = SharedFiles.installed.defaults
  /// Whether it records clips for a study.
  var isStudy = false
  /// Whether it has a voice, and is told by what is heard.
  var hasVoice = false
  /// Whether an imitated analyser guesses what photos show.
  var hasAnalyser = false

  /// What it guesses of one photo after the other: something to ask, something certain, a code of a thing; and two faces,
  /// none, and one.
  private static let guesses = [
    """
    {"options":[{"text":"Omega Seamaster","confidence":0.83},{"text":"Omega Speedmaster","confidence":0.4}],
    "faces":[{"box":[0.42,0.2,0.18,0.32],"score":0.97,"roll":-4,"fit":{"x":510,"y":270,"width":186,"roll":-40,
    "yaw":-170,"pitch":30,"off":{"eyes":42,"mouth_width":-8,"mouth_height":5,"chin":12}}},
    {"box":[0,0.35,0.09,0.28],"score":0.81,"roll":22}]}
    """,
    #"{"options":[{"text":"Receipt","confidence":0.97},{"text":"Warranty card","confidence":0.35}],"faces":[]}"#,
    """
    {"options":[{"text":"exhibit:thing=Green bag","confidence":1}],
    "faces":[{"box":[0.7,0.1,0.12,0.2],"score":0.9,"roll":0}]}
    """,
  ]

  private var setup: StoreSetup {
    var setup = StoreSetup(
      directory: folder.path, device: DemoFolder.device(folder.path),
      program: ProgramFacts(version: ProgramVersion.present))
    (setup.language, setup.defaults) = (language, defaults)
    setup.guide = SharedFiles.present.guide
    setup.collects = isStudy
    return setup
  }

  /// Plays it on the terminal in real time, until its person quits.
  func playLive() throws(Failure) {
    let bootID = try Demo.inTerminal { () throws(SystemError) in try Clock.bootID() }
    var store = BoardStore(setup)
    let console = try makeConsole(bootID, &store) {
      Moment(bootID: bootID, instant: Clock.now, wall: Clock.wallTime(at: Clock.now))
    }
    let demo = LiveDemo(console, on: try Demo.screen(), store: folder.path)
    let devices = VirtualDeviceSet(parts(VirtualMedium()), in: demo)
    var board = Executor(devices, store)
    var machine = Machine(settings)
    var sounds = DemoSounds(isWanted: hasVoice)
    Core.run(&machine, in: &board) { turn, machine, board in
      sounds.tell(turn, machine, to: &board.devices.around.console)
      let pieces = LiveDemo.pieces(after: turn, in: board.store.current)
      board.devices.around.observe(machine, pieces)
      board.devices.around.observe(turn, machine, board.store.current)
    }
    board.devices.around.finish()
  }

  /// Plays it in lines in real time, until its person quits.
  func playPlain() throws(Failure) {
    let bootID = try Demo.inTerminal { () throws(SystemError) in try Clock.bootID() }
    var store = BoardStore(setup)
    let console = try makeConsole(bootID, &store) {
      Moment(bootID: bootID, instant: Clock.now, wall: Clock.wallTime(at: Clock.now))
    }
    let demo = try Demo.plain(console)
    var board = Executor(VirtualDeviceSet(parts(VirtualMedium()), in: demo), store)
    var machine = Machine(settings)
    var sounds = DemoSounds(isWanted: hasVoice)
    Core.run(&machine, in: &board) { turn, machine, board in
      sounds.tell(turn, machine, to: &board.devices.around.console)
      board.devices.around.observe(machine)
    }
    board.devices.around.finish()
  }

  private static func plain(_ console: consuming DemoConsole) throws(Failure) -> PlainDemo {
    do throws(SystemError) {
      return try PlainDemo(console)
    } catch {
      throw terminalFailure(error)
    }
  }

  /// Plays `script` in virtual time; plain says what light and buzzer show in words.
  func play(_ script: consuming Script, isPlain: Bool = false) throws(Failure) {
    let time = VirtualTime()
    let medium = VirtualMedium(time)
    medium.flushTime = Demo.flushTime
    let bootID = try DemoFolder.newBootID()
    var setup = setup
    setup.medium = medium
    var store = BoardStore(setup)
    let console = try makeConsole(bootID, &store) {
      Moment(bootID: bootID, instant: time.now, wall: .unset)
    }
    let demo = try ScriptedDemo(script, on: console, time, isPlain: isPlain)
    var board = Executor(VirtualDeviceSet(parts(medium), in: demo), store)
    var machine = Machine(settings)
    var sounds = DemoSounds(isWanted: hasVoice)
    Core.run(&machine, in: &board) { turn, machine, board in
      sounds.tell(turn, machine, to: &board.devices.around.console)
      board.devices.around.observe(turn, machine)
    }
    board.devices.around.finish()
    if let failure = board.devices.around.failure { throw failure }
  }

  /// Everything as on a board that is configured with all devices, and besides them with a study at most.
  private var settings: Settings {
    var settings = Settings()
    settings.roles = [.camera, .button, .light, .buzzer, .accelerometer, .console, .store]
    settings.version = ProgramVersion.present
    settings.hasVoice = hasVoice
    if isStudy { (settings.gestures, settings.study.isConfigured) = (.study, true) }
    if hasAnalyser {
      var analyser = Analyser("imitation")
      (analyser.choosesThing, analyser.decides) = (true, true)
      (settings.analysers, settings.asksByButton) = ([analyser], true)
      settings.faceAnalyser = analyser.name
    }
    return settings
  }

  private func parts(_ medium: VirtualMedium) -> VirtualParts {
    let camera = VirtualCamera(pictures, framesPerSecond: Demo.framesPerSecond)
    var parts = VirtualParts(camera: camera, medium, RandomGenerator(seed: Demo.seed))
    parts.hook.answers = Demo.guesses
    return parts
  }

  /// A console for the boot `bootID`, whose clock says `moment`; with the sample in `store`, if it is wanted.
  private func makeConsole(
    _ bootID: String, _ store: inout BoardStore, at moment: () -> Moment
  ) throws(Failure) -> DemoConsole {
    let hasRoom = try hasSample ? Sample.add(to: &store, at: moment) : true
    var console = try DemoConsole(bootID, store: folder.path)
    if !hasRoom {
      console.messages.append(
        Phrase(
          "demo.store-not-empty",
          "There are pieces in \(folder.path) already; no samples were added."
        ).told)
    }
    return console
  }

  /// The JPEG file `path`, or those in the folder `path`; nil is the synthetic scene.
  static func pictures(at path: String?) throws(Failure) -> Pictures {
    if let path { return .album(try Album(try DemoFolder.pictures(at: path))) }
    let random = RandomGenerator(seed: seed)
    return .scene(Scene(width: width, height: height, random))
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
    Failure(.console, .demoAtTerminal("\(error.call): \(error.reason)"), cause: error)
  }
}
