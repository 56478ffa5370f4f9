import Testing

@testable import Configuration

@Suite struct ConfigurationChangeTests {
  private func change(from old: String, to new: String) throws -> ConfigurationChange {
    ConfigurationChange(
      from: try Configuration(text: old).entries, to: try Configuration(text: new).entries)
  }

  @Test(arguments: [
    "store = \"/srv\"", "[console]\ntty = \"/dev/ttyS0\"", "[console]\nbaud = 9600",
    "[console]\nsocket = \"/run/socket\"", "language = \"de\"", "[device]\nfolder = \"/srv/key\"",
  ])
  func whatNeedsARestartIsNamedWithItsPlace(text: String) throws {
    let change = try change(from: "", to: text)
    let line = text.split(separator: "\n").count
    #expect(change.live.isEmpty)
    #expect(change.fixed.map(\.new?.place) == ["configuration:\(line)"])
    #expect(change.fixed.map(\.key).allSatisfy(ConfigurationChange.fixedKeys.contains))
  }

  @Test func anotherNameOfTheDeviceNeedsNone() throws {
    let change = try change(from: "[device]\nname = \"Door\"", to: "[device]\nname = \"Gate\"")
    #expect(change.live.map(\.key) == ["device.name"])
    #expect(change.fixed.isEmpty)
  }

  @Test func aDefaultThatIsWrittenOutIsNoChange() throws {
    #expect(try change(from: "", to: "[shutter]\ncountdown_s = 3\ncount = 1").isEmpty)
  }

  @Test func aMovedLineIsNoChange() throws {
    #expect(try change(from: "[camera]\nfps = 30", to: "\n[camera]\n\nfps = 30.0").isEmpty)
  }

  @Test func whatChangedIsThereWithItsNewValue() throws {
    let change = try change(
      from: "[shutter]\ncountdown_s = 2\ncount = 3", to: "[shutter]\ncountdown_s = 1.5\ncount = 3")
    #expect(change.live.map(\.key) == ["shutter.countdown_s"])
    #expect(change.live.first?.new?.value == "1.5")
    #expect(change.live.first?.old?.value == "2")
  }

  @Test func whatIsLeftOutIsAChange() throws {
    let change = try change(from: "[camera]\nfps = 30", to: "[camera]")
    #expect(change.live.map(\.key) == ["camera.fps"])
    #expect(change.live.first?.new == nil)
  }

  @Test func whatIsLeftOutAndHasADefaultGoesBackToIt() throws {
    let change = try change(from: "[shutter]\ncount = 3", to: "")
    #expect(change.live.map(\.new?.value) == ["1"])
  }

  @Test func longTextsAreComparedToTheirEnds() throws {
    let (folder, device) = (String(repeating: "a", count: 60), "[camera]\ndevice = ")
    let change = try change(from: "\(device)\"/\(folder)1\"", to: "\(device)\"/\(folder)2\"")
    #expect(change.live.map(\.key) == ["camera.device"])
  }

  @Test func aSectionThatAppearsIsAChange() throws {
    #expect(try !change(from: "", to: "[camera]").isEmpty)
    #expect(try !change(from: "", to: "[accelerometer]").isEmpty)
  }

  @Test func whatNeedsARestartIsNamedAgainUntilThen() throws {
    let old = try Configuration(text: "store = \"/one\"").entries
    let new = try Configuration(text: "store = \"/two\"\n[camera]").entries
    let change = ConfigurationChange(from: ConfigurationChange.inForce(new, after: old), to: new)
    #expect(change.fixed.map(\.key) == ["store"])
    #expect(change.live.isEmpty)
  }
}
