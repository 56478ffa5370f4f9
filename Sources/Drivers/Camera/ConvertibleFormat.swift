import CVideo

/// A format that libv4lconvert makes YU12 of, whose frames all have one size.
///
/// The library's other sources are left out: what it decompresses may lead it beyond the frame's end, some of it is
/// done by programs that it starts, and of HM12, HSV and RGB565 it reads more than there is.
struct ConvertibleFormat: Hashable, Sendable {
  /// Its name.
  let format: FourCC
  /// Bits of a pixel in a row of the first plane, or the only one.
  let bitsInRow: Int
  /// Bits of a pixel in all planes.
  let bits: Int

  /// The entry of `format`, if it has one.
  static func of(_ format: FourCC) -> ConvertibleFormat? { all.first { $0.format == format } }

  /// Bytes of a whole frame of `pixels`.
  func byteCount(of pixels: v4l2_pix_format) -> Int {
    let row = max(Int(pixels.bytesperline), (Int(pixels.width) * bitsInRow + 7) / 8)
    return row * Int(pixels.height) * bits / bitsInRow
  }

  /// All that are known to be safe, by the kernel's names.
  static let all: [ConvertibleFormat] =
    packed(8, "GREY", "Y04 ", "Y06 ", "BA81", "GBRG", "GRBG", "RGGB")
    + packed(10, "Y10B", "pBAA", "pGAA", "pgAA", "pRAA")
    + packed(16, "UYVY", "YVYU", "Y16 ", "BG10", "GB10", "BA10", "RG10")
    + packed(16, "BYR2", "GB16", "GR16", "RG16")
    + packed(24, "RGB3", "BGR3")
    + packed(32, "RGB4", "BGR4", "AR24", "XR24", "BA24", "BX24")
    + planar(12, "YV12", "M420") + planar(16, "NV16", "NV61")

  private static func packed(_ bits: Int, _ names: String...) -> [ConvertibleFormat] {
    names.map { ConvertibleFormat(format: FourCC(spelled: $0), bitsInRow: bits, bits: bits) }
  }

  private static func planar(_ bits: Int, _ names: String...) -> [ConvertibleFormat] {
    names.map { ConvertibleFormat(format: FourCC(spelled: $0), bitsInRow: 8, bits: bits) }
  }
}
