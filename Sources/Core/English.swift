extension Phrase {
  /// The names of all sentences, each also its key in a table of translations.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    // Camera

    // Button, light and buzzer

    // Accelerometer

    // Console

    // Store

    // Configuration
    case configurationUnreadable = "configuration.unreadable"
    case configurationTooLarge = "configuration.too-large"
    case configurationLongLine = "configuration.long-line"
    case configurationSyntax = "configuration.syntax"
    case configurationUnknownKey = "configuration.unknown-key"
    case configurationMisspeltKey = "configuration.misspelt-key"
    case configurationNoBoard = "configuration.no-board"
    case configurationNeeds = "configuration.needs"
    case configurationContradiction = "configuration.contradiction"
    case configurationNotSection = "configuration.not-section"
    case configurationNotWhole = "configuration.not-whole"
    case configurationNotNumber = "configuration.not-number"
    case configurationNotSeconds = "configuration.not-seconds"
    case configurationNotTruth = "configuration.not-truth"
    case configurationNotText = "configuration.not-text"
    case configurationNotName = "configuration.not-name"
    case configurationNotOneOf = "configuration.not-one-of"
    case configurationNotCamera = "configuration.not-camera"
    case configurationNotControl = "configuration.not-control"
    case configurationNotLine = "configuration.not-line"
    case configurationMoreErrors = "configuration.more-errors"

    // Capture and shutter
    case photoStored = "photo.stored"

    /// The sentence in English, with `{1}`, `{2}` where the values go.
    public var english: String {
      switch self {
      // Camera

      // Button, light and buzzer

      // Accelerometer

      // Console

      // Store

      // Configuration
      case .configurationUnreadable:
        "cannot be read: {1}; check the path and its permissions"
      case .configurationTooLarge: "is larger than {1} bytes, too large for a configuration"
      case .configurationLongLine: "this line is longer than {1} bytes"
      case .configurationSyntax: "{1}"
      case .configurationUnknownKey: "unknown key '{1}'"
      case .configurationMisspeltKey: "unknown key '{1}'; did you mean '{2}'?"
      case .configurationNoBoard: "no board '{1}' in {2}"
      case .configurationNeeds: "'{1}' needs '{2}' too"
      case .configurationContradiction:
        "'{1}' contradicts '{2}' in line {3}; keep one of them"
      case .configurationNotSection: "'{1}' must be a section, not {2}"
      case .configurationNotWhole: "'{1}' must be a whole number from {2} to {3}, not {4}"
      case .configurationNotNumber: "'{1}' must be a number from {2} to {3}, not {4}"
      case .configurationNotSeconds: "'{1}' must be a number of seconds from {2} to {3}, not {4}"
      case .configurationNotTruth: "'{1}' must be true or false, not {2}"
      case .configurationNotText:
        "'{1}' must be text in quotes, {2} to {3} bytes without control characters, not {4}"
      case .configurationNotName:
        "'{1}' must be a name in quotes, made of letters, digits, '-', '_' and '.', not {2}"
      case .configurationNotOneOf: "'{1}' must be one of {2}, not {3}"
      case .configurationNotCamera:
        "'{1}' must be a device's path, its by-id name or its index, not {2}"
      case .configurationNotControl: "'{1}' must be a whole number, true or false, not {2}"
      case .configurationNotLine: "'{1}' must be a line's name or its offset, not {2}"
      case .configurationMoreErrors: "and {1} more"

      // Capture and shutter
      case .photoStored: "Stored, photo {1}."
      }
    }
  }
}
