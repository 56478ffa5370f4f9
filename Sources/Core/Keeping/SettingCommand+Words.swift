/// What is said of settings.
extension Phrase {
  static let helpSet = Phrase(
    "help.set", "tells what can be set, or sets it; the store keeps it until it is set again.")
  static let helpSetName = Phrase(
    "help.set.name", "A name alone has that one told: its value and what it can be.")
  static let helpSetValue = Phrase(
    "help.set.value", "A value after it is kept, whatever ends meanwhile.")
  static let helpSetDefault = Phrase(
    "help.set.default", "\"default\" in place of a value has it as it was at first.")
  static let helpSetDefaults = Phrase(
    "help.set.defaults", "\"set defaults\" has all settings as they were at first.")

  static func settingIs(_ name: String, _ value: String, _ range: Phrase) -> Phrase {
    Phrase("set.is", "{1}: {2}; it can be {3}.", name, value, range)
  }

  static func settingIsChosen(
    _ name: String, _ value: String, _ range: Phrase, _ standard: String
  ) -> Phrase {
    Phrase(
      "set.is-chosen", "{1}: {2}; it can be {3}, and was {4} at first.", name, value, range,
      standard)
  }

  static func settingNow(_ name: String, _ value: String) -> Phrase {
    Phrase("set.now", "{1} is {2} now.", name, value)
  }

  static func settingAlready(_ name: String, _ value: String) -> Phrase {
    Phrase("set.already", "{1} is {2} already.", name, value)
  }

  static func settingDefault(_ name: String, _ value: String) -> Phrase {
    Phrase("set.default", "{1} is {2}, as it was at first.", name, value)
  }

  static let settingsDefault = Phrase("set.defaults", "All settings are as they were at first.")

  static func settingUnused(_ effect: String, _ parameter: String) -> Phrase {
    Phrase("set.unused", "The effect {1} does without {2}.", effect, parameter)
  }

  static func settingUntilEnd(_ news: Phrase, _ problem: Phrase) -> Phrase {
    Phrase(
      "set.until-end", "{1} It holds until Exhibit ends, for it can't be kept: {2}", news, problem)
  }

  static func settingUnknown(_ word: String, _ names: String) -> Phrase {
    Phrase("set.unknown", "There is no setting \"{1}\"; there are: {2}.", word, names)
  }

  static func settingUnknownNearest(_ word: String, _ nearest: String) -> Phrase {
    Phrase(
      "set.unknown-nearest", "There is no setting \"{1}\"; did you mean \"{2}\"?", word, nearest)
  }
}
