/// Where movement is looked for.
package enum MotionSource: String, CaseIterable, Hashable, Sendable {
  /// How the board is held.
  case accelerometer
  /// What the camera sees.
  case picture
  /// Either of them.
  case both
  /// Nowhere: capture never pauses for want of movement.
  case off

  /// Whether the accelerometer counts.
  var usesAccelerometer: Bool { self == .accelerometer || self == .both }
  /// Whether the picture counts.
  var usesPicture: Bool { self == .picture || self == .both }
}

/// The latest movement: what showed it, and when.
package struct Movement: Hashable, Sendable {
  /// What showed it: the accelerometer or the picture.
  package enum Witness: String, Hashable, Sendable { case accelerometer, picture }

  /// What showed it.
  package let witness: Witness
  /// When it was seen.
  package let at: Instant
}

/// Whether the camera is opened for a frame now and then during a pause, to see movement.
package enum PictureWake: String, CaseIterable, Hashable, Sendable {
  /// Only where no accelerometer would see it.
  case auto
  /// With one too, as for a camera that is fixed in place.
  case always
  /// Never: the camera stays off.
  case never
}
