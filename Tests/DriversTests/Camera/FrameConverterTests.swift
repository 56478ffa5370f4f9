import CFakeVideo
import CVideo
import Core
import Testing

@testable import Drivers

@Suite struct FrameConverterTests {
  @Test(arguments: ["H264", "NV24", "ABCD"])
  func whatLibv4lconvertDoesNotKnowCannotBeConverted(name: String) throws {
    #expect(!FrameConverter.canConvert(try #require(FourCC(name))))
  }

  @Test(arguments: ["HM12", "HSV3", "RGBP", "S561", "O511", "PJPG"])
  func whatItReadsBeyondTheEndCannot(name: String) throws {
    #expect(!FrameConverter.canConvert(try #require(FourCC(name))))
  }

  @Test(arguments: ConvertibleFormat.all)
  func whatIsInTheListCan(format: ConvertibleFormat) {
    #expect(FrameConverter.canConvert(format.format))
  }

  /// Pages of a camera's buffers can only be read; a size that is no multiple of 16 leaves a rest in each row.
  @Test(arguments: ConvertibleFormat.all, [(64, 32), (642, 34)])
  func aFrameOnAPageThatCanOnlyBeReadIsConverted(
    format: ConvertibleFormat, size: (width: Int, height: Int)
  ) throws {
    let fake = try FakeCamera("", [])
    fake.offer(format.format, size.width, size.height)
    let row = (size.width * format.bitsInRow + 7) / 8
    fake_video_set_line_size(fake.device, UInt32(row))
    fake_video_set_frame_size(fake.device, UInt32(4 * size.width * size.height))
    var settings = fake.settings
    (settings.width, settings.height) = size
    var camera = try Camera(settings)
    let count = row * size.height * format.bits / format.bitsInRow
    fake.deliver((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    let frame = try #require(try camera.advance())
    let lent = try camera.withFrame(frame.sequence) { bytes, layout in (bytes.count, layout) }
    #expect(lent?.0 == size.width * size.height * 3 / 2)
    #expect(lent?.1.format == .yu12)
    fake.deliver(Array(repeating: 1, count: count - 1))
    #expect(try camera.advance() == nil)
    #expect(camera.counts.short == 1)
  }

  @Test(arguments: [("BG10", [0x00, 0x02] as [UInt8]), ("BYR2", [0x00, 0x80])])
  func aFrameOfMoreThanEightBitsIsSeenAsItIs(name: String, pixel: [UInt8]) throws {
    var pixels = v4l2_pix_format()
    (pixels.width, pixels.height, pixels.bytesperline, pixels.sizeimage) = (32, 16, 64, 1024)
    pixels.pixelformat = FourCC(spelled: name).code
    guard let converter = FrameConverter(from: pixels) else { throw NoConverter() }
    let grey = (0..<32 * 16).flatMap { _ in pixel }
    let luma = grey.withUnsafeBytes { bytes in
      (0..<2).map { _ in converter.convert(bytes).map { Set($0.prefix(32 * 16)) } }
    }
    // 128 in the range of 16 to 235, the second time too.
    #expect(luma == [[125], [125]] || luma == [[126], [126]])
  }

  /// 16×2 pixels UYVY: luma 16 in the upper row and 235 in the lower, U 90, V 200.
  private static let picture: [UInt8] =
    (0..<8).flatMap { _ in [90, 16, 200, 16] as [UInt8] }
    + (0..<8).flatMap { _ in [90, 235, 200, 235] as [UInt8] }

  private static func converter() throws -> FrameConverter {
    var pixels = v4l2_pix_format()
    pixels.width = 16
    pixels.height = 2
    pixels.pixelformat = try #require(FourCC("UYVY")).code
    pixels.bytesperline = 32
    pixels.sizeimage = 64
    guard let converter = FrameConverter(from: pixels) else { throw NoConverter() }
    return converter
  }

  private struct NoConverter: Error {}

  @Test func aShortFrameIsRefusedWithTheLibrarysWords() throws {
    let converter = try Self.converter()
    let isConverted = Self.picture.withUnsafeBytes { bytes in
      converter.convert(UnsafeRawBufferPointer(rebasing: bytes.prefix(40))) != nil
    }
    #expect(!isConverted)
    #expect(converter.refusal.contains("short uyvy data frame"))
  }

  @Test func aFrameBecomesThreePlanes() throws {
    let converter = try Self.converter()
    let planes = Self.picture.withUnsafeBytes { bytes in
      converter.convert(bytes).map { Array($0) }
    }
    let luma = [UInt8](repeating: 16, count: 16) + [UInt8](repeating: 235, count: 16)
    let chroma = [UInt8](repeating: 90, count: 8) + [UInt8](repeating: 200, count: 8)
    #expect(planes == luma + chroma)
  }
}
