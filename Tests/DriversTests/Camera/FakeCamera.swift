import CFakeVideo
import CTestPicture
import CVideo
import Core
import Glibc

@testable import Drivers

/// A camera in memory, at a path of its own, until the value goes; see `CFakeVideo.h`.
///
/// It must outlive whatever opens it, also where a test fails: `let camera = try FakeCamera()` comes first.
final class FakeCamera: @unchecked Sendable {
  /// Node that it is opened by.
  let path: String
  /// For what has no method here.
  let device: OpaquePointer

  private struct TooMany: Error {}

  /// A camera that offers `sizes` of the format spelled so at 30 frames a second; none are none at all.
  init(_ format: String = "YUYV", _ sizes: [(width: Int, height: Int)] = [(16, 8)]) throws {
    path = "/dev/fake/video-\(FakeCamera.unique())"
    guard let device = fake_video_create(path) else { throw TooMany() }
    self.device = device
    for size in sizes { offer(FourCC(spelled: format), size.width, size.height) }
  }

  deinit {
    fake_video_destroy(device)
  }

  /// Settings that choose this camera.
  var settings: CameraSettings {
    var settings = CameraSettings()
    settings.device = path
    settings.skippedFrameCount = 0
    return settings
  }

  /// Offers one size more.
  func offer(_ format: FourCC, _ width: Int, _ height: Int, framesPerSecond: Int = 30) {
    let rate = UInt32(framesPerSecond)
    fake_video_offer(device, format.code, UInt32(width), UInt32(height), 1, rate)
  }

  /// Takes a frame of `bytes`; false if no buffer waits for it.
  @discardableResult
  func deliver(_ bytes: [UInt8], flags: UInt32 = 0) -> Bool {
    fake_video_deliver(device, bytes, bytes.count, flags)
  }

  /// Has `call` fail from now on, after so many that succeed.
  func fail(
    _ call: fake_call, _ error: Int32, after count: Int = 0, times: UInt32 = UInt32.max
  ) {
    fake_video_fail(device, call, error, UInt32(count), times)
  }

  /// Adds a control that stands at 5, or at the most that it takes.
  func add(
    _ identifier: UInt32, _ name: String, _ type: v4l2_ctrl_type, _ range: ClosedRange<Int64>
  ) {
    fake_video_add_control(
      device, identifier, type.rawValue, name, range.lowerBound, range.upperBound,
      min(5, range.upperBound), 0)
  }

  /// Value of a control.
  func value(of control: UInt32) -> Int { Int(fake_video_control_value(device, control)) }

  /// How often `call` was made.
  func count(of call: fake_call) -> Int { Int(fake_video_count(device, call)) }

  private static func unique() -> String {
    "\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
  }
}

/// A JPEG picture as a camera sends it, with grain and edges.
func testPicture(width: Int = 64, height: Int = 48) -> [UInt8] {
  var picture = test_picture()
  (picture.width, picture.height, picture.quality) = (UInt32(width), UInt32(height), 80)
  (picture.component_count, picture.across, picture.down, picture.seed) = (3, 2, 1, 1)
  let capacity = width * height * 3 + 2_000
  return [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
    count = test_picture_encode(picture, bytes.baseAddress, capacity)
  }
}
