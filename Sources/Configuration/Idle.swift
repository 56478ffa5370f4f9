extension Configuration {
  /// When to pause because nothing moves.
  public struct Idle: Hashable, Sendable {
    /// Time without movement.
    public var after: Duration
    /// nil means the accelerometer where there is one, the picture where there is none.
    public var motion: Motion?

    /// Where movement is looked for; `off` never pauses.
    public enum Motion: String, CaseIterable, Hashable, Sendable {
      case accelerometer, picture, both, off
    }

    init(_ reader: inout Reader) {
      reader.section("idle")
      after = reader.value("idle.after_s", .seconds(1...86_400), default: .seconds(30))
      motion = reader.value("idle.motion", .choice)
    }
  }
}
