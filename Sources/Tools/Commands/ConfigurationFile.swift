import ArgumentParser
import Configuration
import Core
import Glibc

/// The option that names the configuration.
struct ConfigurationFile: ParsableArguments {
  static let usualPath = Configuration.usualPath

  @Option(name: .customLong("config"), help: "The configuration file.")
  var path = ConfigurationFile.usualPath

  /// The configuration; a bad one is told, an error a line, and ends the program with `EX_CONFIG`.
  func load() throws -> Configuration {
    do throws(ConfigurationErrors) {
      return try Configuration.load(path: path)
    } catch {
      throw complaint(lines: error.description, code: .badConfiguration)
    }
  }

  /// The configuration as `load` gives it; nil if there is none at the usual place, which is no error.
  func loadIfPresent() throws -> Configuration? {
    let isAbsent = path == ConfigurationFile.usualPath && access(path, F_OK) != 0 && errno == ENOENT
    return isAbsent ? nil : try load()
  }

  /// Where store, key and socket are: as the configuration says, or as usual where there is none.
  func plan() throws -> BoardPlan { try loadIfPresent()?.plan ?? BoardPlan() }
}
