import ArgumentParser
import Board
import Configuration
import Core
import Drivers
import Evidence
import System

/// `exhibit run`: the appliance itself, in the foreground until it is told to stop.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the camera until it is told to stop.",
    discussion: """
      Ends with 79 if the button or a console asked for it to be shut down, and with 78 if starting it \
      again would change nothing: the configuration is bad, or a newer program wrote the store.
      """)

  @OptionGroup var file: ConfigurationFile

  /// The command of the plain words `run` and `run --config FILE`, read without the parser; nil for all others.
  ///
  /// That looks at each type of the program, which takes a third of the time that the whole start takes, and a
  /// board that was just switched on should have its camera soon. Every property of the command and of its groups must
  /// be set here: reading one that the parser was to set ends the program.
  static func plain(_ words: [String]) -> RunCommand? {
    var file = ConfigurationFile()
    switch (words.count, words.first, words.dropFirst().first) {
    case (1, "run", nil): file.path = ConfigurationFile.usualPath
    case (3, "run", "--config") where !words[2].hasPrefix("-"): file.path = words[2]
    default: return nil
    }
    var command = RunCommand()
    command.file = file
    return command
  }

  func run() throws {
    Signals.holdRequests()
    Heap.keepSmall()
    var configuration = try file.load()
    let language = CommandLanguage.read(configuration.language)
    configuration.plan.language = language.sentences
    try refuseNewerStore(in: configuration.plan.store)
    var running = RunningConfiguration(configuration, path: file.path)
    var settings = running.settings
    settings.watchdog = ServiceWatchdog.patience
    var machine = Machine(settings)
    do throws(SystemError) {
      var devices = try LinuxDeviceSet(running.plan) { running.renew() }
      for phrase in configuration.entries.unusedPhrases + [language.problem].compactMap(\.self) {
        devices.log(.warning, "Configuration", phrase)
      }
      var setup = StoreSetup(
        directory: running.plan.store, device: running.plan.device,
        program: ProgramFacts(
          version: Exhibit.version, configurationDigest: settings.configurationDigest))
      (setup.language, setup.defaults) = (configuration.language, SharedFiles.readyDefaults())
      setup.collects = settings.study.isConfigured
      var board = Executor(devices, BoardStore(setup))
      Core.run(&machine, in: &board)
      board.devices.settleConsole()
    } catch {
      throw complaint("\(error.call): \(error.reason)")
    }
    if machine.isShutdown { throw ExitCode.shutdown }
  }

  /// Every other trouble with the store may pass while the program runs.
  private func refuseNewerStore(in directory: String) throws {
    do throws(Failure) {
      try Archive.requireKnown(directory)
    } catch  where error.kind == .newerStore {
      throw complaint(error.phrase.told, code: .badConfiguration)
    } catch {}
  }
}

/// `exhibit dark`: switches light and buzzer off where a program that was killed left them on.
struct DarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dark",
    abstract: "Switch light and buzzer off, as after a crash.",
    discussion: "Nothing else may hold them: a camera that runs keeps its own.")

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    let plan = try file.load().plan
    let failures = [switchOff(plan.light, as: .light), switchOff(plan.buzzer, as: .buzzer)]
    let sentences = failures.compactMap { $0?.phrase.told }
    guard sentences.isEmpty else { throw complaint(sentences.joined(separator: "\n")) }
  }

  /// A light is off from the moment it is taken; nil if that worked, or there is none.
  private func switchOff(_ settings: LightSettings?, as role: Role) -> Failure? {
    guard let settings else { return nil }
    do throws(Failure) {
      _ = try Light(settings, as: role)
      return nil
    } catch {
      return error
    }
  }
}
