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
    #expect(CameraChoice(CameraSettings(), among: [], memory: .max) == nil)
  }

  @Test func byItselfItTakesTheLargestJPEGThatIsFastEnough() throws {
    let choice = try #require(
      CameraChoice(CameraSettings(), among: try Self.webcam(), memory: .max))
    #expect(choice.format.text == "MJPG")
    #expect((choice.width, choice.height) == (1280, 720))
    #expect(choice.interval?.rate == 30)
  }

  @Test func whereNothingIsFastEnoughItTakesTheLargest() throws {
    let slow = [try Self.offer("YUYV", 640, 480, 15), try Self.offer("YUYV", 1600, 1200, 2)]
    let choice = try #require(CameraChoice(CameraSettings(), among: slow, memory: .max))
    #expect(choice.width == 1600)
  }

  static let boards: [(megabytes: Int, width: Int)] = [
    (64, 640), (190, 1280), (200, 1920), (400, 1920), (790, 1920), (800, 3840), (8000, 3840),
  ]

  @Test(arguments: boards)
  func byItselfItTakesNoSizeWhoseBuffersAreTooLargeForTheBoard(megabytes: Int, width: Int) throws {
    let offers = [
      try Self.offer("MJPG", 640, 480, 30), try Self.offer("MJPG", 3840, 2160, 30),
      try Self.offer("MJPG", 1920, 1080, 30), try Self.offer("MJPG", 1280, 720, 30),
    ]
    let memory = megabytes * 1_000_000
    #expect(CameraChoice(CameraSettings(), among: offers, memory: memory)?.width == width)
  }

  @Test func whereEverySizeIsTooLargeItTakesTheSmallest() throws {
    let offers = [try Self.offer("YUYV", 3840, 2160, 30), try Self.offer("YUYV", 1920, 1080, 30)]
    #expect(CameraChoice(CameraSettings(), among: offers, memory: 1)?.width == 1920)
    var settings = CameraSettings()
    settings.power = .saving
    #expect(CameraChoice(settings, among: offers, memory: 1)?.width == 1920)
  }

  @Test func aSizeThatIsAskedForMayTakeWhatItNeeds() throws {
    var settings = CameraSettings()
    (settings.width, settings.height) = (3840, 2160)
    let offers = [try Self.offer("YUYV", 3840, 2160, 30), try Self.offer("YUYV", 1920, 1080, 30)]
    #expect(CameraChoice(settings, among: offers, memory: 1)?.width == 3840)
  }

  @Test func aFastPlainFormatComesBeforeASlowJPEG() throws {
    let offers = [try Self.offer("MJPG", 2592, 1944, 2), try Self.offer("YUYV", 640, 480, 30)]
    #expect(CameraChoice(CameraSettings(), among: offers, memory: .max)?.format.text == "YUYV")
  }

  @Test(arguments: [
    (["UYVY", "YU12", "NV12", "YUYV", "JPEG"], "JPEG"),
    (["UYVY", "YU12", "NV12", "YUYV"], "YUYV"), (["UYVY", "YU12", "NV12"], "NV12"),
    (["UYVY", "YU12"], "YU12"), (["UYVY", "RGB3"], "UYVY"),
  ])
  func formatsAreTakenInOurOrderAndThenInTheirs(offered: [String], taken: String) throws {
    let offers = try offered.map { try Self.offer($0, 640, 480, 30) }
    #expect(CameraChoice(CameraSettings(), among: offers, memory: .max)?.format.text == taken)
  }

  @Test func aSizeAskedForIsTakenInWhateverFormatHasIt() throws {
    var settings = CameraSettings()
    settings.width = 800
    let offers = try Self.webcam() + [try Self.offer("NV12", 800, 600, 10)]
    let choice = try #require(CameraChoice(settings, among: offers, memory: .max))
    #expect(choice.format.text == "NV12")
    #expect((choice.width, choice.height) == (800, 600))
  }

  @Test func aSizeThatIsNotThereIsLeftToTheDriver() throws {
    var settings = CameraSettings()
    settings.width = 1000
    settings.height = 700
    let choice = try #require(CameraChoice(settings, among: try Self.webcam(), memory: .max))
    #expect((choice.width, choice.height) == (1000, 700))
  }

  @Test func aRateAskedForDecidesTheSize() throws {
    var settings = CameraSettings()
    settings.framesPerSecond = 60
    let choice = try #require(CameraChoice(settings, among: try Self.webcam(), memory: .max))
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
    #expect(CameraChoice(settings, among: offers, memory: .max)?.width == 1920)
  }

  @Test func anUnknownRateIsTakenToBeEnoughAndLeftAlone() throws {
    let offers = [try Self.offer("YUYV", 640, 480, 30), try Self.offer("YUYV", 1920, 1080)]
    let choice = try #require(CameraChoice(CameraSettings(), among: offers, memory: .max))
    #expect(choice.width == 1920)
    #expect(choice.interval == nil)
  }
}

@Suite struct FrameIntervalTests {
  private func interval(_ rate: Double) throws -> FrameInterval {
    try #require(FrameInterval(rate: rate))
  }

  @Test func aFractionWithZeroIsNone() {
    #expect(FrameInterval(numerator: 0, denominator: 30) == nil)
    #expect(FrameInterval(numerator: 1, denominator: 0) == nil)
  }

  @Test(arguments: [0, -1, 1001, .infinity, .nan])
  func aRateThatNoCameraHasIsNone(rate: Double) {
    #expect(FrameInterval(rate: rate) == nil)
  }

  @Test func rateAndDurationAreTheFractions() throws {
    let interval = try #require(FrameInterval(numerator: 2, denominator: 25))
    #expect(interval.rate == 12.5)
    #expect(interval.duration == .milliseconds(80))
  }

  @Test func theNearestRateOfAListIsTaken() throws {
    let rates = FrameRates.discrete([try interval(5), try interval(25), try interval(60)])
    #expect(rates.nearest(to: 30)?.rate == 25)
    #expect(rates.fastest == 60)
  }

  @Test(arguments: [(120, 60), (30, 30), (12.5, 12.5), (1, 5)])
  func aRateIsKeptInsideARange(wanted: Double, taken: Double) throws {
    let rates = FrameRates.range(shortest: try interval(60), longest: try interval(5))
    #expect(rates.nearest(to: wanted)?.rate == taken)
  }

  @Test func ofUnknownRatesNoneIsTaken() {
    #expect(FrameRates.unknown.nearest(to: 30) == nil)
    #expect(FrameRates.unknown.fastest == nil)
  }
}

@Suite struct SizeRangeTests {
  private let range = SizeRange(
    widths: 160...1600, heights: 120...1200, widthStep: 8, heightStep: 2)

  private func sizes(width: Int?, height: Int?) -> [[Int]] {
    var settings = CameraSettings()
    settings.width = width
    settings.height = height
    return range.candidates(for: settings).map { [$0.width, $0.height] }
  }

  @Test(arguments: [(1604, 1200), (801, 600), (800, 601), (80, 60)])
  func aSizeOutsideOrBetweenStepsIsNoCandidate(width: Int, height: Int) {
    #expect(!sizes(width: width, height: height).contains([width, height]))
  }

  @Test func theGreatestAndTheUsualSizesInsideAreCandidates() {
    let sizes = sizes(width: nil, height: nil)
    #expect(sizes.first == [1600, 1200])
    #expect(sizes.contains([1280, 720]))
    #expect(!sizes.contains([1920, 1080]))
  }

  @Test func whatIsConfiguredIsACandidate() {
    #expect(sizes(width: 1024, height: 768).contains([1024, 768]))
  }
}
