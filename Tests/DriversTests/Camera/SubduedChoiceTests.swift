import Core
import Testing

@testable import Drivers

@Suite struct SubduedChoiceTests {
  private static func offer(
    _ format: String, _ width: Int, _ height: Int, _ rates: UInt32...
  ) throws -> CameraOffer {
    CameraOffer(
      format: try #require(FourCC(format)), width: width, height: height,
      rates: .discrete(rates.compactMap { FrameInterval(numerator: 1, denominator: $0) }))
  }

  private func choice(
    among offers: [CameraOffer], _ change: (inout CameraSettings) -> Void = { _ in }
  ) -> CameraChoice? {
    var settings = CameraSettings()
    settings.power = .subdued
    change(&settings)
    return CameraChoice(settings, among: offers)
  }

  private func text(_ choice: CameraChoice?) -> String? {
    choice.map {
      "\($0.format.text) \($0.width)×\($0.height) \(Int($0.interval?.rate ?? 0))"
    }
  }

  @Test func nothingOfferedIsNoChoice() {
    #expect(choice(among: []) == nil)
  }

  @Test func itIsTheLargestUpTo720LinesAtFifteen() throws {
    let offers = [
      try Self.offer("MJPG", 640, 480, 30, 15), try Self.offer("MJPG", 1280, 720, 30, 15, 10),
      try Self.offer("MJPG", 1920, 1080, 30, 15),
    ]
    #expect(text(choice(among: offers)) == "MJPG 1280×720 15")
  }

  @Test func aSizeThatIsTooSlowIsPassedOver() throws {
    let offers = [try Self.offer("YUYV", 640, 480, 25, 15), try Self.offer("YUYV", 1280, 720, 12)]
    #expect(text(choice(among: offers)) == "YUYV 640×480 15")
  }

  @Test func aCameraThatKnowsOnlyThirtyIsSmallAllTheSame() throws {
    let offers = [try Self.offer("MJPG", 640, 480, 30), try Self.offer("MJPG", 1920, 1080, 30)]
    #expect(text(choice(among: offers)) == "MJPG 640×480 30")
  }

  @Test func whereNothingSmallIsFastEnoughItIsTheLargestAtTwentyFour() throws {
    let offers = [
      try Self.offer("MJPG", 640, 480, 5), try Self.offer("MJPG", 1920, 1080, 60, 25),
      try Self.offer("MJPG", 1600, 1200, 30), try Self.offer("MJPG", 2592, 1944, 15),
    ]
    #expect(text(choice(among: offers)) == "MJPG 1920×1080 25")
  }

  @Test func whereNothingIsFastItIsTheLargestAtAnyRate() throws {
    let offers = [try Self.offer("YUYV", 640, 480, 5), try Self.offer("YUYV", 1600, 1200, 2)]
    #expect(text(choice(among: offers)) == "YUYV 1600×1200 2")
  }

  @Test func itIsNeverLargerThanWhatIsConfigured() throws {
    let offers = [try Self.offer("YUYV", 640, 480, 30, 15), try Self.offer("YUYV", 1280, 720, 15)]
    let choice = choice(among: offers) { ($0.width, $0.height) = (640, 480) }
    #expect(text(choice) == "YUYV 640×480 15")
  }

  @Test func itIsNeverFasterThanWhatIsConfigured() throws {
    let offers = [try Self.offer("YUYV", 640, 480, 30, 15, 5)]
    #expect(text(choice(among: offers) { $0.framesPerSecond = 5 }) == "YUYV 640×480 5")
  }

  @Test func theOrderOfFormatsStays() throws {
    let offers = [try Self.offer("YUYV", 1280, 720, 15), try Self.offer("MJPG", 640, 480, 15)]
    #expect(text(choice(among: offers)) == "MJPG 640×480 15")
  }
}
