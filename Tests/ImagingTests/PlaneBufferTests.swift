import Core
import Testing

@testable import Imaging

struct PlaneBufferTests {
  /// Two frames through one buffer: what it held before cannot pass for a repetition of both.
  @Test(arguments: [PixelFormat.yuyv, .nv12, .yu12], [(31, 20), (32, 19), (31, 19), (1, 1)])
  func anOddSideRepeatsItsLastSamples(format: PixelFormat, size: (width: Int, height: Int)) {
    let picture = Picture(width: size.width, height: size.height)
    let layout = picture.layout(format)
    let buffer = PlaneBuffer(layout: layout)
    for brightness: UInt8 in [10, 200] {
      let frame = picture.bytes(as: layout).map { _ in brightness }
      #expect(evenLuma(of: frame, in: buffer, layout).allSatisfy { $0 == brightness })
    }
    let frame = picture.bytes(as: layout)
    let evenWidth = 2 * layout.chromaWidth
    var expected: [UInt8] = []
    for y in 0..<2 * layout.chromaHeight {
      for x in 0..<evenWidth {
        expected.append(picture.luma(min(x, size.width - 1), min(y, size.height - 1)))
      }
    }
    #expect(evenLuma(of: frame, in: buffer, layout) == expected)
  }

  @Test func planesInTheFrameAreNotCopied() throws {
    let picture = Picture(width: 32, height: 20)
    let layout = picture.layout(.yu12, padding: 4)
    let buffer = PlaneBuffer(layout: layout)
    try picture.bytes(as: layout).withUnsafeBytes { frame in
      let start = try #require(frame.baseAddress)
      let (u, v) = (start.advanced(by: 36 * 20), start.advanced(by: 36 * 20 + 18 * 10))
      buffer.withPlanes(of: start) { planes in
        #expect(UnsafeRawPointer(planes.luma) == start)
        #expect(UnsafeRawPointer(planes.u) == u)
        #expect(UnsafeRawPointer(planes.v) == v)
      }
    }
  }

  /// The luma plane with even sides, without the padding of its rows.
  private func evenLuma(
    of frame: [UInt8], in buffer: borrowing PlaneBuffer, _ layout: FrameLayout
  ) -> [UInt8] {
    let (width, height) = (2 * layout.chromaWidth, 2 * layout.chromaHeight)
    return frame.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return [] }
      return buffer.withPlanes(of: start) { planes in
        var luma: [UInt8] = []
        for y in 0..<height {
          let row = planes.luma + y * planes.lumaStride
          luma += UnsafeBufferPointer(start: row, count: width)
        }
        return luma
      }
    }
  }
}
