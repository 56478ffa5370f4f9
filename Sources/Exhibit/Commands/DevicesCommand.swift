import ArgumentParser
import Configuration
import Drivers

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
    print(json ? report.json.text : report.text)
  }
}

extension Configuration {
  /// What exhibit chooses by itself: every device that needs no more than its section.
  static var unwritten: Configuration {
    get throws { try Configuration(text: "[camera]\n[accelerometer]") }
  }
}
