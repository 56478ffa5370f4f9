import Core
import Testing

@testable import Drivers
@testable import Tools
@testable import Terminal

@Suite struct DeviceReportTests {
  private static func report(
    _ devices: DeviceSurvey = DeviceSurvey(), _ findings: [RoleFinding] = [],
    isWritten: Bool = true
  ) -> DeviceReport {
    DeviceReport(devices, findings, by: "/etc/exhibit/exhibit.toml", isWritten: isWritten)
  }

  @Test func aBareMachineIsToldThatThereIsNoneOfEachKind() {
    let lines = Self.report().text.split(separator: "\n")
    #expect(lines.filter { $0.contains(": none. Without ") }.count == 6)
    #expect(
      Self.report().json.text == """
        {"configuration":"/etc/exhibit/exhibit.toml","roles":[],"cameras":[],"gpio_chips":[],\
        "iio_devices":[],"leds":[],"ttys":[],"i2c_buses":[]}
        """)
  }

  @Test func withoutAConfigurationItSaysWhoseChoiceItIs() {
    let camera = RoleFinding(role: .camera, outcome: .found(.video(path: "/dev/video0"), "it"))
    let report = Self.report(DeviceSurvey(), [camera], isWritten: false)
    #expect(report.text.hasPrefix("There is no configuration at /etc/exhibit/exhibit.toml;"))
    #expect(
      report.json.text.hasPrefix(
        """
        {"configuration":null,"roles":[{"role":"camera","configured":false,\
        "device":{"path":"/dev/video0"},"problem":null}]
        """))
  }

  @Test func aDevicesNameSteersNoTerminal() {
    let camera = CameraDescription(path: "/dev/video0", name: "Cam\u{1B}[2J\u{202E}\nLine")
    let text = Self.report(DeviceSurvey(cameras: [camera])).text
    #expect(text.contains("Video device /dev/video0: Cam?[2J? Line."))
  }

  @Test func eachFactHasALineAndEachKindAParagraph() {
    let devices = DeviceSurvey(
      leds: [
        KernelLEDDescription(name: "ACT", fullBrightness: 1, trigger: "mmc0"),
        KernelLEDDescription(name: "PWR", fullBrightness: nil, trigger: nil),
      ])
    let light = RoleFinding(role: .light, outcome: .found(.led("ACT"), "the kernel LED ACT"))
    #expect(
      Self.report(devices, [light]).text.contains(
        """

        Kernel LEDs: 2.
        LED ACT, full brightness 1.
        Used for the light.
        Its trigger is mmc0, which exhibit would switch off.
        LED PWR, full brightness unknown.

        """))
  }
}

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
