import Testing

@testable import Exhibit

@Suite struct WrappingTests {
  @Test(arguments: [
    ("", 5, [""]), ("abc", 3, ["abc"]), ("ab cd", 4, ["ab", "cd"]),
    ("ab cd ef", 5, ["ab cd", "ef"]),
    ("toolong a", 3, ["toolong", "a"]), ("日本 語", 5, ["日本", "語"]), ("  a  b  ", 3, ["a b"]),
  ])
  func linesBreakBetweenWords(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }
}
