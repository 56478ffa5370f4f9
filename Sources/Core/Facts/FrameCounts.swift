/// What became of the frames since the camera was opened.
///
/// Every delivered frame is held or has a reason why not, so `delivered` is the sum of `held`,
/// `settling`, `errorFlag`, `short`, `badStart` and `badEnd`.
public struct FrameCounts: Hashable, Sendable {
  /// Taken from the driver's queue.
  public var delivered = 0
  /// Valid, and looked at.
  public var held = 0
  /// Skipped after a start, while exposure and white balance settle.
  public var settling = 0
  /// Marked damaged by the driver (`V4L2_BUF_FLAG_ERROR`).
  public var errorFlag = 0
  /// Fewer bytes than the format needs.
  public var short = 0
  /// JPEG without its start marker, FFD8.
  public var badStart = 0
  /// JPEG without its end marker, FFD9: cut off.
  public var badEnd = 0
  /// Held, and no whole picture when one was wanted for a photo.
  public var undecodable = 0
  /// Never seen: gaps in the driver's own count.
  public var lost = 0
  /// Passing input/output errors in place of a frame.
  public var transientErrors = 0

  /// Delivered, but no pictures.
  public var damaged: Int { errorFlag + short + badStart + badEnd }

  /// All zero.
  public init() {}
}
