import CFakeVideo
import CVideo
import Core
import Glibc
import Testing

@testable import Drivers

/// Cameras that don't do what they agreed to, each opened and asked for a frame.
@Suite struct CameraMannersTests {
  private static let raw = [UInt8](repeating: 77, count: 16 * 8 * 2)

  private func mode(of fake: FakeCamera) throws -> CameraMode { try Camera(fake.settings).mode }

  @Test func aRateThatIsRefusedStaysTheDriversOwn() throws {
    let fake = try FakeCamera("YUYV", [])
    fake.offer(FourCC(spelled: "YUYV"), 16, 8, framesPerSecond: 5)
    fake.offer(FourCC(spelled: "YUYV"), 16, 8, framesPerSecond: 30)
    fake.fail(FAKE_S_PARM, EINVAL)
    #expect(try mode(of: fake).framesPerSecond == 5)
  }

  @Test func aRateThatIsAnsweredWithAnotherIsTheOther() throws {
    let fake = try FakeCamera()
    fake_video_answer_interval(fake.device, 1, 15)
    #expect(try mode(of: fake).framesPerSecond == 15)
  }

  @Test func aSizeThatIsAnsweredWithAnotherIsTheOther() throws {
    let fake = try FakeCamera("YUYV", [(640, 480)])
    fake_video_answer_size(fake.device, 16, 8)
    let mode = try mode(of: fake)
    #expect([mode.width, mode.height] == [16, 8])
  }

  static let counts: [(byteCount: Int, count: UInt32)] = [
    (0, 6), (614_400, 6), (2_000_000, 6), (2_400_000, 5), (4_147_200, 3), (8_388_608, 3),
    (16_588_800, 3), (.max, 3),
  ]

  @Test(arguments: counts)
  func largeBuffersAreFewButNeverFewerThanAreHeldAndFilled(byteCount: Int, count: UInt32) {
    #expect(CameraBuffers.requestedCount(of: byteCount) == count)
  }

  @Test func aCameraWhoseBuffersHave8MBWorksWithThree() throws {
    let fake = try FakeCamera()
    fake_video_set_frame_size(fake.device, 8 << 20)
    var camera = try Camera(fake.settings)
    #expect(fake_video_buffer_count(fake.device) == 3)
    for _ in 0..<10 {
      #expect(fake.deliver(Self.raw))
      #expect(try camera.advance() != nil)
    }
  }

  @Test func aDriverThatGrantsTwoBuffersIsRefusedInWords() throws {
    let fake = try FakeCamera()
    fake_video_limit_buffers(fake.device, 2)
    do throws(Failure) {
      _ = try Camera(fake.settings)
      Issue.record("the camera opens")
    } catch {
      #expect(error.phrase.key == "camera.few-buffers")
    }
    #expect(fake.count(of: FAKE_OPEN) == fake.count(of: FAKE_CLOSE))
  }

  @Test func greenAndBlackFramesAtTheStartAreSkipped() throws {
    let fake = try FakeCamera()
    var settings = fake.settings
    settings.skippedFrameCount = CameraSettings().skippedFrameCount
    var camera = try Camera(settings)
    let green = [UInt8](repeating: 0, count: Self.raw.count)
    for _ in 0..<settings.skippedFrameCount {
      fake.deliver(green)
      #expect(try camera.advance() == nil)
    }
    fake.deliver(Self.raw)
    #expect(try camera.advance() != nil)
    #expect(camera.counts.settling == settings.skippedFrameCount)
  }

  static let paddings: [[UInt8]] = [[], [0, 0], (0..<5_000).map { UInt8($0 % 251) }]

  @Test(arguments: paddings)
  func aPaddedPictureIsHeldFromTheFirst(padding: [UInt8]) throws {
    let fake = try FakeCamera("MJPG", [(64, 48)])
    fake_video_set_frame_size(fake.device, 1 << 20)
    var camera = try Camera(fake.settings)
    fake.deliver(testPicture() + padding)
    #expect(try camera.advance() != nil)
  }

  @Test func aCameraThatSendsNoEndIsUsableAfterSomeFrames() throws {
    let fake = try FakeCamera("MJPG", [(64, 48)])
    fake_video_set_frame_size(fake.device, 1 << 20)
    var camera = try Camera(fake.settings)
    let frames = try (0..<FrameEnds.limit).map { _ in
      fake.deliver(Array(testPicture().dropLast(2)))
      return try camera.advance() != nil
    }
    #expect(frames == [false, false, false, false, true])
  }
}
