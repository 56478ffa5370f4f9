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

  @Test(.enabled(if: VideoNodes.paths.isEmpty))
  func whereNoCameraIsThereNothingIsBroken() {
    var failure: Failure?
    do { _ = try CameraDevice.open(CameraSettings()) } catch { failure = error }
    #expect(failure?.phrase == .cameraNone)
    #expect(failure?.isAbsence == true)
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

@Suite struct VideoNodesTests {
  @Test(arguments: [
    ("/dev/video7", "/dev/video7"), ("3", "/dev/video3"),
    ("usb-Acme_Cam-video-index0", "/dev/v4l/by-id/usb-Acme_Cam-video-index0"),
  ])
  func aDeviceIsAPathANumberOrAName(device: String, path: String) {
    #expect(VideoNodes.path(of: device) == path)
  }
}

@Suite struct CameraIdentityTests {
  private static func entry(
    _ path: String, _ bus: String, _ identifiers: String...
  ) -> CameraEntry {
    CameraEntry(path: path, card: "Webcam", identifiers: identifiers, bus: bus)
  }

  private let chosen = entry("/dev/video2", "usb-1.2", "usb-Maker_A-index0").identity
  private let nameless = entry("/dev/video2", "usb-1.2").identity

  @Test func anotherCameraUnderItsNodesNameIsNotTheOne() {
    let other = [Self.entry("/dev/video2", "usb-1.2", "usb-Maker_B-index0")]
    #expect(other.path(of: chosen) == nil)
    #expect([Self.entry("/dev/video2", "usb-1.3")].path(of: nameless) == nil)
  }

  @Test func anotherKindOfCameraAtItsPlaceIsNotTheOne() {
    let other = CameraEntry(path: "/dev/video2", card: "Microscope", bus: "usb-1.2")
    #expect([other].path(of: nameless) == nil)
  }

  @Test func byItsNameItIsFoundAtAnotherPort() {
    let entries = [
      Self.entry("/dev/video0", "usb-1.2", "usb-Maker_B-index0"),
      Self.entry("/dev/video4", "usb-1.3", "usb-Maker_A-index0"),
    ]
    #expect(entries.path(of: chosen) == "/dev/video4")
  }

  @Test func withoutANameItIsFoundAtItsPort() {
    let entries = [Self.entry("/dev/video0", "usb-1.1"), Self.entry("/dev/video5", "usb-1.2")]
    #expect(entries.path(of: nameless) == "/dev/video5")
  }
}
