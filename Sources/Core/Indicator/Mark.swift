/// The two marks that light and buzzer are made of.
public enum Mark: Hashable, Sendable {
  /// A short one, written · in the documentation.
  case blip
  /// A long one, written –.
  case long

  /// Between two marks.
  public static let pause = Duration.milliseconds(200)

  /// How long it lasts.
  public var length: Duration {
    switch self {
    case .blip: .milliseconds(80)
    case .long: .milliseconds(500)
    }
  }
}
