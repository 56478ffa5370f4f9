/// The loops over one row of pixels, written so that the optimiser makes vectors of them.
///
/// The loops load whole little-endian words and shift: gathering every second byte by itself would need
/// shuffles that baseline x86-64 lacks. Rows may start at any address. Nothing here checks bounds:
/// the caller has compared the frame with its layout.
enum PixelRow {
  /// Copies the luma of `pixelCount` pixels, the low byte of each pair in `yuyv`.
  static func copyLuma(
    fromYUYV yuyv: UnsafeRawPointer, pixelCount: Int, to luma: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<pixelCount {
      luma[index] = UInt8(truncatingIfNeeded: pair(yuyv, index))
    }
  }

  /// Averages the chroma of two YUYV rows of `pixelCount` pixels, the high byte of each pair, which makes
  /// a row of NV12 chroma; halves are rounded up.
  static func averageChroma(
    ofYUYV upper: UnsafeRawPointer, and lower: UnsafeRawPointer, pixelCount: Int,
    to chroma: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<pixelCount {
      let sum = (pair(upper, index) &>> 8) &+ (pair(lower, index) &>> 8)
      chroma[index] = UInt8(truncatingIfNeeded: (sum &+ 1) &>> 1)
    }
  }

  /// Splits a row of NV12 chroma, `U V U V`, in two.
  static func splitChroma(
    ofNV12 chroma: UnsafeRawPointer, count: Int,
    u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>
  ) {
    for index in 0..<count {
      let both = pair(chroma, index)
      u[index] = UInt8(truncatingIfNeeded: both)
      v[index] = UInt8(truncatingIfNeeded: both &>> 8)
    }
  }

  /// Adds each luma sample of a plane's row to the sum of its column.
  static func addLuma(
    fromPlane luma: UnsafeRawPointer, pixelCount: Int, to sums: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<pixelCount {
      sums[index] &+= UInt32(luma.load(fromByteOffset: index, as: UInt8.self))
    }
  }

  /// Adds each luma sample of a YUYV row to the sum of its column.
  static func addLuma(
    fromYUYV yuyv: UnsafeRawPointer, pixelCount: Int, to sums: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<pixelCount {
      sums[index] &+= UInt32(pair(yuyv, index) & 0xFF)
    }
  }

  /// Adds each chroma sample of a YUYV row, `U V U V`, to the sum of its column.
  static func addChroma(
    fromYUYV yuyv: UnsafeRawPointer, pixelCount: Int, to sums: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<pixelCount {
      sums[index] &+= UInt32(pair(yuyv, index) &>> 8)
    }
  }

  @inline(__always)
  private static func pair(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    UInt16(littleEndian: row.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
  }
}
