import Configuration
import Core
import Drivers
import Evidence

/// The configuration in force, and the file from which it can be read again.
struct RunningConfiguration {
  /// The devices as they are now; one that is opened anew is opened by this.
  private(set) var plan: BoardPlan
  private let path: String
  private var entries: [Setting]
  /// The machine's settings as they were read last.
  private(set) var settings: Settings

  /// What reading again brought.
  struct Renewal {
    /// The machine's settings from now on.
    let settings: Settings
    /// The roles that have another device, or none.
    let roles: Set<Role>
    /// What people hear of it.
    let news: [Phrase]
    /// What they should mind.
    let warnings: [Phrase]
  }

  /// `configuration`, which came from the file at `path`.
  init(_ configuration: Configuration, path: String) {
    plan = configuration.plan
    settings = configuration.runningSettings
    entries = configuration.entries
    settings.configurationDigest = Digest.of(entries.canonicalText)
    self.path = path
  }

  /// Reads the file again and uses it, but for what needs a restart; blocks as long as the file
  /// system does.
  mutating func readAgain() throws(ConfigurationErrors) -> Renewal {
    let configuration = try Configuration.load(path: path)
    let change = ConfigurationChange(from: entries, to: configuration.entries)
    let (old, spoken) = (plan, settings)
    plan = configuration.plan.renewing(old)
    settings = configuration.runningSettings
    (settings.language, settings.charset) = (spoken.language, spoken.charset)
    entries = ConfigurationChange.inForce(configuration.entries, after: entries)
    settings.configurationDigest = Digest.of(entries.canonicalText)
    return Renewal(
      settings: settings, roles: plan.roles(differingFrom: old),
      news: change.news(in: plan.language),
      warnings: change.warnings(file: path, in: plan.language))
  }
}

extension RunningConfiguration {
  /// Reads the file again as the devices want it: one with errors changes nothing.
  mutating func renew() -> BoardPlan.Renewal {
    do throws(ConfigurationErrors) {
      let renewal = try readAgain()
      let change = BoardPlan.Renewal.Change(plan, renewal.settings, renewal.roles)
      let words = renewal.news.map { (LogLevel.info, $0) }
      return BoardPlan.Renewal(change, words + renewal.warnings.map { (.warning, $0) })
    } catch {
      let phrases =
        error.phrases + [
          Phrase(
            "configuration.kept",
            "The configuration was not taken over; everything stays as it was.")
        ]
      return BoardPlan.Renewal(nil, phrases.map { (.error, $0) })
    }
  }
}

extension ConfigurationErrors {
  /// A sentence for each error, with its place, and one for those that are left out.
  fileprivate var phrases: [Phrase] {
    errors.map { Phrase("configuration.error-at", "\($0.place): \($0.phrase)") }
      + (omittedCount > 0 ? [Phrase.configurationMoreErrors(omittedCount)] : [])
  }
}

extension ConfigurationChange {
  /// What counts from now on, in a sentence.
  func news(in language: Language) -> [Phrase] {
    if isEmpty {
      return [Phrase("configuration.unchanged", "Configuration read again: nothing has changed.")]
    }
    if live.isEmpty { return [] }
    let list = live.map { $0.phrase.text(in: language) }.joined(separator: ", ")
    return [Phrase("configuration.read-again", "Configuration read again: \(list).")]
  }

  /// A sentence for each key that needs a restart, and for each that nothing is done with.
  ///
  /// - Parameter file: where a key would stand that stands nowhere.
  func warnings(file: String, in language: Language) -> [Phrase] {
    fixed.map { difference in
      Phrase(
        "configuration.needs-restart",
        """
        \(difference.new?.place ?? file): '\(difference.key)' needs a restart; until then it stays \
        \(difference.old?.value ?? Phrase.settingAbsent.text(in: language)).
        """)
    } + live.compactMap(\.new).unusedPhrases
  }
}

extension ConfigurationChange.Difference {
  fileprivate var phrase: Phrase {
    guard let new else { return Phrase("configuration.setting-gone", "\(key) is no longer set") }
    return Phrase.settingIs(key, new.value)
  }
}

extension Configuration {
  /// The machine's settings, of this version.
  fileprivate var runningSettings: Settings {
    var settings = settings
    settings.version = ProgramVersion.present
    return settings
  }
}

extension Phrase {
  static func settingIs(_ key: String, _ value: String) -> Phrase {
    Phrase("configuration.setting", "\(key) is \(value)")
  }

  static let settingAbsent = Phrase("configuration.setting-absent", "unset")
}
