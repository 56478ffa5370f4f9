import Core
import Testing

@testable import Drivers

@Suite struct CameraCapabilityTests {
  /// `V4L2_CAP_…` as videodev2.h has them.
  private enum Flag {
    static let capture: UInt32 = 0x1
    static let output: UInt32 = 0x2
    static let capturePlanes: UInt32 = 0x1000
    static let codecPlanes: UInt32 = 0x4000
    static let codec: UInt32 = 0x8000
    static let metadata: UInt32 = 0x80_0000
    static let streaming: UInt32 = 0x400_0000
    static let mediaController: UInt32 = 0x2000_0000
  }

  static let refused: [(driver: String, flags: UInt32, key: String)] = [
    ("unicam", Flag.capture | Flag.streaming, "camera.raw-sensor"),
    ("unicam", Flag.metadata | Flag.streaming, "camera.raw-sensor"),
    ("rp1-cfe", Flag.capture | Flag.streaming | Flag.mediaController, "camera.raw-sensor"),
    ("sun6i-csi", Flag.capture | Flag.streaming | Flag.mediaController, "camera.raw-sensor"),
    ("bcm2835-isp", Flag.capture | Flag.streaming, "camera.image-processor"),
    ("pispbe", Flag.capturePlanes | Flag.streaming, "camera.image-processor"),
    ("bcm2835-codec", Flag.codecPlanes | Flag.streaming, "camera.codec"),
    ("rpi-hevc-dec", Flag.codecPlanes | Flag.streaming, "camera.codec"),
    ("hantro-vpu", Flag.codec | Flag.streaming, "camera.codec"),
    ("uvcvideo", Flag.metadata | Flag.streaming, "camera.metadata"),
    ("qcom-camss", Flag.capturePlanes | Flag.streaming, "camera.multi-planar"),
    ("v4l2 loopback", Flag.output | Flag.streaming, "camera.not-capturing"),
    ("old", Flag.capture, "camera.not-streaming"),
  ]

  @Test(arguments: refused)
  func aNodeThatIsNoCameraIsRefusedByWhatItIs(driver: String, flags: UInt32, key: String) {
    let capability = CameraCapability(driver: driver, card: "Card", flags: flags)
    let refusal = capability.refusal(at: "/dev/video9")
    #expect(refusal?.phrase.key == key)
    // Whoever has no camera is told of a sensor, and not of the codecs that every board has.
    #expect((refusal?.kind == .rawSensor) == (key == "camera.raw-sensor"))
    #expect(refusal?.phrase.english.hasPrefix("/dev/video9 (Card, driver \(driver)) ") == true)
  }

  @Test(arguments: ["uvcvideo", "vivid", "bm2835 mmal", "libcamera"])
  func aNodeThatCapturesAndStreamsIsACamera(driver: String) {
    let flags = Flag.capture | Flag.streaming | Flag.metadata
    let capability = CameraCapability(driver: driver, card: "Webcam", flags: flags)
    #expect(capability.refusal(at: "/dev/video0") == nil)
  }

  @Test func aCardThatNamesItsDriverIsNotSaidTwice() {
    let capability = CameraCapability(
      driver: "bcm2835-isp", card: "bcm2835-isp", flags: Flag.streaming)
    #expect(capability.name == "bcm2835-isp")
  }
}
