import Core
import Testing

@testable import Drivers

@Suite struct FourCCTests {
  @Test(arguments: ["", "YUYVX", "YÜV", "A\tB"])
  func whatIsNoNameIsRefused(text: String) {
    #expect(FourCC(text) == nil)
  }

  @Test func theFirstCharacterIsTheLowestByte() {
    #expect(FourCC("YUYV")?.code == 0x5659_5559)
    #expect(FourCC("YU12") == .yu12)
  }

  @Test(arguments: [("mjpg", "MJPG"), ("MJPEG", "MJPG"), ("Y16", "Y16"), ("Y16 ", "Y16")])
  func aNameIsReadAsPeopleWriteIt(written: String, shown: String) {
    #expect(FourCC(written)?.text == shown)
  }

  @Test func whatCannotBeShownIsAQuestionMark() {
    // Big-endian formats have the highest bit set.
    #expect(FourCC(code: 0xa036_3159).text == "Y16?")
    #expect(FourCC(code: 0).text == "????")
  }

  @Test(arguments: [
    ("MJPG", PixelFormat.mjpeg), ("JPEG", .mjpeg), ("YUYV", .yuyv), ("NV12", .nv12),
    ("YU12", .yu12), ("UYVY", nil), ("H264", nil),
  ])
  func fourArrangementsAreReadAsTheyAre(name: String, format: PixelFormat?) {
    #expect(FourCC(name)?.pixelFormat == format)
  }
}
