import Testing

@testable import Drivers

@Suite struct VideoNodesTests {
  @Test(arguments: [
    ("/dev/video7", "/dev/video7"), ("3", "/dev/video3"),
    ("usb-Acme_Cam-video-index0", "/dev/v4l/by-id/usb-Acme_Cam-video-index0"),
  ])
  func aDeviceIsAPathANumberOrAName(device: String, path: String) {
    #expect(VideoNodes.path(of: device) == path)
  }
}
