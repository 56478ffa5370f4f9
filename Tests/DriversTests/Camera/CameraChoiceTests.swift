import Core
import Testing

@testable import Drivers

@Suite struct CameraSettingsTests {
  private static func formats(_ names: String...) throws -> [FourCC] {
    try names.map { try #require(FourCC($0)) }
  }

  private func taken(
    _ format: String?, of listed: [FourCC], converting convertible: [FourCC] = []
  ) throws(Failure) -> [String] {
    var settings = CameraSettings()
    settings.format = format
    return try settings.formats(among: listed, at: "/dev/video0") { convertible.contains($0) }
      .map(\.text)
  }

  @Test func aFormatThatIsNotOfferedFailsAndNamesTheOfferedOnes() throws {
    let listed = try Self.formats("YUYV", "MJPG")
    let failure = Failure(
      .camera, .cameraFormatNotOffered("/dev/video0", "NV12", "YUYV, MJPG"))
    #expect(throws: failure) { try taken("NV12", of: listed) }
  }

  @Test func aLongListOfFormatsIsCut() throws {
    let listed = try (10..<25).map { try #require(FourCC("Z\($0)")) }
    let names = "Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19, Z20, Z21 and 3 more"
    let failure = Failure(.camera, .cameraFormatNotOffered("/dev/video0", "NV12", names))
    #expect(throws: failure) { try taken("NV12", of: listed) }
  }

  @Test func aFormatThatNobodyReadsFails() throws {
    let listed = try Self.formats("H264", "YUYV")
    let failure = Failure(
      .camera, .cameraFormatUnusable("/dev/video0", "H264", "H264, YUYV"))
    #expect(throws: failure) { try taken("H264", of: listed) }
  }

  @Test func aCameraThatListsNothingFails() {
    let failure = Failure(
      .camera, .cameraFormatUnusable("/dev/video0", "nothing", "nothing"))
    #expect(throws: failure) { try taken(nil, of: []) }
  }

  @Test func whatWeReadComesBeforeWhatNeedsConversion() throws {
    let listed = try Self.formats("UYVY", "YUYV", "H264", "MJPG")
    #expect(try taken(nil, of: listed, converting: listed) == ["YUYV", "MJPG"])
  }

  @Test func whereWeReadNoneConversionHelps() throws {
    let listed = try Self.formats("H264", "UYVY")
    #expect(try taken(nil, of: listed, converting: Self.formats("UYVY")) == ["UYVY"])
  }

  @Test func aNamedFormatMayNeedConversion() throws {
    let listed = try Self.formats("YUYV", "RGB3")
    #expect(try taken("rgb3", of: listed, converting: listed) == ["RGB3"])
  }
}

@Suite struct PowerSaveChoiceTests {
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
    settings.power = .saving
    change(&settings)
    return CameraChoice(settings, among: offers, memory: .max)
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
