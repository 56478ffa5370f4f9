import Testing

@testable import Imaging

/// What the check blames `jpeg` for; nil for a whole picture.
func flaw(of jpeg: [UInt8]) -> ImagingError? {
  jpeg.withUnsafeBytes { bytes in
    do throws(ImagingError) {
      _ = try PictureCheck.check(bytes)
      return nil
    } catch {
      return error
    }
  }
}

@Suite struct DamagedPictureTests {
  static let intervals = [0, 1, 10, 40]

  /// How many pass of twenty pictures, each spoilt ten times.
  private func passing(
    _ restartInterval: Int, _ spoil: (inout Damage, [UInt8]) -> [UInt8]
  ) -> Int {
    (1...20).reduce(0) { count, seed in
      let jpeg = CameraPicture(restartInterval: restartInterval, seed: seed).jpeg
      var damage = Damage(seed: UInt64(seed))
      return count + (0..<10).filter { _ in flaw(of: spoil(&damage, jpeg)) == nil }.count
    }
  }

  @Test(arguments: intervals) func aPartThatIsMissingIsSeen(interval: Int) {
    #expect(passing(interval) { $0.cut(3_000, from: $1) } == 0)
  }

  @Test(arguments: intervals) func zerosInPlaceOfAPartAreSeen(interval: Int) {
    #expect(passing(interval) { $0.hole(1_000, in: $1) } == 0)
  }

  /// Noise may by luck have as many blocks, and as bright ones, as what it replaced.
  @Test(arguments: intervals) func noiseInPlaceOfAPacketIsSeenNearlyAlways(interval: Int) {
    #expect(passing(interval) { $0.noise(512, in: $1) } <= 4)
  }

  @Test func aPictureThatIsCutOffIsSeenWhereverItIs() {
    let jpeg = CameraPicture(width: 160, height: 120, restartInterval: 10).jpeg
    for count in 0..<jpeg.count {
      #expect(flaw(of: Array(jpeg[..<count])) != nil, "cut off after \(count)")
    }
  }

  @Test func aPictureThatIsFilledUpWithZerosIsSeenWhereverItEnds() {
    let jpeg = CameraPicture(width: 160, height: 120).jpeg
    for count in stride(from: 0, to: jpeg.count, by: 3) {
      let filled = jpeg[..<count] + [UInt8](repeating: 0, count: jpeg.count - count)
      #expect(flaw(of: Array(filled)) != nil, "zeros after \(count)")
    }
  }

  @Test func aPictureWithoutItsEndMarkerIsCutOff() {
    let jpeg = CameraPicture().jpeg
    #expect(flaw(of: jpeg.dropLast(2)) == .codec("Premature end of JPEG file"))
  }

  /// Each restart marker tells its number modulo eight, so that eight whole parts leave no gap in the count.
  @Test func eightWholePartsThatAreGoneAreMissedAtTheEnd() throws {
    let jpeg = CameraPicture(restartInterval: 10).jpeg
    let markers = jpeg.indices.dropLast().filter {
      jpeg[$0] == 0xFF && (0xD0...0xD7).contains(jpeg[$0 + 1])
    }
    try #require(markers.count > 100)
    let rest = Array(jpeg[..<markers[50]] + jpeg[markers[58]...])
    #expect(flaw(of: rest) != nil)
  }

  @Test func brightnessBeyondAllRangeIsNoise() {
    let jpeg = CameraPicture(quality: 50, sampling: nil).jpeg
    var damage = Damage(seed: 3)
    let flaws = Set((0..<40).map { _ in flaw(of: damage.noise(64, in: jpeg)) })
    #expect(flaws.contains(.noise))
  }

  /// Reading or writing past any table ends the test, so that it can't go unseen for long.
  @Test(arguments: [false, true]) func whateverStandsInAHeaderIsReadOrRefused(isGrey: Bool) {
    let sampling = isGrey ? nil : (2, 1)
    let jpeg = CameraPicture(width: 64, height: 48, restartInterval: 2, sampling: sampling).jpeg
    for index in 2..<min(700, jpeg.count) {
      for value in [0, 1, 4, 20, 0x7F, 0xFF] as [UInt8] {
        var bytes = jpeg
        bytes[index] = value
        _ = flaw(of: bytes)
      }
    }
    #expect(flaw(of: jpeg) == nil)
  }

  @Test func aQuantizationTableThatCannotBeIsRefused() throws {
    var jpeg = CameraPicture().jpeg
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg[frame + 12] = 20
    #expect(flaw(of: jpeg) == .codec("Quantization table 0x14 was not defined"))
  }

  @Test func aPictureOfTooManyScansIsRefused() {
    let picture = CameraPicture(width: 160, height: 120, sampling: nil, hasManyScans: true)
    #expect(flaw(of: picture.jpeg) == .tooManyScans)
  }

  /// Its data could be at their end long before the picture is, and libjpeg would not say so.
  @Test func anArithmeticallyCodedPictureIsRefused() throws {
    var jpeg = CameraPicture(width: 160, height: 120).jpeg
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg[frame + 1] = 0xC9
    #expect(flaw(of: jpeg) == .codec("Sorry, arithmetic coding is not implemented"))
  }

