/// How much is remembered of what the camera delivers, for a clip that may be wanted: whatever is less.
package struct PreRoll: Hashable, Sendable {
  /// From the oldest frame to the newest at most.
  package var length = Duration.seconds(5)
  /// Bytes of all frames at most; as many wait for a store that is slower than the camera.
  package var byteCount = 32_000_000

  /// As much as is remembered where nobody says otherwise.
  package init() {}
}

/// Whether frames are remembered.
struct FrameRecall: Sendable {
  private var told: PreRoll?

  /// Has `wanted` be remembered, where that is news; nil for nothing.
  mutating func settle(_ wanted: PreRoll?, _ steps: inout Steps) {
    guard wanted != told else { return }
    told = wanted
    steps.add(.clip(.remember(wanted)))
  }
}

extension CameraMode {
  /// Whether each of its frames is a picture that needs no encoding.
  var isCompressed: Bool { format == "MJPG" || format == "JPEG" }
}
