import Glibc
import Testing

@testable import Drivers

@Suite struct CameraSerialTests {
  private let tree: FileTree

  init() throws {
    tree = try FileTree()
  }

  /// A camera `video0` at `device`, an interface below the devices of a bus.
  private func connect(_ device: String) throws {
    try tree.write("", to: "\(device)/modalias")
    try tree.write("", to: "class/video4linux/video0/name")
    symlink("\(tree.root)/\(device)", "\(tree.root)/class/video4linux/video0/device")
  }

  private var serial: String? { CameraSerial.read(ofNode: "/dev/video0", sysfs: tree.root) }

  @Test func aUSBCameraHasThatOfItsDevice() throws {
    try connect("devices/usb1/1-1/1-1:1.0")
    try tree.write("046d\n", to: "devices/usb1/1-1/idVendor")
    try tree.write("A1B2C3\n", to: "devices/usb1/1-1/serial")
    #expect(serial == "A1B2C3")
  }

  @Test func aUSBCameraWithoutOneHasNotThatOfItsHub() throws {
    try connect("devices/usb1/1-1/1-1:1.0")
    try tree.write("046d\n", to: "devices/usb1/1-1/idVendor")
    try tree.write("1d6b\n", to: "devices/usb1/idVendor")
    try tree.write("xhci-hcd\n", to: "devices/usb1/serial")
    #expect(serial == nil)
  }

  @Test func aCameraThatIsOnNoUSBHasNone() throws {
    try connect("devices/platform/vivid.0")
    #expect(serial == nil)
  }

  @Test func aNodeThatIsGoneHasNone() {
    #expect(serial == nil)
  }
}
