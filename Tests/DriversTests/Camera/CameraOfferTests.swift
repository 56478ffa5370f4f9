import Core
import Testing

@testable import Drivers

@Suite struct CameraOfferTests {
  private static func offer(
    _ format: String, _ width: Int, _ height: Int, _ rates: UInt32...
  ) throws -> CameraOffer {
    let intervals = rates.compactMap { FrameInterval(numerator: 1, denominator: $0) }
    return CameraOffer(
      format: try #require(FourCC(format)), width: width, height: height,
      rates: intervals.isEmpty ? .unknown : .discrete(intervals))
  }

  private static func webcam() throws -> [CameraOffer] {
    [
      try offer("YUYV", 640, 480, 30, 15), try offer("YUYV", 1920, 1080, 5),
      try offer("MJPG", 640, 480, 60, 30), try offer("MJPG", 1280, 720, 30, 15),
      try offer("MJPG", 1920, 1080, 15),
    ]
  }

  @Test func nothingOfferedIsNoChoice() {
    #expect(CameraChoice(CameraSettings(), among: []) == nil)
  }

  @Test func byItselfItTakesTheLargestJPEGThatIsFastEnough() throws {
    let choice = try #require(CameraChoice(CameraSettings(), among: try Self.webcam()))
    #expect(choice.format.text == "MJPG")
    #expect((choice.width, choice.height) == (1280, 720))
    #expect(choice.interval?.rate == 30)
  }

  @Test func whereNothingIsFastEnoughItTakesTheLargest() throws {
    let slow = [try Self.offer("YUYV", 640, 480, 15), try Self.offer("YUYV", 1600, 1200, 2)]
    let choice = try #require(CameraChoice(CameraSettings(), among: slow))
    #expect(choice.width == 1600)
  }

  @Test func aFastPlainFormatComesBeforeASlowJPEG() throws {
    let offers = [try Self.offer("MJPG", 2592, 1944, 2), try Self.offer("YUYV", 640, 480, 30)]
    #expect(CameraChoice(CameraSettings(), among: offers)?.format.text == "YUYV")
  }

  @Test(arguments: [
    (["UYVY", "YU12", "NV12", "YUYV", "JPEG"], "JPEG"),
    (["UYVY", "YU12", "NV12", "YUYV"], "YUYV"), (["UYVY", "YU12", "NV12"], "NV12"),
    (["UYVY", "YU12"], "YU12"), (["UYVY", "RGB3"], "UYVY"),
  ])
  func formatsAreTakenInOurOrderAndThenInTheirs(offered: [String], taken: String) throws {
    let offers = try offered.map { try Self.offer($0, 640, 480, 30) }
    #expect(CameraChoice(CameraSettings(), among: offers)?.format.text == taken)
  }

  @Test func aSizeAskedForIsTakenInWhateverFormatHasIt() throws {
    var settings = CameraSettings()
    settings.width = 800
    let offers = try Self.webcam() + [try Self.offer("NV12", 800, 600, 10)]
    let choice = try #require(CameraChoice(settings, among: offers))
    #expect(choice.format.text == "NV12")
    #expect((choice.width, choice.height) == (800, 600))
  }

  @Test func aSizeThatIsNotThereIsLeftToTheDriver() throws {
    var settings = CameraSettings()
    settings.width = 1000
    settings.height = 700
    let choice = try #require(CameraChoice(settings, among: try Self.webcam()))
    #expect((choice.width, choice.height) == (1000, 700))
  }

  @Test func aRateAskedForDecidesTheSize() throws {
    var settings = CameraSettings()
    settings.framesPerSecond = 60
    let choice = try #require(CameraChoice(settings, among: try Self.webcam()))
    #expect(choice.width == 640)
    #expect(choice.interval?.rate == 60)
  }

  @Test func twentyNinePointNineSevenIsThirty() throws {
    var settings = CameraSettings()
    settings.framesPerSecond = 30
    let ntsc = try #require(FrameInterval(numerator: 1001, denominator: 30_000))
    let large = CameraOffer(
      format: .yu12, width: 1920, height: 1080, rates: .discrete([ntsc]))
    let offers = [large, try Self.offer("YU12", 640, 480, 30)]
    #expect(CameraChoice(settings, among: offers)?.width == 1920)
  }

  @Test func anUnknownRateIsTakenToBeEnoughAndLeftAlone() throws {
    let offers = [try Self.offer("YUYV", 640, 480, 30), try Self.offer("YUYV", 1920, 1080)]
    let choice = try #require(CameraChoice(CameraSettings(), among: offers))
    #expect(choice.width == 1920)
    #expect(choice.interval == nil)
  }
}
