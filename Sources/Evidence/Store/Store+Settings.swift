import Core

/// What people keep of settings.
extension Store {
  /// Keeps `settings`, all or none.
  mutating func keep(
    _ settings: [KeptSetting], for requester: Requester, at now: Moment
  ) throws(Failure) {
    for setting in settings where setting.name == .language {
      if let language = setting.value { try require(language) }
    }
    try append(settings.map { .settingKept($0, by: requester) }, at: now)
  }

  private func require(_ language: String) throws(Failure) {
    let known = try archive.languages()
    guard !known.contains(language) else { return }
    throw .refused(.languageUnknown(language, known.joined(separator: ", ")))
  }
}

extension Archive {
  /// The settings that people keep, in the order of their names; what a newer program keeps is left out.
  package func keptSettings() throws(Failure) -> [KeptSetting] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var settings: [KeptSetting] = []
      let prefix = Record.Kind.settingPrefix
      let sql = """
        SELECT substr(name, \(prefix.utf8.count + 1)), value FROM settings
        WHERE substr(name, 1, \(prefix.utf8.count)) = '\(prefix)' ORDER BY name
        """
      try database.prepare(sql).run { row in
        guard let name = row.text(0).flatMap({ SettingName(rawValue: $0) }) else { return }
        settings.append(KeptSetting(name, row.text(1)))
      }
      return settings
    }
  }

  /// The value of the setting `name` that people keep; nil where they keep none, or the usual one.
  package func keptSetting(_ name: SettingName) throws(Failure) -> String? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare("SELECT value FROM settings WHERE name = ?1")
        .first(.text(Record.Kind.settingPrefix + name.rawValue)) { $0.text(0) } ?? nil
    }
  }

  /// The languages that the store has texts in, sorted; English needs none.
  package func languages() throws(Failure) -> [String] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var languages: Set = ["en"]
      try database.prepare("SELECT DISTINCT lang FROM translations").run { row in
        row.text(0).map { _ = languages.insert($0) }
      }
      return languages.sorted()
    }
  }
}

extension Phrase {
  static func languageUnknown(_ language: String, _ known: String) -> Phrase {
    Phrase(
      "set.language-unknown",
      """
      There are no texts in '\(language)'; the store has: \(known). "db update" takes over those of the default.
      """)
  }
}