  /// It announces 600 million coefficients, which would be kept until its last scan.
  @Test func aPictureThatWantsTooMuchMemoryIsRefused() throws {
    var jpeg = CameraPicture(width: 160, height: 120, isProgressive: true).jpeg
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC2]) })
    for index in frame + 5..<frame + 9 { jpeg[index] = 0x40 }
    #expect(flaw(of: jpeg) == .codec("Backing store not supported"))
  }
}

@Suite struct WholePictureTests {
  @Test(arguments: [0, 1, 10, 40, 1_000], [50, 80, 95, 100])
  func everyRestartIntervalPasses(interval: Int, quality: Int) {
    let picture = CameraPicture(quality: quality, restartInterval: interval)
    #expect(flaw(of: picture.jpeg) == nil)
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)], [false, true])
  func everySubsamplingPasses(sampling: (Int, Int), isProgressive: Bool) {
    let picture = CameraPicture(
      width: 333, height: 251, sampling: sampling, isProgressive: isProgressive)
    #expect(flaw(of: picture.jpeg) == nil)
  }

  @Test func aGreyPicturePasses() {
    #expect(flaw(of: CameraPicture(sampling: nil).jpeg) == nil)
  }

  @Test func ourOwnPicturesPass() {
    #expect(flaw(of: Picture(width: 320, height: 240).jpeg()) == nil)
  }

  /// Blocks of black and of white have the largest means that there are.
  @Test(arguments: [1, 10, 25, 50, 75, 90, 95, 97, 98, 99, 100])
  func blackAndWhitePass(quality: Int) {
    let layout = Picture(width: 64, height: 64).layout(.yu12)
    let luma = (0..<64 * 64).map { ($0 / 8 + $0 / 512).isMultiple(of: 2) ? UInt8(0) : 255 }
    let chroma = (0..<2 * 32 * 32).map { ($0 / 8).isMultiple(of: 2) ? UInt8(0) : 255 }
    #expect(flaw(of: encoded(luma + chroma, layout, quality: quality)) == nil)
  }

  @Test func aPictureWithoutHuffmanTablesPasses() {
    let jpeg = Picture(width: 320, height: 240).jpeg().without(JPEGMarker.huffmanTables)
    #expect(flaw(of: jpeg) == nil)
  }

  @Test func zerosAfterTheEndPass() {
    #expect(flaw(of: CameraPicture().jpeg + [UInt8](repeating: 0, count: 5_000)) == nil)
  }

  @Test func theSizeIsTold() throws {
    let jpeg = CameraPicture(width: 160, height: 120).jpeg
    let structure = try jpeg.withUnsafeBytes { try PictureCheck.check($0) }
    #expect(structure.width == 160)
    #expect(structure.height == 120)
  }
}

@Suite struct SurplusTests {
  private let jpeg = CameraPicture().jpeg
  private let end: [UInt8] = [0xFF, 0xD9]

  private func surplus(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x12, count: count) }

  /// `count` bytes too many before the end marker; the library counts whole bytes only.
  private func withBytesBeforeTheEnd(_ count: Int) -> [UInt8] {
    Array(jpeg[..<(jpeg.count - 2)]) + surplus(count) + end
  }

  @Test(arguments: 1...64 as ClosedRange<Int>)
  func aFewBytesTooManyBeforeTheEndPass(count: Int) {
    #expect(flaw(of: withBytesBeforeTheEnd(count)) == nil)
  }

  @Test(arguments: [65, 66, 200, 5_000])
  func moreBytesTooManyAreAPartThatWasLost(count: Int) {
    #expect(flaw(of: withBytesBeforeTheEnd(count)) == .surplus(byteCount: count))
  }

  @Test(arguments: [1, 64]) func aFewBytesAfterTheEndPass(count: Int) {
    #expect(flaw(of: jpeg + surplus(count) + [0, 0]) == nil)
  }

  @Test func anotherPictureAfterTheEndIsNoPartOfIt() {
    #expect(flaw(of: jpeg + surplus(65) + [0, 0]) == .surplus(byteCount: 65))
    #expect(flaw(of: jpeg + jpeg) == .surplus(byteCount: jpeg.count))
  }

  /// Some webcams leave a few bytes before each of their restart markers.
  @Test func aFewBytesBeforeEachRestartMarkerPass() {
    let jpeg = CameraPicture(restartInterval: 40).jpeg
    var untidy: [UInt8] = []
    for (index, byte) in jpeg.enumerated() {
      let isMarker = byte == 0xFF && (0xD0...0xD7).contains(jpeg[min(index + 1, jpeg.count - 1)])
      if isMarker { untidy += surplus(20) }
      untidy.append(byte)
    }
    #expect(untidy.count > jpeg.count + 500)
    #expect(flaw(of: untidy) == nil)
  }

  @Test func whatIsWrongIsSaid() {
    #expect(
      ImagingError.surplus(byteCount: 65).reason.english
        == "it has 65 bytes more than belong to it")
  }
}
