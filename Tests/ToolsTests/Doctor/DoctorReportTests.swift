import Core
import Testing

@testable import Tools

@Suite struct DoctorReportTests {
  private static let good = Finding.good("supply", Phrase.doctorSupply)
  private static let bad = Finding(
    "terminal", .bad, .doctorLogin("/dev/ttyS0", "a\u{1B}b", 3),
    fix: .doctorMaskLogin, commands: ["sudo one", "sudo two"])

  @Test func theGravestFindingIsTheVerdict() {
    #expect(DoctorReport(findings: []).verdict == .good)
    #expect(DoctorReport(findings: [Self.bad, Self.good]).verdict == .bad)
  }

  @Test func aFindingIsALineWithWhatToDoBelow() {
    let report = DoctorReport(findings: [Self.bad, Self.good])
    #expect(
      report.text == """
        Bad: The serial line /dev/ttyS0 has a login on it: 'a?b', process 3.
            To do: end the login there for good.
            sudo one
            sudo two
        Good: The supply is sufficient, and nothing was slowed down.
        1 good, 0 to be warned of, 1 bad.
        """)
  }

  @Test func programsGetEachFindingByItsName() {
    #expect(
      DoctorReport(findings: [Self.good]).json.text == """
        {"verdict":"good","findings":[{"check":"supply","verdict":"good",\
        "sentence":"The supply is sufficient, and nothing was slowed down.","fix":null,\
        "commands":[]}]}
        """)
  }
}
