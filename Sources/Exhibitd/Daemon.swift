import Board
import Configuration
import Core
import Drivers
import Evidence
import Glibc
import System

/// The appliance itself: it owns the devices and the store, in one loop, until it is told to stop.
///
/// `exhibitd [--config FILE]`; a person says `exhibit run`.
@main
enum Daemon {
  /// Why it ends before its loop: what is said, and the status.
  private struct Refusal: Error {
    let words: String
    let status: Int32
  }

  static func main() {
    do throws(Refusal) {
      exit(try run(by: try path(in: Array(CommandLine.arguments.dropFirst()))))
    } catch {
      StandardError.say(error.words)
      exit(error.status)
    }
  }

  /// Path of the configuration that `words` name.
  private static func path(in words: [String]) throws(Refusal) -> String {
    if words.isEmpty { return Configuration.usualPath }
    if words.count == 2, words[0] == "--config" { return words[1] }
    throw Refusal(words: "usage: exhibitd [--config FILE]", status: ExitStatus.usage)
  }

  /// Runs the camera by the configuration in the file at `path`.
  ///
  /// - Returns: the status to end with.
  private static func run(by path: String) throws(Refusal) -> Int32 {
    Signals.holdRequests()
    Heap.keepSmall()
    var configuration = try load(path)
    let language = DefaultDatabase.sentencesOrEnglish(
      in: configuration.language, of: SharedFiles.present.defaults)
    configuration.plan.language = language.sentences
    try refuseNewerStore(in: configuration.plan)
    var running = RunningConfiguration(configuration, path: path)
    var settings = running.settings
    settings.watchdog = ServiceWatchdog.patience
    var machine = Machine(settings)
    do throws(SystemError) {
      var devices = try LinuxDeviceSet(running.plan) { running.renew() }
      for phrase in configuration.entries.unusedPhrases + [language.problem].compactMap(\.self) {
        devices.log(.warning, "Configuration", phrase)
      }
      var board = Executor(devices, BoardStore(setup(of: configuration, settings)))
      Core.run(&machine, in: &board)
      board.devices.settleConsole()
    } catch {
      throw Refusal(words: "\(error.call): \(error.reason)", status: EXIT_FAILURE)
    }
    return machine.isShutdown ? ExitStatus.shutdown : EXIT_SUCCESS
  }

  private static func load(_ path: String) throws(Refusal) -> Configuration {
    do throws(ConfigurationErrors) {
      return try Configuration.load(path: path)
    } catch {
      throw Refusal(words: error.description, status: ExitStatus.badConfiguration)
    }
  }

  /// Every other trouble with the store may pass while the program runs.
  private static func refuseNewerStore(in plan: BoardPlan) throws(Refusal) {
    do throws(Failure) {
      try Archive.requireKnown(plan.store)
    } catch  where error.kind == .newerStore {
      throw Refusal(
        words: error.phrase.text(in: plan.language), status: ExitStatus.badConfiguration)
    } catch {}
  }

  private static func setup(of configuration: Configuration, _ settings: Settings) -> StoreSetup {
    var setup = StoreSetup(
      directory: configuration.plan.store, device: configuration.plan.device,
      program: ProgramFacts(
        version: settings.version, configurationDigest: settings.configurationDigest))
    setup.language = configuration.language
    setup.defaults = SharedFiles.present.defaults
    setup.collects = settings.study.isConfigured
    return setup
  }
}
