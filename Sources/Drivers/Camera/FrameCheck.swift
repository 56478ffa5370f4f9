import CVideo
import Core

/// Why a delivered frame is not a picture.
enum FrameDefect: Hashable, Sendable {
  case errorFlag, short, badStart, badEnd
}

/// What a frame must fulfil to be held; it reads a few bytes at both ends and nothing between.
struct FrameCheck: Hashable, Sendable {
  /// Some cameras fill the last USB packet with zeros after the end marker.
  static let paddingLimit = 4096

  /// Whether each frame is one JPEG picture.
  let isJPEG: Bool
  /// What an undamaged frame has at least.
  let minimumByteCount: Int

  /// The first thing wrong with `bytes`, which the driver described by `flags`; nil if they pass.
  func defect(of bytes: UnsafeRawBufferPointer, flags: UInt32) -> FrameDefect? {
    if flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .errorFlag }
    if bytes.count < minimumByteCount { return .short }
    guard isJPEG else { return nil }
    if bytes[0] != 0xff || bytes[1] != 0xd8 { return .badStart }
    return endsInMarker(bytes) ? nil : .badEnd
  }

  private func endsInMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let tail = bytes.suffix(FrameCheck.paddingLimit)
    guard let last = tail.lastIndex(where: { $0 != 0 }), last > tail.startIndex else {
      return false
    }
    return bytes[last - 1] == 0xff && bytes[last] == 0xd9
  }
}

extension FrameCheck {
  /// A JPEG picture has at least its two markers.
  static let jpeg = FrameCheck(isJPEG: true, minimumByteCount: 4)

  /// The check for frames of `layout`, uncompressed unless it is JPEG.
  init(_ layout: FrameLayout) {
    let luma = layout.bytesPerLine * layout.height
    switch layout.format {
    case .mjpeg: self = .jpeg
    case .yuyv: self.init(isJPEG: false, minimumByteCount: luma)
    case .nv12, .yu12: self.init(isJPEG: false, minimumByteCount: luma + luma / 2)
    }
  }
}

extension FrameCounts {
  /// Counts a frame that is dropped for `defect`.
  mutating func count(_ defect: FrameDefect) {
    switch defect {
    case .errorFlag: errorFlag += 1
    case .short: short += 1
    case .badStart: badStart += 1
    case .badEnd: badEnd += 1
    }
  }
}
