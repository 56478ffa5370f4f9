import Testing

@testable import Core

@Suite struct TextTests {
  @Test(arguments: [("7", "007"), ("", "000"), ("1234", "1234"), ("é", "00é")])
  func paddingFillsFromTheLeftAndCutsNothing(text: String, padded: String) {
    #expect(text.padded(to: 3) == padded)
  }

  @Test(arguments: [
    ("a\u{1b}[2Jb", "a?[2Jb"), ("a\r\nb", "a  b"), ("a\tb", "a b"), ("a\u{9b}b", "a?b"),
    ("a\u{85}b", "a b"), ("a\u{7}\u{0}b", "a??b"), ("a\u{e000}b", "a?b"),
    ("👨\u{200d}👧", "👨\u{200d}👧"),
    ("a\u{202e}b", "a?b"), ("a\u{2028}b", "a b"), ("a\u{a0}b", "a b"), ("a\u{7f}b", "a?b"),
    ("größe 日本 😀", "größe 日本 😀"),
  ])
  func nothingThatSteersATerminalIsPrintable(text: String, printable: String) {
    #expect(text.printable == printable)
  }

  @Test func aSignOfHTMLIsEscapedWhateverStandsAboveIt() {
    #expect("<b\" & 'c'>".escapedForHTML == "&lt;b&quot; &amp; &#39;c&#39;&gt;")
    #expect("<\u{301}b>\u{301}".escapedForHTML == "&lt;\u{301}b&gt;\u{301}")
  }
}
