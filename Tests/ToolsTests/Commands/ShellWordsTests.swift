import Core
import Testing

@testable import Tools

@Suite struct ShellWordsTests {
  @Test(arguments: [
    (["stauts"], "There is no command 'exhibit stauts'; did you mean 'exhibit status'?"),
    (["help", "lst"], "There is no command 'exhibit lst'; did you mean 'exhibit list'?"),
    (
      ["store", "rebiuld", "--store", "/s"],
      "There is no command 'exhibit store rebiuld'; did you mean 'exhibit store rebuild'?"
    ),
    ([""], "There is no command 'exhibit '; 'exhibit --help' lists those that there are."),
    (
      ["frobnicate"],
      "There is no command 'exhibit frobnicate'; 'exhibit --help' lists those that there are."
    ),
  ])
  func aMisspeltCommandIsToldWithTheNearest(words: [String], sentence: String) {
    #expect(Tools.misspelling(in: words)?.english == sentence)
  }

  @Test(arguments: [
    [], ["status"], ["show", "1"], ["store", "new"], ["help"], ["help", "store", "new"],
    ["--version"], ["verify", "--stor", "/s"],
  ])
  func aCommandIsNone(words: [String]) {
    #expect(Tools.misspelling(in: words) == nil)
  }

  @Test func theVersionIsSaidToWhoAsksByTheUsualOption() {
    #expect(Tools.configuration.version == "exhibit \(ProgramVersion.present)")
  }
}
