import Core
import Glibc
import System

/// An I²C bus that programs can speak on, looked at without a word on its wires.
package struct I2CBus: Hashable, Sendable {
  /// A chip that the kernel was told of.
  package struct Chip: Hashable, Sendable {
    /// Its address, seven bits.
    package let address: Int
    /// Name by which the kernel was told of the chip, such as `mpu6050`.
    package let name: String
    /// Whether a driver of the kernel has it, so that its address is not ours to use.
    package let isDriven: Bool

    /// A chip with these facts.
    package init(address: Int, name: String, isDriven: Bool) {
      self.address = address
      self.name = name
      self.isDriven = isDriven
    }
  }

  /// The device, such as `/dev/i2c-1`.
  package let path: String
  /// Name of its adapter; nil where the kernel does not say.
  package let name: String?
  /// The chips that the kernel was told of, by address.
  ///
  /// Others may be there: a bus has no list.
  package let chips: [Chip]
  /// Why this user cannot use it, with the fix; nil if this user can.
  package let refusal: Phrase?

  /// A bus with these facts.
  package init(path: String, name: String?, chips: [Chip] = [], refusal: Phrase? = nil) {
    self.path = path
    self.name = name
    self.chips = chips
    self.refusal = refusal
  }

  /// The buses, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - root: where the kernel lists what is on its buses.
  ///   - devices: where the buses' nodes are.
  package static func all(
    under root: String = "/sys/bus/i2c/devices", devices: String = "/dev"
  ) -> [I2CBus] {
    DevicePaths.numbered(DevicePaths.matching(devices + "/i2c-*")).map { describe($0, root) }
  }

  /// The bus behind `path`; the failure says why it cannot be used.
  package static func find(_ path: String) throws(Failure) -> String {
    if let refusal = refusal(of: path) { throw Failure(.accelerometer, refusal) }
    return DevicePaths.canonical(path)
  }

  private static func describe(_ path: String, _ root: String) -> I2CBus {
    let name = DevicePaths.name(of: path)
    return I2CBus(
      path: path, name: SysfsAttribute.textIfReadable(at: "\(root)/\(name)/name"),
      chips: chips(onBus: name.dropFirst("i2c-".count), root), refusal: refusal(of: path))
  }

  /// `1-0068` is the chip at 0x68 of bus 1.
  private static func chips(onBus number: Substring, _ root: String) -> [Chip] {
    DevicePaths.matching("\(root)/\(number)-*").compactMap { path in
      let text = DevicePaths.name(of: path).dropFirst(number.count + 1)
      guard let address = Int(text, radix: 16) else { return nil }
      return Chip(
        address: address, name: SysfsAttribute.textIfReadable(at: path + "/name") ?? String(text),
        isDriven: access(path + "/driver", F_OK) == 0)
    }
  }

  private static func refusal(of path: String) -> Phrase? {
    guard access(path, R_OK | W_OK) != 0 else { return nil }
    return errno == ENOENT ? Phrase.i2cBusMissing(path) : .i2cForbidden(path)
  }
}
