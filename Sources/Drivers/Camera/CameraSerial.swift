import Core

/// Serial number of the USB device behind a video node, as the kernel's sysfs has it.
///
/// The node belongs to an interface of the device; the device is the first folder above it that has a vendor.
enum CameraSerial {
  /// From an interface up to its device it is one step; hubs in between are devices of their own.
  private static let mostSteps = 4

  /// The serial number of the camera at `path`, a node or a link to one; nil where it has none, or is on no USB.
  static func read(ofNode path: String, sysfs: String = "/sys") -> String? {
    let name = DevicePaths.name(of: DevicePaths.canonical(path))
    var folder = DevicePaths.canonical("\(sysfs)/class/video4linux/\(name)/device")
    for _ in 0..<mostSteps {
      if SysfsAttribute.textIfReadable(at: "\(folder)/idVendor") != nil {
        let serial = SysfsAttribute.textIfReadable(at: "\(folder)/serial")
        return serial.flatMap { $0.isEmpty ? nil : $0 }
      }
      guard let end = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<end])
    }
    return nil
  }
}
