import Core
@testable import Drivers
import Testing

@testable import Exhibit

@Suite struct SerialLineReportTests {
  @Test func aLineThatMayNotBeUsedSaysWhatToDo() {
    let refusal = Phrase.consoleTTYForbidden("/dev/ttyS0")
    let line = SerialLine(path: "/dev/ttyS0", isKernelConsole: true, refusal: refusal)
    let lines = line.phrases(roles: []).map(\.english)
    #expect(lines.first == "Serial line /dev/ttyS0.")
    #expect(lines[1].hasPrefix("The kernel prints its messages there;"))
    #expect(lines.last == refusal.english)
  }

  @Test func aLineSaysItsOtherNamesItsRoleAndItsHolder() {
    let line = SerialLine(
      path: "/dev/ttyAMA0", links: ["/dev/serial0"],
      holder: DeviceHolder(process: 5, name: "agetty"))
    #expect(
      line.phrases(roles: [.console]).map(\.english) == [
        "Serial line /dev/ttyAMA0.", "Also called /dev/serial0.", "Used for the console.",
        "Open in agetty, process 5.",
      ])
    #expect(
      line.json(roles: [.console]).text == """
        {"path":"/dev/ttyAMA0","links":["/dev/serial0"],"kernel_console":false,\
        "holder":{"name":"agetty","process":5},"roles":["console"],"problem":null}
        """)
  }
}
