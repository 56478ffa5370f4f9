import Testing

@testable import Core

@Suite struct SpellingTests {
  @Test(arguments: [
    ("colour", "color", 1), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0),
    ("kitten", "sitting", 3), ("ab", "ba", 2),
  ])
  func editsAreCountedAsPeopleTypeThem(source: String, target: String, count: Int) {
    #expect(Spelling.edits(from: source, to: target) == count)
  }

  @Test func theFewestEditsWin() {
    #expect(Spelling.nearest(to: "hight", among: ["weight", "height", "light"]) == "height")
  }

  @Test func amongEqualsTheFirstInTheAlphabetWins() {
    #expect(Spelling.nearest(to: "bat", among: ["cat", "bar"]) == "bar")
  }

  @Test(arguments: ["zzzzzz", "x", "entirely-different"])
  func whatNobodyMeantHasNoNearest(word: String) {
    #expect(Spelling.nearest(to: word, among: ["width", "height"]) == nil)
  }

  @Test func whatIsAsLongAsItsFaultsIsNothingLike() {
    #expect(Spelling.nearest(to: "xx", among: ["cat", "bar"]) == nil)
  }
}
