import Drivers
import Testing

@testable import Tools

@Suite struct WatchdogCheckTests {
  private static let raspberryPi = HardwareWatchdog(identity: "BCM2835", longest: .seconds(15))

  @Test(arguments: [
    (RuntimeWatchdog.time(.seconds(30)), Finding.Verdict.bad), (.time(.seconds(16)), .bad),
    (.off, .warning), (.time(.seconds(15)), .good), (.time(.seconds(14)), .good),
    (.unchanged, .good),
  ])
  func aTimeThatTheHardwareCannotCountIsBad(
    configured: RuntimeWatchdog, verdict: Finding.Verdict
  ) {
    let finding = WatchdogCheck(hardware: Self.raspberryPi, configured: configured).finding
    #expect(finding.verdict == verdict)
    #expect(finding.commands.isEmpty == (verdict == .good))
  }

  @Test func theAdviceIsATimeThatTheHardwareCanCount() {
    let short = HardwareWatchdog(identity: "short", longest: .seconds(8))
    let advice = { (hardware: HardwareWatchdog) in
      WatchdogCheck(hardware: hardware, configured: .off).finding.fix?.english ?? ""
    }
    #expect(advice(Self.raspberryPi).contains("RuntimeWatchdogSec=14"))
    #expect(advice(short).contains("RuntimeWatchdogSec=8"))
  }

  @Test func whereNoLimitIsKnownEveryTimeIsGood() {
    let other = HardwareWatchdog(identity: "other", longest: nil)
    let finding = WatchdogCheck(hardware: other, configured: .time(.seconds(600))).finding
    #expect(finding.verdict == .good)
  }

  @Test(arguments: [
    (RuntimeWatchdog.absent, "doctor.watchdog.unasked"), (.silent, "doctor.watchdog.unknown"),
  ])
  func whatIsNotKnownIsSaidPlainly(configured: RuntimeWatchdog, key: String) {
    let finding = WatchdogCheck(hardware: Self.raspberryPi, configured: configured).finding
    #expect(finding.verdict == .warning)
    #expect(finding.sentence.key == key)
  }

  @Test func aBoardWithoutOneIsWarned() {
    #expect(WatchdogCheck(hardware: nil, configured: .off).finding.verdict == .warning)
  }
}
