import Drivers
import Testing

@testable import Tools

@Suite struct TerminalCheckTests {
  private static let login = DeviceHolder(process: 412, name: "agetty")

  private static func findings(
    isKernelConsole: Bool, session: DeviceHolder?
  ) -> [Finding] {
    let line = SerialLine(path: "/dev/ttyAMA0", isKernelConsole: isKernelConsole)
    return TerminalCheck(line: line, session: session).findings
  }

  @Test func theKernelsMessagesAreOneConflictAndALoginAnother() {
    let findings = Self.findings(isKernelConsole: true, session: Self.login)
    #expect(findings.map(\.verdict) == [.bad, .bad])
    #expect(findings[0].fix?.english.contains("take console=ttyAMA0 out") == true)
    #expect(
      findings[1].sentence.english
        == "The serial line /dev/ttyAMA0 has a login on it: 'agetty', process 412.")
    #expect(
      findings[1].commands == ["sudo systemctl mask --now serial-getty@ttyAMA0.service"])
  }

  @Test func aLineOfOurOwnIsGood() {
    let findings = Self.findings(isKernelConsole: false, session: nil)
    #expect(findings.map(\.verdict) == [.good])
  }
}
