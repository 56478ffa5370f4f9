import Core
import Testing

@testable import Drivers

@Suite struct FrameCheckTests {
  private static let start: [UInt8] = [0xff, 0xd8]
  private static let end: [UInt8] = [0xff, 0xd9]
  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private func defect(of bytes: [UInt8], _ check: FrameCheck, flags: UInt32 = 0) -> FrameDefect? {
    bytes.withUnsafeBytes { check.defect(of: $0, flags: flags) }
  }

  static let jpegs: [(bytes: [UInt8], defect: FrameDefect?)] = [
    ([], .short),
    (start, .short),
    ([0, 0xd8] + end, .badStart),
    (end + start + end, .badStart),
    (start + [1, 2, 3], .badEnd),
    (start + zeros(3), .badEnd),
    (start + zeros(5000), .badEnd),
    (start + [0xd9, 1, 0xd9], .badEnd),
    (start + end + zeros(FrameCheck.paddingLimit), .badEnd),
    (start + end + [1], .badEnd),
    (start + end, nil),
    (start + [1, 2, 3] + end, nil),
    (start + end + [0], nil),
    (start + end + zeros(FrameCheck.paddingLimit - 2), nil),
  ]

  @Test(arguments: jpegs)
  func aJPEGFrameBeginsAndEndsWithItsMarkers(bytes: [UInt8], expected: FrameDefect?) {
    #expect(defect(of: bytes, .jpeg) == expected)
  }

  @Test func aFrameMarkedDamagedIsSoWhateverItHolds() {
    #expect(defect(of: Self.start + Self.end, .jpeg, flags: 0x40) == .errorFlag)
    #expect(defect(of: [], .jpeg, flags: 0x2040) == .errorFlag)
  }

  @Test(arguments: [
    (PixelFormat.yuyv, 2 * 8, 4, 64), (.nv12, 8, 4, 48), (.yu12, 8, 4, 48), (.nv12, 16, 4, 96),
  ])
  func aPlainFrameHasAllItsRowsWithTheirPadding(
    format: PixelFormat, bytesPerLine: Int, height: Int, whole: Int
  ) {
    let layout = FrameLayout(
      format: format, width: 8, height: height, bytesPerLine: bytesPerLine)
    #expect(defect(of: Self.zeros(whole - 1), FrameCheck(layout)) == .short)
    #expect(defect(of: Self.zeros(whole), FrameCheck(layout)) == nil)
  }
}
