import Core
import CVideo

/// The sizes of a camera that scales: every step from the least to the greatest.
package struct SizeRange: Hashable, Sendable {
  /// Pixels a row.
  package let widths: ClosedRange<Int>
  /// Rows.
  package let heights: ClosedRange<Int>
  /// From one width to the next.
  package let widthStep: Int
  /// From one height to the next.
  package let heightStep: Int

  /// A range, whose steps are at least 1.
  package init(widths: ClosedRange<Int>, heights: ClosedRange<Int>, widthStep: Int, heightStep: Int)
  {
    self.widths = widths
    self.heights = heights
    self.widthStep = widthStep
    self.heightStep = heightStep
  }

  /// The sizes worth asking the rates of: the greatest, what is configured, and the usual ones.
  func candidates(for settings: CameraSettings) -> [(width: Int, height: Int)] {
    let greatest = (width: widths.upperBound, height: heights.upperBound)
    let configured = (settings.width ?? greatest.width, settings.height ?? greatest.height)
    return [greatest] + ([configured] + SizeRange.usual).filter(contains)
  }

  private static let usual = [(1920, 1080), (1280, 720), (640, 480)]

  private func contains(_ width: Int, _ height: Int) -> Bool {
    widths.contains(width) && heights.contains(height)
      && (width - widths.lowerBound).isMultiple(of: widthStep)
      && (height - heights.lowerBound).isMultiple(of: heightStep)
  }
}

extension SizeRange {
  /// The kernel's range; a continuous one has steps of 1.
  init(_ range: v4l2_frmsize_stepwise) {
    widths = Int(range.min_width)...Int(max(range.min_width, range.max_width))
    heights = Int(range.min_height)...Int(max(range.min_height, range.max_height))
    widthStep = Int(max(1, range.step_width))
    heightStep = Int(max(1, range.step_height))
  }
}
