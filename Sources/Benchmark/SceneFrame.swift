import Core

/// A made-up picture in YUYV with what a JPEG encoder's cost depends on: slopes, edges, texture, noise.
///
/// Without noise most blocks would be empty and cost nothing to code; with too much, coding would hide
/// every other cost. At quality 80 this one takes about as many bytes a pixel as a room seen by a webcam.
struct SceneFrame {
  /// The arrangement of the bytes; rows are not padded.
  let layout: FrameLayout
  /// The picture.
  let bytes: [UInt8]

  /// The picture number `seed` at this size; both sides are even.
  init(width: Int, height: Int, seed: UInt64) {
    layout = FrameLayout(format: .yuyv, width: width, height: height, bytesPerLine: 2 * width)
    var noise = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    bytes = [UInt8](unsafeUninitializedCapacity: 2 * width * height) { bytes, count in
      for index in 0..<width * height {
        noise ^= noise << 13
        noise ^= noise >> 7
        noise ^= noise << 17
        let (x, y) = (index % width, index / width)
        bytes[2 * index] = SceneFrame.luma(x, y) &+ UInt8(noise & 7)
        bytes[2 * index + 1] = SceneFrame.chroma(x / 2, y, isV: !x.isMultiple(of: 2))
      }
      count = 2 * width * height
    }
  }

  private static func luma(_ x: Int, _ y: Int) -> UInt8 {
    let slope = (x + 2 * y) / 16 % 96
    let edge = (x / 90 + y / 70).isMultiple(of: 3) ? 60 : 0
    let texture = (x / 160).isMultiple(of: 4) ? (x * 7 ^ y * 5) & 15 : 0
    return UInt8(40 + slope + edge + texture)
  }

  private static func chroma(_ x: Int, _ y: Int, isV: Bool) -> UInt8 {
    UInt8(96 + (isV ? x / 16 + y / 32 : y / 16 + x / 32) % 64)
  }
}
