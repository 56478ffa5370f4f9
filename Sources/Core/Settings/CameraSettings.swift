/// How a camera is to run; nil leaves the choice to the driver's offers.
package struct CameraSettings: Hashable, Sendable {
  /// A path, a name under `/dev/v4l/by-id`, or the number of a `/dev/video` node.
  package var device: String?
  /// By what the camera is known, wherever it is now; goes before `device`.
  package var identity: CameraIdentity?
  /// How the camera sits on the board, where somebody said.
  package var mounting: Mounting?
  /// Whether size and rate are to be as asked for, or small.
  package var power = CameraPower.full
  /// Pixels a row.
  package var width: Int?
  /// Rows.
  package var height: Int?
  /// Frames a second.
  package var framesPerSecond: Double?
  /// Four characters as V4L2 writes them, such as `MJPG`.
  package var format: String?
  /// Valid frames that are skipped after each start, while exposure settles.
  package var skippedFrameCount = 5
  /// What the driver's controls are set to after each start.
  package var controls: [ControlSetting] = []

  /// Settings that leave every choice to the program.
  package init() {}
}

/// By what a camera is known again when it comes back under another node's name.
package struct CameraIdentity: Hashable, Sendable {
  /// What it calls itself.
  package let card: String
  /// Where it is connected (`v4l2_capability.bus_info`).
  package let bus: String
  /// Its names under `/dev/v4l/by-id`, which follow it to another port.
  package let identifiers: [String]

  /// The camera that calls itself `card`, at `bus`.
  package init(card: String, bus: String, identifiers: [String]) {
    self.card = card
    self.bus = bus
    self.identifiers = identifiers
  }
}

/// A driver's control and the value that it is to have after each start of the stream.
package struct ControlSetting: Hashable, Sendable {
  /// Who asks for it, for a warning: `camera.controls.gain`, or a console's `camera set Gain`.
  package let origin: String
  /// The control's name; case, spaces and underscores don't matter.
  package let name: String
  /// What it is to be.
  package let value: Int

  /// The wish of `origin` that the control `name` be `value`.
  package init(_ origin: String, _ name: String, _ value: Int) {
    self.origin = origin
    self.name = name
    self.value = value
  }
}
