import Core
import Glibc
import Testing

@testable import Configuration

/// The boards that ship with the package.
@Suite struct BoardTests {
  static let names = [
    "generic", "lab", "raspberry-pi-4", "raspberry-pi-5", "raspberry-pi-zero-2w",
  ]
  /// Those with a header and a device tree.
  static let raspberryPis = names.filter { $0.hasPrefix("raspberry-pi") }
  static let folder = ReferenceTests.root + "/board"

  /// The configuration that names nothing but the board `name`.
  static func configuration(_ name: String) throws -> Configuration {
    let folder = TemporaryFolder()
    let path = folder.write("board = \"\(name)\"", to: "exhibit.toml")
    return try Configuration.load(path: path, boards: [Self.folder])
  }

  @Test func everyFolderWithABoardIsKnownHere() {
    #expect(said(by: "cd '\(Self.folder)' && ls -d */ | tr -d '/\\n'") == Self.names.joined())
  }

  @Test(arguments: names)
  func itsFileIsAcceptedAndHasACamera(name: String) throws {
    #expect(try Self.configuration(name).plan.camera != nil)
  }

  @Test(arguments: names)
  func itHasAPageAndADrawingInWords(name: String) {
    let drawing = said(by: "cat '\(Self.folder)/\(name)/wiring.svg'")
    #expect(drawing.contains("<title") && drawing.contains("<desc"))
    #expect(said(by: "grep -c 'wiring.svg' '\(Self.folder)/\(name)/README.md'") != "0")
  }

  @Test func drawingsAreWhatTheScriptDraws() {
    #expect(said(by: "'\(Self.folder)/wiring.py' --check") == "")
  }

  @Test(arguments: raspberryPis)
  func itsLinesGoByLabelAndNameAndAreInDrawingAndTable(name: String) throws {
    let plan = try Self.configuration(name).plan
    let drawing = said(by: "cat '\(Self.folder)/\(name)/wiring.svg'")
    let page = said(by: "cat '\(Self.folder)/\(name)/README.md'")
    let lines = [plan.button, plan.light?.line, plan.buzzer?.line].compactMap { $0 }
    #expect(lines.count == 3)
    for line in lines {
      #expect(line.chip.hasPrefix("pinctrl-"))
      guard case .name(let name) = line.line else {
        Issue.record("\(line) has an offset")
        continue
      }
      #expect(drawing.contains("\(name), to") && page.contains("| \(name) |"))
    }
  }

  @Test(arguments: raspberryPis)
  func itsOverlayCompilesWithoutAWarning(name: String) {
    let source = "\(Self.folder)/\(name)/exhibit-overlay.dts"
    #expect(said(by: "dtc -@ -I dts -O dtb -o /dev/null '\(source)' && echo done") == "done\n")
  }

  @Test(arguments: raspberryPis)
  func itsOverlayAddsAnAccelerometerAndTakesNoLine(name: String) {
    let folder = TemporaryFolder()
    let base = folder.write(Self.tree, to: "base.dts")
    let source = "\(Self.folder)/\(name)/exhibit-overlay.dts"
    let merged = said(
      by: """
        dtc -q -@ -I dts -O dtb '\(base)' > '\(base).dtb'
        dtc -q -@ -I dts -O dtb '\(source)' > '\(base).dtbo'
        fdtoverlay -i '\(base).dtb' -o '\(base).out' '\(base).dtbo'
        dtc -q -I dtb -O dts '\(base).out'
        rm -f '\(base)'.*
        """)
    #expect(merged.contains("invensense,mpu6050"))
    #expect(!merged.contains("gpios") && !merged.contains("interrupts"))
  }

  /// As much of a Raspberry Pi as the overlays refer to.
  private static let tree = """
    /dts-v1/;
    / {
      gpio: gpio { };
      i2c1: i2c { #address-cells = <1>; #size-cells = <0>; };
    };
    """

  /// What the shell command says, on either of its outputs.
  private func said(by command: String) -> String {
    guard let pipe = popen("{ \(command)\n} 2>&1", "r") else { return "popen failed" }
    defer { pclose(pipe) }
    var text: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { text.append(UInt8(byte)) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension LightSettings {
  fileprivate var line: LineSettings? {
    if case .line(let line) = self { line } else { nil }
  }
}
