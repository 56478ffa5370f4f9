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

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    var file = file
    if let path { file.path = path }
    let entries = try file.load().entries
    try StandardOutput.print(json ? entries.json.text : entries.text)
  }
}

extension [Setting] {
  /// A line of TOML each, and as comments what is not used and the digest.
  fileprivate var text: String {
    let comments = (unusedPhrases + [.configurationDigest(digest)]).map { "# " + $0.told }
    return (map(\.description) + comments).joined(separator: "\n")
  }

  /// The same as one object; values are as TOML has them.
  fileprivate var json: JSON {
    let settings = map { setting in
      JSON.object([
        ("key", .string(setting.key)), ("value", .string(setting.value)),
        ("place", .optional(setting.place)), ("used", .bool(setting.isUsed)),
      ])
    }
    return .object([("settings", .array(settings)), ("digest", .string(digest))])
  }
}

extension Phrase {
  static func configurationDigest(_ digest: String) -> Phrase {
    Phrase("configuration.digest", "Configuration \(digest)")
  }
}
