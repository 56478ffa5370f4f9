import Door
import System
import Testing

@testable import Terminal

extension TerminalCapabilities {
  static let plain = TerminalCapabilities { _ in nil }
  static let dumb = TerminalCapabilities { ["TERM": "dumb"][$0] }
  static let unicode = TerminalCapabilities { ["LANG": "C.UTF-8", "NO_COLOR": "1"][$0] }
  static let coloured = TerminalCapabilities { ["LANG": "C.UTF-8"][$0] }
}

@Suite struct ScreenRowTests {
  private func encoded(_ row: ScreenRow, _ width: Int, _ capabilities: TerminalCapabilities)
    -> String
  {
    let bytes = row.encoded(at: 2, width: width, capabilities)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1b}", with: "^")
  }

  @Test(arguments: [
    ("a\u{1b}[31mb", "a?[31mb"), ("a\tb", "a b"), ("a\r\nb", "a  b"), ("a\u{9b}b", "a?b"),
    ("a\u{202e}b", "a?b"), ("a\u{2028}b", "a b"), ("a\u{7f}b", "a?b"), ("größe", "größe"),
  ])
  func noControlCharacterGetsIn(text: String, printable: String) {
    #expect(ScreenRow(text).text == printable)
  }

  @Test(arguments: [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("😀", 2), ("●", 1)])
  func columnsAreTheTerminals(text: String, columns: Int) {
    #expect(text.displayColumns == columns)
    #expect(ScreenRow(text).columns == columns)
  }

  @Test(arguments: [
    ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本", 4, "日本"), ("日本", 3, "日…"),
    ("日本語", 4, "日… "), ("abc", 1, "…"), ("abc", 0, ""), ("e\u{301}e\u{301}", 1, "…"),
  ])
  func aRowIsFittedByColumns(text: String, width: Int, fitted: String) {
    #expect(ScreenRow(text).fitted(to: width).text == fitted)
  }

  @Test func fittingKeepsTheStyles() {
    var row = ScreenRow("ab", .strong)
    row.append("cdef", .faint)
    let fitted = row.fitted(to: 4)
    #expect(fitted.runs.map(\.style) == [.strong, .faint, .plain])
    #expect(fitted.text == "abc…")
  }

  @Test func aRowStandsWhereItBelongsAndErasesTheRest() {
    #expect(encoded(ScreenRow("ab"), 5, .unicode) == "^[3;1H^[0mab^[K")
  }

  @Test func aFullRowErasesNothing() {
    #expect(encoded(ScreenRow("abcde"), 5, .unicode) == "^[3;1H^[0mabcde")
    #expect(encoded(ScreenRow("abcdef"), 5, .unicode) == "^[3;1H^[0mabcd…")
  }

  @Test(arguments: [
    (TerminalCapabilities.coloured, "^[1;33mx^[0m"), (.unicode, "^[1mx^[0m"), (.dumb, "x"),
  ])
  func coloursAreSentOnlyWhereTheyAreWanted(capabilities: TerminalCapabilities, run: String) {
    #expect(encoded(ScreenRow("x", .lit), 1, capabilities) == "^[3;1H^[0m" + run)
  }

  @Test func withoutUTF8EveryCharacterIsASCIIAndTakesItsColumns() {
    #expect("(●) · 4×3 – 日ö…".inASCII == "(*) . 4x3 - ???~")
  }
}
