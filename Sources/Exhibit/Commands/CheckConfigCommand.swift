import ArgumentParser
import Configuration
import Core

/// `exhibit check-config`: says what is wrong with a configuration, or what it comes to.
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Say what is wrong with a configuration, or what it comes to.",
    discussion: "Ends with 78 if the configuration is bad.")

  @Argument(help: "The configuration file, in place of --config.")
  var path: String?

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    var file = file
    if let path { file.path = path }
    let entries = try file.load().entries
    for entry in entries { print(entry) }
    for phrase in entries.unusedPhrases + [.configurationDigest(entries.digest)] {
      print("# " + phrase.english)
    }
  }
}

extension Phrase {
  static func configurationDigest(_ digest: String) -> Phrase {
    Phrase("configuration.digest", "Configuration {1}", digest)
  }
}
