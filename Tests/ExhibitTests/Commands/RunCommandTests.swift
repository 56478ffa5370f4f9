import Testing

@testable import Exhibit

@Suite struct RunCommandTests {
  @Test(arguments: [["run"], ["run", "--config", "/etc/other.toml"]])
  func aPlainStartIsWhatTheParserMakesOfIt(words: [String]) throws {
    let parsed = try #require(try Exhibit.parseAsRoot(words) as? RunCommand)
    let plain = try #require(RunCommand.plain(words))
    #expect(plain.file.path == parsed.file.path)
    #expect(Self.properties(of: plain) == Self.properties(of: parsed))
  }

  /// Everything that `value` is made of, one line each.
  private static func properties(of value: Any, at path: String = "") -> [String] {
    let children = Mirror(reflecting: value).children
    if children.isEmpty { return ["\(path) = \(value)"] }
    return children.flatMap { properties(of: $0.value, at: "\(path).\($0.label ?? "")") }
  }

  @Test(arguments: [
    [], ["status"], ["run", "--help"], ["run", "--config"], ["run", "--config", "--help"],
    ["run", "--confg", "a"], ["run", "--config", "a", "b"], ["run", "b"], ["help", "run"],
  ])
  func allOtherWordsAreForTheParser(words: [String]) {
    #expect(RunCommand.plain(words) == nil)
  }
}
