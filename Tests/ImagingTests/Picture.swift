import CJPEG
import Core

@testable import Imaging

/// A made-up picture whose every sample is known: three slopes in three directions, so that a swap of
/// planes, a wrong row length or a shift cannot go unseen.
struct Picture {
  let width, height: Int

  var chromaWidth: Int { (width + 1) / 2 }
  var chromaHeight: Int { (height + 1) / 2 }

  func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8(40 + 120 * x / width + 60 * y / height) }
  func u(_ x: Int, _ y: Int) -> UInt8 { UInt8(60 + 100 * x / chromaWidth) }
  func v(_ x: Int, _ y: Int) -> UInt8 { UInt8(220 - 120 * y / chromaHeight) }

  func layout(_ format: PixelFormat, padding: Int = 0) -> FrameLayout {
    let bytesPerLine =
      switch format {
      case .mjpeg: 0
      case .yuyv: 4 * chromaWidth + padding
      case .nv12: 2 * chromaWidth + padding
      case .yu12: width + padding
      }
    return FrameLayout(format: format, width: width, height: height, bytesPerLine: bytesPerLine)
  }

  /// The picture as a camera would lay it out; what is padding has a value that nothing else has.
  func bytes(as layout: FrameLayout) -> [UInt8] {
    let line = layout.bytesPerLine
    switch layout.format {
    case .mjpeg: return jpeg()
    case .yuyv: return rows(height, line) { yuyv($0, $1) }
    case .nv12: return lumaRows(line) + rows(chromaHeight, line) { nv12Chroma($0, $1) }
    case .yu12:
      let half = (line + 1) / 2
      let us = rows(chromaHeight, half) { $0 < chromaWidth ? u($0, $1) : nil }
      let vs = rows(chromaHeight, half) { $0 < chromaWidth ? v($0, $1) : nil }
      return lumaRows(line) + us + vs
    }
  }

  /// The picture as our own encoder makes it.
  func jpeg(quality: Int = 95) -> [UInt8] {
    let layout = layout(.yu12)
    return encoded(bytes(as: layout), layout, quality: quality)
  }

  private func lumaRows(_ line: Int) -> [UInt8] {
    rows(height, line) { $0 < width ? luma($0, $1) : nil }
  }

  private func yuyv(_ byte: Int, _ y: Int) -> UInt8? {
    guard byte < 4 * chromaWidth else { return nil }
    switch byte % 4 {
    case 1: return u(byte / 4, y / 2)
    case 3: return v(byte / 4, y / 2)
    default: return byte / 2 < width ? luma(byte / 2, y) : nil
    }
  }

  private func nv12Chroma(_ byte: Int, _ y: Int) -> UInt8? {
    guard byte < 2 * chromaWidth else { return nil }
    return byte.isMultiple(of: 2) ? u(byte / 2, y) : v(byte / 2, y)
  }

  private func rows(_ count: Int, _ line: Int, _ byte: (Int, Int) -> UInt8?) -> [UInt8] {
    (0..<count * line).map { byte($0 % line, $0 / line) ?? 0 }
  }
}

/// `frame` as a JPEG picture; empty if our encoder throws, which no test that uses this survives.
func encoded(_ frame: [UInt8], _ layout: FrameLayout, quality: Int = 95) -> [UInt8] {
  do {
    let encoder = try JPEGEncoder(layout: layout, quality: quality)
    return try frame.withUnsafeBytes { try encoder.encode($0) { [UInt8]($0) } }
  } catch {
    return []
  }
}

/// What a decoder of its own makes of a JPEG picture with 4:2:0 chroma.
struct DecodedPlanes {
  let luma, u, v: [UInt8]
  /// Samples a row, padded to even for luma as TurboJPEG does.
  let lumaStride, chromaStride: Int

  /// Decodes `jpeg`, or answers nil where TurboJPEG finds the least fault with it.
  init?(_ jpeg: [UInt8], _ width: Int, _ height: Int) {
    let decoder = tjInitDecompress()
    defer { tjDestroy(decoder) }
    let (w, h) = (Int32(width), Int32(height))
    var planes = [UInt8](
      repeating: 0, count: Int(tjBufSizeYUV2(w, 1, h, Int32(TJSAMP_420.rawValue))))
    let result = tjDecompressToYUV2(
      decoder, jpeg, UInt(jpeg.count), &planes, w, 1, h, TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING)
    guard result == 0 else { return nil }
    chromaStride = (width + 1) / 2
    lumaStride = 2 * chromaStride
    let chromaCount = chromaStride * ((height + 1) / 2)
    luma = [UInt8](planes[..<(4 * chromaCount)])
    u = [UInt8](planes[(4 * chromaCount)..<(5 * chromaCount)])
    v = [UInt8](planes[(5 * chromaCount)...])
  }
}

/// A generator whose numbers are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Array<UInt8> {
  /// The structure that our parser sees in these bytes.
  func structure() throws(JPEGError) -> JPEGStructure {
    let result = withUnsafeBytes { bytes in
      Result { () throws(JPEGError) in try JPEGStructure(parsing: bytes) }
    }
    return try result.get()
  }

  /// Where the segment whose marker begins at `offset` ends.
  func segmentEnd(at offset: Int) -> Int {
    let high = Int(self[offset + 2])
    let low = Int(self[offset + 3])
    return offset + 2 + high << 8 + low
  }

  /// These bytes without the marker segments of code `marker` in the header.
  func without(_ marker: UInt8) -> [UInt8] {
    var rest: [UInt8] = [self[0], self[1]]
    var offset = 2
    while self[offset + 1] != JPEGMarker.startOfScan {
      let end = segmentEnd(at: offset)
      if self[offset + 1] != marker { rest += self[offset..<end] }
      offset = end
    }
    return rest + self[offset...]
  }
}
