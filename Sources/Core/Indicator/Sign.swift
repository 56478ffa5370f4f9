/// What light and buzzer say once.
public enum Sign: Hashable, Sendable {
  /// The photo, or the last of a series, is durable.
  case stored
  /// Cancelled, undone or taken back.
  case cancelled
  /// A press was refused, or a capture failed.
  case refused

  /// The same marks for light and buzzer.
  public var marks: [Mark] {
    switch self {
    case .stored: [.blip, .blip]
    case .cancelled: [.blip, .blip, .blip]
    case .refused: [.long, .long, .long]
    }
  }
}
