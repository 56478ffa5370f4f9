/// What is known of a clip when it is asked for, and of its camera when that delivers.
package struct ClipRequest: Hashable, Sendable {
  /// Who asked.
  package let requester: Requester
  /// When it was to begin: with the first edge of a press, or with a line; what was remembered comes before.
  package let planned: Instant
  /// The camera that it is taken with, and how that runs.
  package var camera: CameraMode?
  /// How its pictures are seen upright, where that is known.
  package var orientation: Orientation?
  /// Whether a person wants the camera to take little power.
  package var savesPower = false

  /// A clip that `requester` wants from `planned` on.
  package init(for requester: Requester, planned: Instant) {
    self.requester = requester
    self.planned = planned
  }
}
