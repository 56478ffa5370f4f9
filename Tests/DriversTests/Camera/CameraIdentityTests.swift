import Core
import Testing

@testable import Drivers

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
