extension Phrase {
  /// The names of all sentences, each also its key in a table of translations.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    // Camera

    // Button, light and buzzer

    // Accelerometer

    // Console

    // Store

    // Configuration

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

      // Capture and shutter
      case .photoStored: "Stored, photo {1}."
      }
    }
  }
}
