import Testing

@testable import Drivers

@Suite struct DeviceAccessTests {
  @Test func whatIsNotThereIsNobodys() {
    #expect(DeviceAccess(of: "/dev/nothing") == nil)
  }

  @Test func everybodyMayUseTheNullDevice() {
    #expect(
      DeviceAccess(of: "/dev/null")
        == DeviceAccess(path: "/dev/null", group: "root", isAllowed: true))
  }
}
