import Core
import Testing

@testable import Drivers

@Suite struct CameraEntryTests {
  private let cameras = [
    CameraEntry(path: "/dev/video0", card: "vivid"),
    CameraEntry(
      path: "/dev/video2", card: "HD Webcam C270", identifiers: ["usb-046d_C270-video-index0"]),
    CameraEntry(path: "/dev/video4", card: "HD Webcam C920"),
  ]

  private func complaint(_ name: String, _ cameras: [CameraEntry]) -> Phrase? {
    do throws(Failure) {
      _ = try cameras.path(of: name)
      return nil
    } catch {
      return error.phrase
    }
  }

  @Test func aNameThatNoCameraHasIsAnsweredWithTheNearest() {
    #expect(complaint("vivd", cameras) == Phrase.cameraUnknownNearest("vivd", "vivid"))
    let all = "vivid, HD Webcam C270, HD Webcam C920"
    #expect(complaint("telescope", cameras) == Phrase.cameraUnknown("telescope", all))
    #expect(complaint("-", cameras) == Phrase.cameraUnknown("-", all))
    #expect(complaint("vivid", []) == Phrase.cameraNone)
  }

  @Test func aNameOfTwoCamerasIsAnsweredWithTheirPaths() {
    #expect(
      complaint("hd webcam", cameras)
        == Phrase.cameraAmbiguous("hd webcam", "/dev/video2, /dev/video4"))
  }

  @Test(arguments: [
    ("2", "/dev/video2"), ("/dev/v4l/by-id/x", "/dev/v4l/by-id/x"), ("VIVID", "/dev/video0"),
    ("hd_webcam_c270", "/dev/video2"), ("usb-046d", "/dev/video2"), ("HD Webcam C9", "/dev/video4"),
  ])
  func aCameraIsMeant(name: String, path: String) throws {
    #expect(try cameras.path(of: name) == path)
  }
}
