import Core
import Testing

@testable import Board

@Suite struct PendingPhotosTests {
  private let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)

  /// Keeps `bytes` as shot 1 and hands out what came of it.
  private func kept(
    _ bytes: [UInt8], _ layout: FrameLayout
  ) -> Result<PendingPhotos.Picture?, Failure> {
    var pending = PendingPhotos()
    let result = bytes.withUnsafeBytes { frame in
      Result { () throws(Failure) in
        try pending.keep(LentFrame(frame, layout, format: "YUYV", quality: 90), for: 1)
      }
    }
    return result.map { pending.take(1) }
  }

  @Test func aFrameThatIsTooShortIsRefusedInWords() {
    guard case .failure(let failure) = kept([1, 2, 3], layout) else {
      Issue.record("three bytes were taken for a picture")
      return
    }
    #expect(failure.phrase.key == .frameUnusable)
  }

  @Test func bytesThatAreNoJPEGAreRefusedInWords() {
    let layout = FrameLayout(format: .mjpeg, width: 16, height: 16, bytesPerLine: 0)
    guard case .failure(let failure) = kept([0, 1, 2, 3], layout) else {
      Issue.record("noise was taken for a picture")
      return
    }
    #expect(failure.phrase.key == .frameUnusable)
  }

  @Test func aJPEGWithNoiseInsideIsRefused() throws {
    let raw = FrameLayout(format: .yuyv, width: 64, height: 64, bytesPerLine: 128)
    let grain = (0..<raw.bytesPerLine * raw.height).map { UInt8(truncatingIfNeeded: $0 &* 97) }
    var jpeg = try #require(try kept(grain, raw).get()).jpeg
    let layout = FrameLayout(format: .mjpeg, width: 64, height: 64, bytesPerLine: 0)
    #expect(try kept(jpeg, layout).get() != nil)
    for index in jpeg.count * 3 / 4..<jpeg.count - 2 { jpeg[index] = 0x5A }
    guard case .failure(let failure) = kept(jpeg, layout) else {
      Issue.record("noise was taken for a picture")
      return
    }
    #expect(failure.phrase.key == .frameUnusable)
  }

  @Test func aRawFrameBecomesAJPEGPicture() throws {
    let picture = try kept([UInt8](repeating: 128, count: 512), layout).get()
    #expect(picture?.jpeg.prefix(2) == [0xFF, 0xD8])
    #expect(picture?.jpeg.suffix(2) == [0xFF, 0xD9])
    #expect(picture?.width == 16)
  }

  @Test(arguments: [nil, false, true])
  func whatIsKnownOfTheSupplyIsAFactOfThePhoto(isUnderVoltage: Bool?) throws {
    let picture = try #require(try kept([UInt8](repeating: 128, count: 512), layout).get())
    let series = Series(origin: .zero, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 1, byteCount: 512, stamped: .zero)
    let shot = Shot(id: 1, series: series, index: 0, frame: frame)
    let taken = Moment(bootID: "boot", instant: .zero, wall: .unset)
    let facts = picture.facts(of: shot, taken: taken, isUnderVoltage: isUnderVoltage)
    #expect(facts.isUnderVoltage == isUnderVoltage)
  }

  @Test func howTheShotIsSeenUprightIsAFactOfThePhoto() throws {
    let picture = try #require(try kept([UInt8](repeating: 128, count: 512), layout).get())
    let series = Series(origin: .zero, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 1, byteCount: 512, stamped: .zero)
    var shot = Shot(id: 1, series: series, index: 0, frame: frame)
    shot.orientation = .rightTop
    let taken = Moment(bootID: "boot", instant: .zero, wall: .unset)
    let facts = picture.facts(of: shot, taken: taken, isUnderVoltage: nil)
    #expect(facts.orientation == .rightTop)
  }

  @Test func aPictureIsHandedOutOnce() {
    var pending = PendingPhotos()
    #expect(pending.take(1)?.jpeg == nil)
  }
}
