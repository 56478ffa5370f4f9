import Core

extension Camera {
  /// What the configuration says of the camera; nil leaves the choice to us.
  public struct Settings: Hashable, Sendable {
    /// A path, a name under `/dev/v4l/by-id`, or the number of a `/dev/video` node.
    public var device: String?
    /// By what the camera is known, wherever it is now; goes before `device`.
    public var identity: CameraIdentity?
    /// How the camera sits on the board, where somebody said.
    public var mounting: Mounting?
    /// Whether size and rate are to be as asked for, or small.
    public var power = CameraPower.full
    /// Pixels a row.
    public var width: Int?
    /// Rows.
    public var height: Int?
    /// Frames a second.
    public var framesPerSecond: Double?
    /// Four characters as V4L2 writes them, such as `MJPG`.
    public var format: String?
    /// Valid frames that are skipped after each start, while exposure settles.
    public var settleFrameCount = 5
    /// What the driver's controls are set to after each start.
    public var controls: [ControlSetting] = []

    /// Settings that leave every choice to us.
    public init() {}
  }
}
