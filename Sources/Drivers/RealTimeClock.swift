import Core
import System

extension Clock {
  /// This boot's random name, 36 characters of hexadecimal digits and hyphens (random(4)).
  package static func bootID() throws(SystemError) -> String {
    try SysfsAttribute.text(at: "/proc/sys/kernel/random/boot_id")
  }
}

/// The clocks that go on while the board is without power, where it has one.
package enum RealTimeClock {
  /// Names of the clocks by the kernel, such as `rtc-ds1307 1-0068`; a board without one has none.
  package static func names(under root: String = "/sys/class/rtc") -> [String] {
    DevicePaths.numbered(DevicePaths.matching(root + "/rtc*")).map { path in
      SysfsAttribute.textIfReadable(at: path + "/name") ?? DevicePaths.name(of: path)
    }
  }
}
