import Core

/// Tells by how much what a camera sees has changed from one look to the next.
package struct SceneWatch: ~Copyable {
  private var thumbnailer: Thumbnailer?
  private var layout: FrameLayout?
  private var latest: Thumbnail?

  /// A watch that has seen nothing.
  package init() {}

  /// The part of the picture, 0 to 1, that differs from the look before; 0 at the first look, and where
  /// the two cannot be compared.
  ///
  /// Blocks for a millisecond or a few of computing. A frame that can't be read is no look.
  package mutating func change(
    in frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> Double {
    if layout != self.layout {
      thumbnailer = try Thumbnailer(layout: layout)
      self.layout = layout
    }
    guard let thumbnail = try thumbnailer?.thumbnail(of: frame) else { return 0 }
    defer { latest = thumbnail }
    return latest.flatMap { thumbnail.changedPart(since: $0) } ?? 0
  }
}
