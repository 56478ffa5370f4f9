import Testing

@testable import Tools

@Suite struct DemoTranscriptTests {
  private var transcript = DemoTranscript((1...9).map { "line \($0)" })

  private func shown(_ height: Int = 3) -> [String] {
    transcript.pane(width: 80, height: height).rows
  }

  @Test func itsEndIsShownUnlessSomebodyGoesBack() {
    #expect(shown() == ["line 7", "line 8", "line 9"])
    #expect(transcript.pane(width: 80, height: 3).hasMoreAbove)
    #expect(!transcript.pane(width: 80, height: 9).hasMoreAbove)
  }

  @Test mutating func goingBackEndsAtTheFirstRowAndForwardAtTheLast() {
    transcript.scroll(by: 2, width: 80, height: 3)
    #expect(shown() == ["line 5", "line 6", "line 7"])
    transcript.scroll(by: 99, width: 80, height: 3)
    #expect(shown() == ["line 1", "line 2", "line 3"])
    #expect(!transcript.pane(width: 80, height: 3).hasMoreAbove)
    transcript.scroll(by: -99, width: 80, height: 3)
    #expect(shown() == ["line 7", "line 8", "line 9"])
  }

  @Test mutating func whoeverHasGoneBackGoesOnSeeingTheSame() {
    transcript.scroll(by: 2, width: 80, height: 3)
    transcript.append(["line 10", String(repeating: "word ", count: 30)], width: 80)
    #expect(shown() == ["line 5", "line 6", "line 7"])
    #expect(transcript.rowsBelow == 5)
    transcript.scrollToEnd()
    #expect(shown().last?.hasSuffix("word") == true)
  }

  @Test mutating func itIsBounded() {
    transcript.append((1...2000).map { "line \($0)" }, width: 80)
    #expect(transcript.lines.count == DemoTranscript.mostLines)
    #expect(transcript.lines.last == "line 2000")
  }

  @Test func aLineThatIsTooLongTakesSeveralRows() {
    let pane = DemoTranscript(["one two three"]).pane(width: 7, height: 5)
    #expect(pane.rows == ["one two", "three"])
  }
}

@Suite struct WrappingTests {
  @Test(arguments: [
    ("", 5, [""]), ("abc", 3, ["abc"]), ("ab cd", 4, ["ab", "cd"]),
    ("ab cd ef", 5, ["ab cd", "ef"]), ("日本 語", 5, ["日本", "語"]), ("  a  b  ", 3, ["a b"]),
    ("toolong a", 3, ["too", "lon", "g a"]), ("日本語", 3, ["日", "本", "語"]),
    ("日本", 1, ["日", "本"]), ("a /very/long/path b", 6, ["a", "/very/", "long/p", "ath b"]),
  ])
  func linesBreakBetweenWordsAndWordsWhereTheyMust(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }
}
