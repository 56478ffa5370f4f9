import ArgumentParser
import Configuration
import Core
import Drivers
import System

/// `exhibit run`: the appliance itself, in the foreground until it is told to stop.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the camera until it is told to stop.")

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    Heap.returnLargeBlocks()
    let configuration = try file.load()
    var settings = Settings(configuration)
    settings.watchdog = ServiceWatchdog.patience
    var machine = Machine(settings)
    do throws(SystemError) {
      var board = try Board(RunningConfiguration(configuration, path: file.path))
      board.warn(UnusedSettings.phrases(in: configuration.settings))
      Core.run(&machine, in: &board)
      board.settleConsole()
    } catch {
      throw complaint("\(error.call): \(error.reason)")
    }
  }
}
