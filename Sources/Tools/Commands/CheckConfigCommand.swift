import ArgumentParser
import Configuration
import Core
import Evidence
import System

/// `exhibit check-config`: says what is wrong with a configuration, or what it comes to.
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Say what is wrong with a configuration, or what it comes to.",
    discussion: "Ends with 78 if the configuration is bad.")

  @Argument(help: "The configuration file, in place of --config; - is standard input.")
  var path: String?

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    var file = file
    if let path { file.path = path == "-" ? "/dev/stdin" : path }
    let configuration = try file.load()
    try StandardOutput.print(json ? configuration.entries.json.text : configuration.text)
  }
}

extension Configuration {
  /// A line of TOML for each setting, and as comments what people should mind and the digest.
  fileprivate var text: String {
    let lack = [CommandLanguage.read(language).problem].compactMap(\.self)
    let comments =
      entries.unusedPhrases + lack + [.configurationDigest(Digest.of(entries.canonicalText))]
    return (entries.map(\.description) + comments.map { "# " + $0.told }).joined(separator: "\n")
  }
}

extension [Setting] {
  /// One object; values are as TOML has them.
  fileprivate var json: JSON {
    let settings = map { setting in
      JSON.object([
        ("key", .string(setting.key)), ("value", .string(setting.value)),
        ("place", .optional(setting.place)), ("used", .bool(setting.isUsed)),
      ])
    }
    return .object([("settings", .array(settings)), ("digest", .string(Digest.of(canonicalText)))])
  }
}

extension Phrase {
  static func configurationDigest(_ digest: String) -> Phrase {
    Phrase("configuration.digest", "Configuration \(digest)")
  }
}
