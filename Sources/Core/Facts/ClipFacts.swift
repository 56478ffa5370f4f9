/// What is known of a clip when its file is made.
package struct ClipFacts: Hashable, Sendable {
  /// Who asked for it, and with which camera it is taken.
  package let request: ClipRequest
  /// When the kernel says that its first frame was taken.
  package let first: Moment
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The camera's pixel format as a four-character code, such as `MJPG` or `YUYV`.
  package let format: String

  /// The facts of the clip that `request` describes.
  package init(_ request: ClipRequest, first: Moment, width: Int, height: Int, format: String) {
    self.request = request
    self.first = first
    self.width = width
    self.height = height
    self.format = format
  }

  /// When it was to begin.
  package var planned: Instant { request.planned }
  /// Whether it begins with what was remembered.
  package var hasPreRoll: Bool { first.instant < request.planned }
}

/// What is in a clip.
package struct ClipContent: Hashable, Sendable {
  /// How many pictures it has.
  package let frameCount: Int
  /// From the stamp of its first picture to that of its last.
  package let length: Duration
  /// How many frames of that time are missing.
  package let droppedCount: Int

  /// So many pictures.
  package init(frameCount: Int, length: Duration, droppedCount: Int) {
    self.frameCount = frameCount
    self.length = length
    self.droppedCount = droppedCount
  }
}
