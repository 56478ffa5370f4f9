/// A setting that people make at a console and that holds until they make another, whatever ends meanwhile.
package struct KeptSetting: Hashable, Sendable {
  /// Which it is.
  package let name: SettingName
  /// What it is, as it is typed; nil where it is as the program or its configuration has it.
  package let value: String?

  /// `name` is `value` from here on.
  package init(_ name: SettingName, _ value: String?) {
    self.name = name
    self.value = value
  }
}

/// What the store says of kept settings when it is opened.
package struct KeptFacts: Hashable, Sendable {
  /// Those that are not as the program has them.
  package let settings: [KeptSetting]
  /// Names of the languages that it has texts in, sorted.
  package let languages: [String]

  /// These settings, and texts in these languages.
  package init(_ settings: [KeptSetting], languages: [String]) {
    self.settings = settings
    self.languages = languages
  }
}
