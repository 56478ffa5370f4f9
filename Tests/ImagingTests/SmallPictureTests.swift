import Core
import Testing

@testable import Imaging

/// Frames as they are given to an analyser.
@Suite struct SmallPictureTests {
  private static let picture = Picture(width: 1302, height: 974)

  private static func small(_ frame: [UInt8], _ layout: FrameLayout) throws -> [UInt8] {
    try frame.withUnsafeBytes { bytes in
      Result { () throws(ImagingError) in try SmallPicture.jpeg(of: bytes, layout) }
    }.get()
  }

  @Test(arguments: [PixelFormat.yuyv, .nv12, .yu12]) func aRawFrameIsHalvedAndKeepsItsSamples(
    format: PixelFormat
  ) throws {
    let picture = Self.picture
    let layout = picture.layout(format, padding: 4)
    let jpeg = try Self.small(picture.bytes(as: layout), layout)
    let decoded = try #require(DecodedPlanes(jpeg, 651, 487))
    for (x, y) in [(0, 0), (300, 20), (20, 460), (640, 480)] {
      let chroma = y / 2 * decoded.chromaStride + x / 2
      let found = [
        decoded.luma[y * decoded.lumaStride + x], decoded.u[chroma], decoded.v[chroma],
      ]
      let sent = [picture.luma(2 * x, 2 * y), picture.u(x, y), picture.v(x, y)]
      let isSame = zip(found, sent).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
      #expect(isSame, "\(x), \(y): \(found) is not \(sent)")
    }
  }

  @Test func aJPEGFrameIsWhatTheCameraSentWithItsEnd() throws {
    let jpeg = Self.picture.jpeg()
    let layout = Self.picture.layout(.mjpeg)
    #expect(try Self.small(jpeg + Array(repeating: 0, count: 100), layout) == jpeg)
    #expect(try Self.small(Array(jpeg.dropLast(2)), layout) == jpeg)
  }

  @Test(arguments: [PixelFormat.yuyv, .nv12, .yu12]) func aFrameThatIsTooShortIsRefused(
    format: PixelFormat
  ) {
    let layout = Self.picture.layout(format)
    let frame = Self.picture.bytes(as: layout).dropLast()
    #expect(throws: ImagingError.self) { try Self.small(Array(frame), layout) }
  }
}
