import Testing

@testable import Exhibit

@Suite struct RunCommandTests {
  @Test(arguments: [["run"], ["run", "--config", "/etc/other.toml"]])
  func aPlainStartIsWhatTheParserMakesOfIt(words: [String]) throws {
    let parsed = try #require(try Exhibit.parseAsRoot(words) as? RunCommand)
    #expect(RunCommand.plain(words)?.file.path == parsed.file.path)
  }

  @Test(arguments: [
    [], ["status"], ["run", "--help"], ["run", "--config"], ["run", "--config", "--help"],
    ["run", "--confg", "a"], ["run", "--config", "a", "b"], ["run", "b"], ["help", "run"],
  ])
  func allOtherWordsAreForTheParser(words: [String]) {
    #expect(RunCommand.plain(words) == nil)
  }
}
