import Core

extension Configuration {
  /// When to pause because nothing moves.
  package struct Idle: Hashable, Sendable {
    /// Time without movement.
    package var after: Duration
    /// nil means the accelerometer where there is one, the picture where there is none.
    package var motion: MotionSource?
    /// What of the accelerometer counts as movement.
    package var accelerometerMode: AccelerometerMotion.Mode
    /// Whether the picture may end a pause.
    package var pictureWake: PictureWake

    init(_ reader: inout Reader) {
      reader.section("idle")
      after = reader.value("idle.after_s", .seconds(1...86_400), default: .seconds(30))
      motion = reader.value("idle.motion", .choice)
      accelerometerMode = reader.value("idle.accelerometer", .choice, default: .relative)
      reader.section("picture")
      pictureWake = reader.value("picture.wake", .choice, default: .auto)
    }
  }
}
