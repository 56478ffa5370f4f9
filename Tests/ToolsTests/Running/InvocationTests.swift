import Testing

@testable import Tools

@Suite struct InvocationTests {
  @Test func aConfigurationElsewhereIsRepeated() {
    #expect(Invocation(configuration: ConfigurationFile.usualPath)("doctor") == "exhibit doctor")
    let elsewhere = Invocation(configuration: "/srv/my exhibit.toml")
    #expect(elsewhere("doctor --fix") == "exhibit doctor --fix --config '/srv/my exhibit.toml'")
  }

  @Test(arguments: [
    ("exhibit", "exhibit"), ("/usr/bin/exhibit", "/usr/bin/exhibit"),
    (".build/debug/exhibit", "/src/.build/debug/exhibit"), ("./exhibit", "/src/exhibit"),
  ])
  func theProgramIsFoundFromAnyFolder(word: String, command: String) {
    #expect(Invocation.program(word, from: "/src") == command)
  }

  @Test(arguments: [
    ("/a-b_c.d", "/a-b_c.d"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$x", "'$x'"),
  ])
  func aWordIsOneForTheShell(text: String, quoted: String) {
    #expect(text.quotedForShell == quoted)
  }
}
