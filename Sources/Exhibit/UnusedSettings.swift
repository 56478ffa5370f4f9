import Configuration
import Core

/// Settings that were given but that this version does nothing with; better said than silently accepted.
enum UnusedSettings {
  private static let keys = [
    "clip", "hooks", "analyser", "voice", "study", "sync", "faces",
  ]

  /// A sentence for each of them among `settings` that a file gave.
  static func phrases(in settings: [Setting]) -> [Phrase] {
    settings.filter { $0.place != nil && isUnused($0.key) }
      .map { Phrase.settingUnused($0.place ?? "", $0.key) }
  }

  private static func isUnused(_ key: String) -> Bool {
    keys.contains { key == $0 || key.hasPrefix($0 + ".") }
  }
}

extension Phrase {
  static func settingUnused(_ place: String, _ key: String) -> Phrase {
    Phrase("configuration.unused", "{1}: this version does nothing with '{2}' yet.", place, key)
  }
}
