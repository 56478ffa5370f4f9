import Testing

@testable import Configuration

/// The files that ship with the package.
@Suite struct SampleTests {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  @Test func theSampleLoadsWithTheGenericBoard() throws {
    let configuration = try Configuration.load(
      path: Self.root + "/deploy/exhibit.toml", boards: [Self.root + "/board"])
    #expect(configuration.board == "generic")
    #expect(configuration.camera != nil)
    #expect(configuration.button == nil)
  }

  @Test func everySettingThatTheSampleShowsIsAccepted() throws {
    let configuration = try Configuration(text: try uncommented(), file: "exhibit.toml")
    #expect(configuration.button?.bias == .pullUp)
    #expect(configuration.buzzer?.device == .led("buzzer"))
    #expect(configuration.storageFloorMegabytes == 500)
  }

  @Test func theSampleShowsEveryKey() throws {
    let shown = try Configuration(text: try uncommented()).settings
    let unshown = shown.filter { $0.place == nil }.map(\.key)
    #expect(unshown == ["buzzer.drive", "accelerometer.address"])
  }

  /// The sample with every setting in force: `#key` is one, `# Words` are words.
  private func uncommented() throws -> String {
    String(decoding: try Configuration.bytes(of: Self.root + "/deploy/exhibit.toml"), as: UTF8.self)
      .split(separator: "\n")
      .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
      .joined(separator: "\n")
  }
}
