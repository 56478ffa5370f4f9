import ArgumentParser
import Configuration

/// `exhibit check-config`: says what is wrong with a configuration, or what it comes to.
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Say what is wrong with a configuration, or what it comes to.",
    discussion: "Ends with 78 if the configuration is bad.")

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    let settings = try file.load().settings
    for setting in settings { print(setting) }
    for phrase in UnusedSettings.phrases(in: settings) { print("# " + phrase.english) }
  }
}
