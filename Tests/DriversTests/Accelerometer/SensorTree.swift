import Core
import Glibc
import StandIns
import System

@testable import Drivers

/// Real files in the place of an accelerometer with events and a buffer, whose node is a pipe.
struct SensorTree {
  static let folder = "iio:device0"

  let tree: SysfsTree
  let device: IIODevice
  /// The end of the pipe that the kernel would write to.
  private let pipe: Pipe

  private final class Pipe {
    let descriptor: FileDescriptor
    init(_ path: String) throws { descriptor = try FileDescriptor(opening: path, O_RDWR) }
  }

  init() throws {
    tree = try SysfsTree()
    device = IIODevice(path: "\(tree.root)/\(Self.folder)", name: "lab")
    try tree.add(
      Self.folder,
      [
        "name": "lab", "in_accel_scale": "0.00059855", "in_accel_x_raw": "0",
        "in_accel_y_raw": "0", "in_accel_z_raw": "16384", "sampling_frequency": "100",
      ])
    try tree.add(Self.folder + "/buffer0", Self.buffer)
    try tree.add(Self.folder + "/trigger", ["current_trigger": ""])
    try tree.add("trigger0", ["name": "tick", "sampling_frequency": "100"])
    try tree.add("dev", [:])
    try SystemError.check("mkfifo") { [root = tree.root] in
      mkfifo("\(root)/dev/\(Self.folder)", 0o600)
    }
    pipe = try Pipe("\(tree.root)/dev/\(Self.folder)")
  }

  private static var buffer: [String: String] {
    var attributes = ["enable": "0", "length": "2", "watermark": "1"]
    for (index, axis) in IIOAxes.names.enumerated() {
      attributes["\(axis)_en"] = "0"
      attributes["\(axis)_index"] = "\(index)"
      attributes["\(axis)_type"] = "le:s16/16>>0"
    }
    return attributes
  }

  var nodes: String { tree.root + "/dev" }
  var timers: String { tree.root + "/timers" }

  func open() throws -> IIOBuffer {
    try IIOBuffer(of: device, nodes: nodes, timers: timers)
  }

  func buffer(_ attribute: String) throws -> String {
    try tree.text("\(Self.folder)/buffer0/\(attribute)")
  }

  func set(_ attribute: String, _ text: String) throws {
    try tree.set("\(Self.folder)/\(attribute)", text)
  }

  func remove(_ attribute: String) {
    Folder.erase("\(device.path)/\(attribute)")
  }

  /// One scan of little-endian numbers for each of `scans`.
  func fill(_ scans: [Int16]...) throws {
    let bytes = scans.joined().flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    try bytes.withUnsafeBytes { bytes in try pipe.descriptor.writeAll(bytes) }
  }
}
