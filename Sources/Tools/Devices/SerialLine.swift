import Core
import Door
import Drivers
import Glibc
import System
import Terminal

/// A terminal line that a console could use, looked at without opening it: that would move its wires.
package struct SerialLine: Hashable, Sendable {
  /// Where the kernel lists its terminals.
  package static let root = "/sys/class/tty"

  /// The device.
  package let path: String
  /// Links that stay the same from boot to boot, such as `/dev/exhibit/serial0`.
  package let links: [String]
  /// Whether the kernel prints its messages there.
  package let isKernelConsole: Bool
  /// Process that has it open, as far as this user may know; nil when none has.
  package let holder: DeviceHolder?
  /// Why this user cannot use it, with the fix; nil if this user can.
  package let refusal: Phrase?

  /// A line with these facts.
  package init(
    path: String, links: [String] = [], isKernelConsole: Bool = false,
    holder: DeviceHolder? = nil, refusal: Phrase? = nil
  ) {
    self.path = path
    self.links = links
    self.isKernelConsole = isKernelConsole
    self.holder = holder
    self.refusal = refusal
  }

  /// The lines with hardware behind them, and those of a USB gadget, by name and number.
  ///
  /// - Parameters:
  ///   - root: where the kernel lists its terminals.
  ///   - devices: where their nodes are.
  package static func all(
    under root: String = SerialLine.root, devices: String = "/dev"
  ) -> [SerialLine] {
    let active = SysfsAttribute.textIfReadable(at: root + "/console/active") ?? ""
    let consoles = Set(active.split(separator: " ").map(String.init))
    let names = DevicePaths.matching(root + "/tty*").filter(isSerial).map(DevicePaths.name)
    return DevicePaths.numbered(names).map { name in
      describe("\(devices)/\(name)", devices, isKernelConsole: consoles.contains(name))
    }
  }

  /// The device behind `path`; the failure is the one that opening it would end in.
  ///
  /// - Parameter root: where the kernel lists its terminals; those of terminal programs are not there.
  package static func find(
    _ path: String, under root: String = SerialLine.root
  ) throws(Failure) -> String {
    let device = DevicePaths.canonical(path)
    let isListed = access("\(root)/\(DevicePaths.name(of: device))", F_OK) == 0
    let isTerminal = isListed || device.hasPrefix("/dev/pts/")
    let notTerminal = isTerminal ? nil : SystemError(call: "tcgetattr", code: ENOTTY)
    guard let error = accessError(path) ?? notTerminal else { return device }
    throw Failure(.console, SerialPort.phrase(for: error, path), cause: error)
  }

  private static func describe(
    _ path: String, _ devices: String, isKernelConsole: Bool
  ) -> SerialLine {
    let links = [devices, devices + "/exhibit", devices + "/serial/by-id"].flatMap { folder in
      DevicePaths.links(in: folder, to: DevicePaths.canonical(path)).filter { $0 != path }
    }
    return SerialLine(
      path: path, links: links, isKernelConsole: isKernelConsole,
      holder: DeviceHolder.holder(of: path),
      refusal: accessError(path).map { SerialPort.phrase(for: $0, path) })
  }

  private static func accessError(_ path: String) -> SystemError? {
    access(path, R_OK | W_OK) == 0 ? nil : SystemError(errnoOf: "access")
  }

  /// Virtual consoles have no device behind them; a UART of type 0 is a place where none was found.
  private static func isSerial(_ path: String) -> Bool {
    if DevicePaths.name(of: path).hasPrefix("ttyGS") { return true }
    guard access(path + "/device", F_OK) == 0 else { return false }
    return SysfsAttribute.textIfReadable(at: path + "/type") != "0"
  }
}
