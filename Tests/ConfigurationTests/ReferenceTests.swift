import Core
import Glibc
import Testing

@testable import Configuration

/// The sample and the reference are those of the declarations, and what they show is accepted.
@Suite struct ReferenceTests {
  /// This file's path less three components.
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")
  private static let sample = root + "/deploy/exhibit.toml"
  private static let page = root + "/docs/CONFIGURATION.md"

  @Test func theSampleIsWhatTheDeclarationsGive() throws {
    if getenv("EXHIBIT_WRITE_DOCS") != nil { try Self.write(ReferenceText.sample, to: Self.sample) }
    let isCurrent = try Self.text(of: Self.sample) == ReferenceText.sample
    #expect(isCurrent, "deploy/exhibit.toml is out of date; 'make docs' writes it anew")
  }

  @Test func theReferenceIsWhatTheDeclarationsGive() throws {
    let old = try Self.text(of: Self.page)
    let new = try #require(ReferenceText.page(in: old), "docs/CONFIGURATION.md has lost its marks")
    if getenv("EXHIBIT_WRITE_DOCS") != nil { try Self.write(new, to: Self.page) }
    let isCurrent = try Self.text(of: Self.page) == new
    #expect(isCurrent, "docs/CONFIGURATION.md is out of date; 'make docs' writes it anew")
  }

  @Test func everyKeyIsExplained() {
    for section in Configuration.reference {
      for key in section.keys where section.name != "camera.controls" {
        #expect(key.about.hasSuffix("."), "\(section.name).\(key.name)")
        #expect(key.standard != nil || key.example != nil, "\(section.name).\(key.name)")
      }
    }
  }

  @Test func checkConfigKnowsTheKeysOfTheReferenceAndNoOthers() throws {
    let all = try Configuration(text: Self.uncommented(without: ["led", "i2c", "address"]))
    let other = try Configuration(
      text: Self.uncommented(
        without: ["chip", "line", "drive", "iio"], in: ["light", "buzzer", "accelerometer"]))
    let shown = Set(
      (all.entries + other.entries).filter { $0.place != nil }
        .map { $0.key.replacing("analyser[1]", with: "[analyser]") })
    let declared = Configuration.reference.flatMap { section in
      section.keys.map { section.name.isEmpty ? $0.name : "\(section.name).\($0.name)" }
    }
    #expect(declared.filter { !shown.contains($0) } == [])
    #expect(shown.subtracting(declared) == [])
  }

  @Test func theSampleLoadsWithTheGenericBoard() throws {
    let configuration = try Configuration.load(path: Self.sample, boards: [Self.root + "/board"])
    #expect(configuration.board == "generic")
    #expect(configuration.plan.roles == [.camera, .console, .store])
  }

  @Test func whatTheSampleShowsAsDefaultIsTheDefault() throws {
    let text = try Self.uncommented(without: ["led", "i2c", "address"])
    let shown = try Configuration(text: text)
    #expect(shown.settings.countdown == Settings().countdown)
    #expect(shown.settings.gestureTimes == Settings().gestureTimes)
    #expect(shown.settings.heatLimits == Settings().heatLimits)
    #expect(shown.plan.baud == BoardPlan().baud && shown.plan.store == BoardPlan().store)
  }

  /// The sample with every setting in force, but for those of `keys`: `#key` is one, `# Words` are words.
  ///
  /// - Parameter sections: where the keys are left out; empty means everywhere.
  private static func uncommented(
    without keys: Set<String>, in sections: Set<String> = []
  ) throws -> String {
    var section = ""
    let lines = try text(of: sample).split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    return lines.filter { line in
      if line.hasPrefix("[") { section = line.filter { $0 != "[" && $0 != "]" } }
      let isMeant = sections.isEmpty || sections.contains(section)
      return !isMeant || !keys.contains { line.hasPrefix("\($0) =") }
    }.joined(separator: "\n")
  }

  private static func text(of path: String) throws -> String {
    String(decoding: try Configuration.read(path), as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"), "\(path) can't be written")
    defer { fclose(file) }
    #expect(fputs(text, file) >= 0)
  }
}
