import Core
import Testing

@testable import Board

@Suite struct PictureTests {
  private let layout = FrameLayout(format: .yuyv, width: 16, height: 16, bytesPerLine: 32)

  /// What comes of the frame `bytes`.
  private func picture(
    _ bytes: [UInt8], _ layout: FrameLayout, isEarly: Bool = false
  ) -> Result<Picture, Failure> {
    bytes.withUnsafeBytes { frame in
      Result { () throws(Failure) in
        try Picture(
          of: LentFrame(frame, layout, format: "YUYV", quality: 90, isEarly: isEarly))
      }
    }
  }

  @Test func aFrameThatIsTooShortIsRefusedInWords() {
    guard case .failure(let failure) = picture([1, 2, 3], layout) else {
      Issue.record("three bytes were taken for a picture")
      return
    }
    #expect(
      failure.phrase.english
        == "the camera's picture cannot be used: it has 3 bytes where 512 are needed.")
  }

  @Test func bytesThatAreNoJPEGAreRefusedInWords() {
    let layout = FrameLayout(format: .mjpeg, width: 16, height: 16, bytesPerLine: 0)
    guard case .failure(let failure) = picture([0, 1, 2, 3], layout) else {
      Issue.record("noise was taken for a picture")
      return
    }
    #expect(
      failure.phrase.english == "the camera's picture cannot be used: it is not a JPEG picture.")
  }

  @Test func aJPEGWithNoiseInsideIsRefused() throws {
    let raw = FrameLayout(format: .yuyv, width: 64, height: 64, bytesPerLine: 128)
    let grain = (0..<raw.bytesPerLine * raw.height).map { UInt8(truncatingIfNeeded: $0 &* 97) }
    var jpeg = try picture(grain, raw).get().jpeg
    let layout = FrameLayout(format: .mjpeg, width: 64, height: 64, bytesPerLine: 0)
    #expect(try picture(jpeg, layout).get().width == 64)
    for index in jpeg.count * 3 / 4..<jpeg.count - 2 { jpeg[index] = 0x5A }
    guard case .failure(let failure) = picture(jpeg, layout) else {
      Issue.record("noise was taken for a picture")
      return
    }
    #expect(failure.phrase.key == "camera.frame-unusable")
  }

  /// A grainy JPEG picture of 64×64 pixels.
  private func jpeg() throws -> [UInt8] {
    let raw = FrameLayout(format: .yuyv, width: 64, height: 64, bytesPerLine: 128)
    return try picture((0..<128 * 64).map { UInt8($0 % 251) }, raw).get().jpeg
  }

  @Test(arguments: [(64, 32), (32, 64), (1920, 1080)])
  func aJPEGHasItsOwnSizeWhateverTheCameraAgreedTo(width: Int, height: Int) throws {
    let layout = FrameLayout(format: .mjpeg, width: width, height: height, bytesPerLine: 0)
    let picture = try picture(jpeg(), layout).get()
    #expect([picture.width, picture.height] == [64, 64])
  }

  /// A header that claims another number of blocks than there are is damage.
  @Test(arguments: [32, 128]) func aJPEGWhoseSizeIsNotThatOfItsDataIsRefused(height: UInt8) throws {
    var jpeg = try jpeg()
    let header = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg[header + 6] = height
    let layout = FrameLayout(format: .mjpeg, width: 64, height: 64, bytesPerLine: 0)
    guard case .failure(let failure) = picture(jpeg, layout) else {
      Issue.record("a picture was taken for one of 64×\(height)")
      return
    }
    #expect(failure.kind == .unusableFrame)
  }

  /// Zeros are green in YUYV, and this is black.
  @Test(arguments: [(0, 0), (16, 128)])
  func aPictureOfOneBrightnessIsNoneWhileTheCameraStarts(luma: UInt8, chroma: UInt8) throws {
    let raw = FrameLayout(format: .yuyv, width: 64, height: 64, bytesPerLine: 128)
    let blank = Array(repeating: [luma, chroma], count: 64 * 64).flatMap(\.self)
    guard case .failure(let failure) = picture(blank, raw, isEarly: true) else {
      Issue.record("nothing was taken for a picture")
      return
    }
    #expect(failure.kind == .unusableFrame)
    #expect(throws: Never.self) { try picture(blank, raw).get() }
  }

  @Test func aJPEGOfOneBrightnessIsNoneWhileTheCameraStarts() throws {
    let raw = FrameLayout(format: .yuyv, width: 64, height: 64, bytesPerLine: 128)
    let blank = try picture(Array(repeating: 0, count: 128 * 64), raw).get().jpeg
    let layout = FrameLayout(format: .mjpeg, width: 64, height: 64, bytesPerLine: 0)
    guard case .failure(let failure) = picture(blank, layout, isEarly: true) else {
      Issue.record("nothing was taken for a picture")
      return
    }
    #expect(failure.kind == .unusableFrame)
  }

  /// Dark, with a part that is a little less so.
  @Test func aPictureIsOneWhileTheCameraStartsToo() throws {
    let raw = FrameLayout(format: .yuyv, width: 64, height: 64, bytesPerLine: 128)
    let dark = (0..<128 * 64).map { $0 % 2 == 1 ? UInt8(128) : $0 < 128 * 16 ? 32 : 16 }
    #expect(try picture(dark, raw, isEarly: true).get().width == 64)
  }

  @Test func whatACameraSendsBehindItsPictureIsNotKeptAndRecorded() throws {
    let layout = FrameLayout(format: .mjpeg, width: 64, height: 64, bytesPerLine: 0)
    let jpeg = try jpeg()
    let padded = try picture(jpeg + (0..<5_000).map { UInt8($0 % 253) }, layout).get()
    #expect(padded.jpeg == jpeg)
    #expect(padded.changes.cutByteCount == 5_000)
    let endless = try picture(Array(jpeg.dropLast(2)), layout).get()
    #expect(endless.jpeg == jpeg)
    #expect(endless.changes.hasAddedEnd)
    #expect(endless.changes.cutByteCount == 0)
  }

  @Test func aRawFrameBecomesAJPEGPicture() throws {
    let picture = try self.picture([UInt8](repeating: 128, count: 512), layout).get()
    #expect(picture.jpeg.prefix(2) == [0xFF, 0xD8])
    #expect(picture.jpeg.suffix(2) == [0xFF, 0xD9])
    #expect(picture.width == 16)
  }

  @Test func howTheShotIsSeenUprightAndWhatWasChangedAreFactsOfThePhoto() throws {
    let layout = FrameLayout(format: .mjpeg, width: 64, height: 64, bytesPerLine: 0)
    let picture = try self.picture(jpeg() + [1, 2], layout).get()
    let series = Series(origin: .zero, countdown: .zero, interval: .zero, count: 1)
    let frame = Frame(sequence: 1, byteCount: 512, stamped: .zero)
    var shot = Shot(id: 1, series: series, index: 0, frame: frame)
    shot.orientation = .rightTop
    let taken = Moment(bootID: "boot", instant: .zero, wall: .unset)
    let facts = picture.facts(of: shot, taken: taken)
    #expect(facts.shot.orientation == .rightTop)
    #expect(facts.changes.cutByteCount == 2)
  }
}
