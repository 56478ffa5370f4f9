import CVideo
import Core
import Testing

@testable import Drivers

@Suite struct FrameConverterTests {
  @Test(arguments: ["H264", "NV24", "ABCD"])
  func whatLibv4lconvertDoesNotKnowCannotBeConverted(name: String) throws {
    #expect(!FrameConverter.canConvert(try #require(FourCC(name))))
  }

  @Test(arguments: ["UYVY", "RGB3", "BA81", "GREY", "HM12"])
  func whatItKnowsCan(name: String) throws {
    #expect(FrameConverter.canConvert(try #require(FourCC(name))))
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
    // The library reads past what it was given before it refuses, which a mapped buffer bears.
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
