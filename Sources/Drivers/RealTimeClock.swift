/// The clocks that go on while the board is without power, where it has one.
public enum RealTimeClock {
  /// What the kernel calls them, such as `rtc-ds1307 1-0068`; a board without one has none.
  public static func names(under root: String = "/sys/class/rtc") -> [String] {
    DevicePaths.numbered(DevicePaths.matching(root + "/rtc*")).map { path in
      SysfsAttribute.textIfReadable(at: path + "/name") ?? DevicePaths.name(of: path)
    }
  }
}
