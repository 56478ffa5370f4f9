import Core
import StandIns
import System
import Testing

@testable import Drivers

@Suite struct BootTests {
  @Test func theBootIDIsTheKernelsAndStaysTheSame() throws {
    let name = try Clock.bootID()
    #expect(name.utf8.count == 36)
    #expect(name.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12])
    #expect(try Clock.bootID() == name)
  }
}

@Suite struct RealTimeClockTests {
  @Test func aBoardWithoutOneHasNone() throws {
    #expect(RealTimeClock.names(under: try SysfsTree().root) == [])
  }

  @Test func eachIsCalledAsItsDriverSays() throws {
    let tree = try SysfsTree()
    try tree.add("rtc0", ["name": "rpi_rtc 107d517000.rtc"])
    try tree.add("rtc1", [:])
    #expect(RealTimeClock.names(under: tree.root) == ["rpi_rtc 107d517000.rtc", "rtc1"])
  }
}
