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

  /// Number of the thing that was the current one when it was asked for; nil where nobody knows.
  package var thing: Int?

  /// What it is to be in a study; nil where it is for none.
  package var task: StudyTask?

  /// A clip that `requester` wants from `planned` on.
  package init(for requester: Requester, planned: Instant) {
    self.requester = requester
    self.planned = planned
  }
}

/// What a clip is to be in a study.
package struct StudyTask: Hashable, Sendable {
  /// The slot that it is to fill.
  package let slot: Slot
  /// How long it should be.
  package let desired: Duration

  /// A clip for `slot` that should be as long as `desired` says.
  package init(_ slot: Slot, desired: Duration) {
    self.slot = slot
    self.desired = desired
  }

  /// How long it may be.
  package var longest: Duration { desired + StudyPlan.overtime }
}
