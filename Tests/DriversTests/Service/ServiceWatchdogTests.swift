import Core
import Testing

@testable import Drivers

@Suite struct ServiceWatchdogTests {
  @Test(arguments: [
    (nil, nil), ("", nil), ("0", nil), ("-5", nil), ("soon", nil), ("30000000", "8"),
    ("30000000", "x"),
  ])
  func nobodyWaits(microseconds: String?, process: String?) {
    #expect(ServiceWatchdog.patience(microseconds: microseconds, process: process, own: 7) == nil)
  }

  @Test(arguments: [nil, "7"])
  func theManagersTimeIsTakenWhereThisProcessIsMeant(process: String?) {
    #expect(
      ServiceWatchdog.patience(microseconds: "30000000", process: process, own: 7) == .seconds(30))
  }
}
