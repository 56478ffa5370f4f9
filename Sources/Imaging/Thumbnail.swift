import Core

/// A picture's luma, reduced to at most 80 × 60 cell means: enough to see that something moved.
package struct Thumbnail: Hashable, Sendable {
  /// Cells a row and rows at most.
  static let largestWidth = 80, largestHeight = 60

  /// Cells a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The cells' mean luma row by row, 0…255 as the camera means it.
  package let luma: [UInt8]

  /// A thumbnail from its cells, row by row.
  package init(width: Int, height: Int, luma: [UInt8]) {
    precondition(luma.count == width * height, "a thumbnail has width × height cells")
    self.width = width
    self.height = height
    self.luma = luma
  }

  /// By how much the cells of a blank picture differ at most: the noise of a sensor in the dark, averaged.
  private static let largestBlankDifference: UInt8 = 4

  /// Whether all cells have about one brightness.
  package var isBlank: Bool {
    guard let darkest = luma.min(), let lightest = luma.max() else { return true }
    return lightest - darkest <= Self.largestBlankDifference
  }

  /// The part of the cells, 0…1, that differ from `old`; nil if the shapes do, as after a new format.
  ///
  /// A cell differs if it changed by more than a tenth of what it was and 10 more: the margin for noise
  /// and flicker grows with brightness.
  func changedPart(since old: Thumbnail) -> Double? {
    guard width == old.width, height == old.height, !luma.isEmpty else { return nil }
    var changed = 0
    for index in luma.indices where Self.differs(Int(luma[index]), from: Int(old.luma[index])) {
      changed += 1
    }
    return Double(changed) / Double(luma.count)
  }

  static func differs(_ new: Int, from old: Int) -> Bool {
    10 * abs(new - old) > old + 100
  }
}

/// What has changed from one look to the next.
package struct SceneChange {
  /// The part of the picture, 0 to 1, that differs.
  package let part: Double
  /// Where that is; nil where the two can't be compared.
  package let movement: PictureFacts.Movement?

  /// Nothing that is known of.
  package static let none = SceneChange(part: 0, movement: nil)
}

/// Tells by how much, and where, what a camera sees has changed from one look to the next.
package struct SceneWatch: ~Copyable {
  private var thumbnailer: Thumbnailer?
  private var layout: FrameLayout?
  private var latest: Thumbnail?

  /// A watch that has seen nothing.
  package init() {}

  /// What differs from the look before; `none` at the first look, and where the two cannot be compared.
  ///
  /// Blocks for a millisecond or a few of computing. A frame that can't be read is no look.
  package mutating func change(
    in frame: UnsafeRawBufferPointer, _ layout: FrameLayout
  ) throws(ImagingError) -> SceneChange {
    if layout != self.layout {
      thumbnailer = try Thumbnailer(layout: layout)
      self.layout = layout
    }
    guard let thumbnail = try thumbnailer?.thumbnail(of: frame) else { return .none }
    defer { latest = thumbnail }
    guard let latest, let part = thumbnail.changedPart(since: latest) else { return .none }
    return SceneChange(part: part, movement: thumbnail.movement(since: latest))
  }
}
