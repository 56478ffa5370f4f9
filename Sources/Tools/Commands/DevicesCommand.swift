import ArgumentParser
import Configuration
import Drivers
import System
import Terminal

/// `exhibit devices`: what the board has, and what each role would use.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List what the board has, and what each role would use.",
    discussion: """
      Looks only: nothing is set or taken, so it may run beside the camera. Without a configuration \
      it says what would be chosen. Ends with 78 if the configuration is bad.
      """)

  @OptionGroup var file: ConfigurationFile

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    let configuration = try file.loadIfPresent()
    let devices = DeviceSurvey.ofBoard()
    let plan = try (configuration ?? .unwritten).plan
    let roles = RoleFinding.all(of: plan, among: devices)
    let report = DeviceReport(devices, roles, by: file.path, isWritten: configuration != nil)
    try StandardOutput.print(json ? report.json.text : report.text)
  }
}

extension Configuration {
  /// Configuration without a file: every device that needs no more than its section.
  static var unwritten: Configuration {
    get throws { try Configuration(text: "[camera]\n[accelerometer]") }
  }
}

/// Everything of use to exhibit that the board has at this moment, each kind in a fixed order.
struct DeviceSurvey {
  var cameras: [CameraDescription] = []
  var chips: [GPIOChipDescription] = []
  var sensors: [IIODevice] = []
  var leds: [KernelLEDDescription] = []
  var serialLines: [SerialLine] = []
  var buses: [I2CBus] = []
}

extension DeviceSurvey {
  /// Looks at the board; nothing is taken or set.
  ///
  /// Blocks as long as the drivers do, for a USB camera some tenths of a second.
  static func ofBoard() -> DeviceSurvey {
    DeviceSurvey(
      cameras: CameraDescription.all(), chips: GPIOChipDescription.all(),
      sensors: IIODevice.all(), leds: KernelLEDDescription.all(), serialLines: SerialLine.all(),
      buses: I2CBus.all())
  }

  /// What the kernel's table says of `line`.
  func info(of line: GPIOLine) -> GPIOLineInfo? {
    chips.first { $0.name == line.chip }?.lines.first { $0.offset == line.offset }
  }

  /// What the kernel was told is at `address` of the bus at `path`.
  func chip(at address: Int, of path: String) -> I2CBus.Chip? {
    buses.first { $0.path == path }?.chips.first { $0.address == address }
  }
}
