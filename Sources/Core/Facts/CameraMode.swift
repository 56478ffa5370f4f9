/// How the camera is running: what the driver really set, which may differ from what was asked.
package struct CameraMode: Hashable, Sendable {
  /// The node it was opened by, such as `/dev/video0`.
  package let path: String
  /// The camera's name (`v4l2_capability.card`).
  package let card: String
  /// The kernel driver (`v4l2_capability.driver`).
  package let driver: String
  /// The format on the wire as V4L2 writes it, such as `MJPG`; frames are lent in their layout's.
  package let format: String
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The driver's nominal rate; nil where it names none.
  package let framesPerSecond: Double?
  /// How the camera sits on the board; nil where nobody said.
  package var mounting: Mounting?

  /// A mode as the driver described it.
  package init(
    path: String, card: String, driver: String, format: String, width: Int, height: Int,
    framesPerSecond: Double?
  ) {
    self.path = path
    self.card = card
    self.driver = driver
    self.format = format
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
  }
}

/// How much the camera is to deliver.
package enum CameraPower: String, Hashable, Sendable {
  /// What the configuration asks for.
  case full
  /// A smaller picture, less often: that takes less power and makes less heat.
  case subdued
}
