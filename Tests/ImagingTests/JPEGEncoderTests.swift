import CJPEG
import Core
import Testing

@testable import Imaging

struct JPEGEncoderTests {
  static let rawFormats: [PixelFormat] = [.yuyv, .nv12, .yu12]

  @Test func refusesMJPEG() {
    #expect(throws: ImagingError.formatNotEncodable(.mjpeg)) {
      _ = try JPEGEncoder(layout: Picture(width: 16, height: 16).layout(.mjpeg), quality: 90)
    }
  }

  @Test(arguments: [(0, 16), (16, 0), (-2, 16), (65_501, 16), (16, 65_501)])
  func refusesSizesThatJPEGCannotHold(width: Int, height: Int) {
    let layout = FrameLayout(format: .yu12, width: width, height: height, bytesPerLine: 70_000)
    #expect(throws: ImagingError.sizeOutOfRange(width: width, height: height)) {
      _ = try JPEGEncoder(layout: layout, quality: 90)
    }
  }

  @Test(arguments: [(PixelFormat.yuyv, 36), (.nv12, 18), (.yu12, 17)])
  func refusesLinesThatCannotHoldARow(format: PixelFormat, needed: Int) {
    for bytesPerLine in [-1, needed - 1, Int.max] {
      let layout = FrameLayout(format: format, width: 17, height: 9, bytesPerLine: bytesPerLine)
      #expect(throws: ImagingError.bytesPerLineOutOfRange(bytesPerLine, needed: needed)) {
        _ = try JPEGEncoder(layout: layout, quality: 90)
      }
    }
  }

  @Test(arguments: [-1, 0, 101]) func refusesQualitiesOffTheScale(quality: Int) {
    #expect(throws: ImagingError.qualityOutOfRange(quality)) {
      _ = try JPEGEncoder(layout: Picture(width: 16, height: 16).layout(.yuyv), quality: quality)
    }
  }

  @Test(arguments: rawFormats) func refusesAFrameOneByteShortAndGoesOn(format: PixelFormat) throws {
    let picture = Picture(width: 17, height: 9)
    let layout = picture.layout(format, padding: 3)
    let frame = picture.bytes(as: layout)
    let encoder = try JPEGEncoder(layout: layout, quality: 90)
    let error = ImagingError.frameTooShort(byteCount: frame.count - 1, needed: frame.count)
    #expect(throws: error) {
      try frame.dropLast().withUnsafeBytes { try encoder.encode($0) { $0.count } }
    }
    let byteCount = try frame.withUnsafeBytes { try encoder.encode($0) { $0.count } }
    #expect(byteCount > 0)
  }

  @Test func refusesNoBytesAtAll() throws {
    let encoder = try JPEGEncoder(
      layout: Picture(width: 2, height: 2).layout(.yuyv), quality: 90)
    #expect(throws: ImagingError.frameTooShort(byteCount: 0, needed: 8)) {
      try encoder.encode(UnsafeRawBufferPointer(start: nil, count: 0)) { $0.count }
    }
  }

  @Test(arguments: rawFormats, [(64, 48), (48, 64), (17, 9), (33, 31), (2, 1), (1, 1)])
  func samplesSurvive(format: PixelFormat, size: (width: Int, height: Int)) throws {
    let picture = Picture(width: size.width, height: size.height)
    let layout = picture.layout(format)
    let jpeg = encoded(picture.bytes(as: layout), layout, quality: 100)
    let planes = try #require(DecodedPlanes(jpeg, size.width, size.height))
    #expect(worstError(of: planes, against: picture) <= 3)
  }

  @Test(arguments: rawFormats, [1, 2, 13]) func paddingIsNotSeen(format: PixelFormat, padding: Int)
  {
    let picture = Picture(width: 32, height: 20)
    let tight = picture.layout(format)
    let padded = picture.layout(format, padding: padding)
    let expected = encoded(picture.bytes(as: tight), tight)
    #expect(!expected.isEmpty)
    #expect(encoded(picture.bytes(as: padded), padded) == expected)
  }

  @Test(arguments: [(32, 20), (31, 20), (32, 19), (31, 19)])
  func allFormatsOfOnePictureGiveTheSameBytes(width: Int, height: Int) {
    let picture = Picture(width: width, height: height)
    let pictures = Self.rawFormats.map { format in
      encoded(picture.bytes(as: picture.layout(format)), picture.layout(format))
    }
    #expect(!pictures[0].isEmpty)
    #expect(pictures.allSatisfy { $0 == pictures[0] })
  }

  @Test func chromaRowsAreAveragedAndHalvesRoundedUp() throws {
    let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)
    let frame = (0..<512).map { index -> UInt8 in
      let isOddRow = !(index / 32).isMultiple(of: 2)
      switch index % 4 {
      case 1: return isOddRow ? 201 : 40
      case 3: return isOddRow ? 101 : 50
      default: return 128
      }
    }
    let planes = try #require(DecodedPlanes(encoded(frame, layout, quality: 100), 16, 16))
    #expect(planes.u.allSatisfy { $0 == 121 })
    #expect(planes.v.allSatisfy { $0 == 76 })
  }

  @Test func transformsAreAccurateBelowQuality96() {
    let layout = Picture(width: 64, height: 48).layout(.yu12)
    var generator = SeededGenerator(seed: 7)
    let frame = (0..<64 * 48 * 3 / 2).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let ours = encoded(frame, layout, quality: 90)
    #expect(ours == reference(frame, layout, quality: 90, TJFLAG_ACCURATEDCT))
    #expect(ours != reference(frame, layout, quality: 90, TJFLAG_FASTDCT))
  }

  @Test func noiseAtTheHighestQualityFitsTheOutput() {
    let layout = Picture(width: 64, height: 48).layout(.yu12)
    var generator = SeededGenerator(seed: 8)
    let frame = (0..<64 * 48 * 3 / 2).map { _ in UInt8(generator.next() & 1) &* 255 }
    #expect(encoded(frame, layout, quality: 100).count > frame.count)
  }

  @Test func anEncoderKeepsNothingOfTheFrameBefore() throws {
    let picture = Picture(width: 31, height: 19)
    let layout = picture.layout(.yuyv)
    let frame = picture.bytes(as: layout)
    let encoder = try JPEGEncoder(layout: layout, quality: 90)
    let first = try frame.withUnsafeBytes { try encoder.encode($0) { [UInt8]($0) } }
    _ = try [UInt8](repeating: 9, count: frame.count).withUnsafeBytes {
      try encoder.encode($0) { $0.count }
    }
    #expect(try frame.withUnsafeBytes { try encoder.encode($0) { [UInt8]($0) } } == first)
  }

  private func worstError(of planes: DecodedPlanes, against picture: Picture) -> Int {
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let luma = Int(planes.luma[y * planes.lumaStride + x])
        worst = max(worst, abs(luma - Int(picture.luma(x, y))))
      }
    }
    for index in planes.u.indices {
      let (x, y) = (index % planes.chromaStride, index / planes.chromaStride)
      worst = max(worst, abs(Int(planes.u[index]) - Int(picture.u(x, y))))
      worst = max(worst, abs(Int(planes.v[index]) - Int(picture.v(x, y))))
    }
    return worst
  }

  /// What TurboJPEG makes of unpadded YU12 by itself; empty if it fails.
  private func reference(
    _ frame: [UInt8], _ layout: FrameLayout, quality: Int32, _ flags: Int32
  ) -> [UInt8] {
    let encoder = tjInitCompress()
    var jpeg: UnsafeMutablePointer<UInt8>?
    var byteCount: UInt = 0
    defer {
      tjFree(jpeg)
      tjDestroy(encoder)
    }
    let result = tjCompressFromYUV(
      encoder, frame, Int32(layout.width), 1, Int32(layout.height), Int32(TJSAMP_420.rawValue),
      &jpeg, &byteCount, quality, flags)
    guard result == 0 else { return [] }
    return [UInt8](UnsafeBufferPointer(start: jpeg, count: Int(byteCount)))
  }
}
