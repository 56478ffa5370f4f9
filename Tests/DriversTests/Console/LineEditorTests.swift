import Testing

@testable import Drivers

@Suite struct LineEditorTests {
  /// What comes of `input`, given in one piece.
  private func lines(_ input: String) -> [LineEditor.Line] { lines(Array(input.utf8)) }

  private func lines(_ input: [UInt8]) -> [LineEditor.Line] {
    var editor = LineEditor(echoes: true)
    return input.compactMap { editor.feed($0) }
  }

  private func echo(_ input: String) -> String {
    var editor = LineEditor(echoes: true)
    for byte in input.utf8 { _ = editor.feed(byte) }
    return String(decoding: editor.echo, as: UTF8.self)
  }

  @Test func aLineThatHasNotEndedIsNoLine() {
    #expect(lines("status") == [])
  }

  @Test(arguments: ["\r", "\n", "\r\n"])
  func eachEndingEndsOneLine(ending: String) {
    #expect(lines("a\(ending)b\(ending)") == [.text("a"), .text("b")])
  }

  @Test func anEmptyLineIsALine() {
    #expect(lines("\r\r\n\n") == [.text(""), .text(""), .text("")])
  }

  @Test func whatNeverEndedIsALineWhenTheInputDoes() {
    var editor = LineEditor(echoes: false)
    #expect(editor.finish() == nil)
    _ = editor.feed(UInt8(ascii: "s"))
    #expect(editor.finish() == .text("s"))
    #expect(editor.finish() == nil)
  }

  @Test(arguments: [
    ("statsu\u{8}\u{8}us\r", "status"),
    ("statsu\u{7f}\u{7f}us\r", "status"),
    ("\u{8}\u{8}list\r", "list"),
    ("thé\u{8}ing\r", "thing"),
    ("a€\u{8}\u{8}b\r", "b"),
    ("snap now\u{15}list\r", "list"),
    ("thing use  5  \u{17}6\r", "thing use  6"),
    ("thing\u{17}\u{17}list\r", "list"),
    ("thing  \u{17}list\r", "list"),
    ("a\tb\r", "a b"),
  ])
  func editingKeysEdit(input: String, line: String) {
    #expect(lines(input) == [.text(line)])
  }

  @Test func controlCGivesTheLineUp() {
    #expect(lines("shutdown\u{3}list\r") == [.discarded, .text("list")])
    #expect(echo("sh\u{3}") == "sh^C\r\n")
  }

  @Test(arguments: [
    ("one\rtwo\r\u{1b}[A\r", "two"),
    ("one\rtwo\r\u{1b}[A\u{1b}[A\u{1b}[A\r", "one"),
    ("one\rtwo\r\u{1b}OA\u{1b}OA\u{1b}OB\r", "two"),
    ("one\rtwo\rdraft\u{1b}[A\u{1b}[B\r", "draft"),
    ("one\rtwo\rdraft\u{1b}[B\r", "draft"),
    ("one\r\rone\rtwo\r\u{1b}[A\u{1b}[A\u{1b}[Ax\r", "onex"),
  ])
  func arrowsCallLinesBack(input: String, line: String) {
    #expect(lines(input).last == .text(line))
  }

  @Test func historyKeepsTheNewestLines() {
    let typed = (0...LineHistory.lineLimit).map { "\($0)\r" }.joined()
    let arrows = String(repeating: "\u{1b}[A", count: LineHistory.lineLimit + 5)
    #expect(lines(typed + arrows + "\r").last == .text("1"))
  }

  @Test(arguments: [
    "a\u{1b}[5~b\r", "a\u{1b}[1;5Cb\r", "a\u{1b}[8;24;80tb\r", "a\u{1b}xb\r", "a\u{1b}OPb\r",
    "a\u{1b}]0;title\u{7}b\r", "a\u{1b}P1$r\u{1b}\\b\r", "a\u{0}\u{1}\u{5}b\r",
    "a\u{1b}\u{1b}[Zb\r",
  ])
  func whatIsNoTextIsSwallowed(input: String) {
    #expect(lines(input) == [.text("ab")])
  }

  @Test func anUnfinishedSequenceLosesOnlyItsOwnLine() {
    #expect(lines("\u{1b}]never ends\rlist\r") == [.text(""), .text("list")])
  }

  @Test func bytesThatAreNoTextDoNoHarm() {
    #expect(lines([0xff, 0xc3, 0x0d]) == [.text("\u{fffd}\u{fffd}")])
    #expect(lines([0x80, 0x80, 0x08, 0x61, 0x0d]) == [.text("a")])
    #expect(lines([0x61, 0xc2, 0x9b, 0x0d]) == [.text("a")])
    let everything = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) }
    #expect(lines(everything + Array("\u{15}list\r".utf8)).last == .text("list"))
  }

  @Test func aLineAtTheLimitIsWholeAndOneBeyondIsTooLong() {
    let longest = String(repeating: "x", count: LineEditor.byteLimit)
    #expect(lines(longest + "\r") == [.text(longest)])
    #expect(lines(longest + "x\rlist\r") == [.tooLong, .text("list")])
    #expect(lines(longest + "x\u{15}list\r") == [.text("list")])
  }

  @Test(arguments: [
    ("list\r", "list\r\n"), ("li\u{8}", "li\u{8} \u{8}"), ("\u{8}", ""), ("\u{1b}[D", ""),
    ("é\u{8}", "é\u{8} \u{8}"), ("a\r\u{1b}[A", "a\r\na"),
  ])
  func theEchoIsWhatTheTerminalShows(input: String, shown: String) {
    #expect(echo(input) == shown)
  }

  @Test func withoutEchoNothingIsShown() {
    var editor = LineEditor(echoes: false)
    for byte in "li\u{8}st\r".utf8 { _ = editor.feed(byte) }
    #expect(editor.echo.isEmpty)
  }
}
