import ArgumentParser
import Configuration

/// The option that names the configuration.
struct ConfigurationFile: ParsableArguments {
  @Option(name: .customLong("config"), help: "The configuration file.")
  var path = "/etc/exhibit/exhibit.toml"

  /// The configuration; a bad one is told, an error a line, and ends the program with `EX_CONFIG`.
  func load() throws -> Configuration {
    do throws(ConfigurationErrors) {
      return try Configuration.load(path: path)
    } catch {
      throw complaint(error.description, code: .badConfiguration)
    }
  }
}
