import Door
import System
import Testing

@testable import Terminal

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
    ("snap\u{1b}[D\u{1b}[D-\r", "sn-ap"), ("nap\u{1b}[Hs\r", "snap"),
    ("nap\u{1}s\u{5}s\r", "snaps"),
    ("snp\u{1b}[Da\u{1b}[C!\r", "snap!"), ("sxnap\u{1b}[1~\u{1b}[C\u{1b}[3~\r", "snap"),
    ("a\u{1b}[3~\u{1b}[C\u{1b}[Fb\r", "ab"), ("thing use 5\u{1b}[D\u{1b}[D\u{17}\r", "thing  5"),
    ("snapped\u{1b}[D\u{1b}[D\u{1b}[D\u{b}\r", "snap"), ("ab\u{1b}[D\u{8}\r", "b"),
    ("né\u{1b}[D\u{1b}[Dü\r", "üné"), ("ab\u{1b}[D€\r", "a€b"),
  ])
  func editingKeysEdit(input: String, line: String) {
    #expect(lines(input) == [.text(line)])
  }

  @Test func aTabIsASpaceWhereNobodySeesIt() {
    var editor = LineEditor(echoes: false)
    #expect("a\tb\r".utf8.compactMap { editor.feed($0) } == [.text("a b")])
    #expect(lines("a\tb\r") == [.tab, .text("ab")])
  }

  @Test func aPlaceOfTheCursorIsNoText() {
    #expect(lines("li\u{1b}[24;80Rst\r") == [.place(row: 24, column: 80), .text("list")])
    #expect(lines("a\u{1b}[R\u{1b}[1R\u{1b}[1;2;3R\u{1b}[?1;2R\r") == [.text("a")])
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
    ("abc\u{1b}[D\u{1b}[D", "abc\u{8}\u{8}"), ("ab\u{1b}[Dx", "ab\u{8}xb\u{8}"),
    ("abc\u{1b}[D\u{8}", "abc\u{8}\u{8}c \u{8}\u{8}"), ("ab\u{1b}[D\u{1b}[C", "ab\u{8}b"),
    ("世\u{8}", "世\u{8}\u{8}  \u{8}\u{8}"), ("a\u{1b}[D€", "a\u{8}€a\u{8}"),
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

  @Test func bytesInTheMidstOfALineThatAreNoTextDoNoHarm() {
    #expect(lines(Array("ab\u{1b}[D".utf8) + [0xc3, 0x0d]) == [.text("a\u{fffd}b")])
    #expect(lines(Array("ab\u{1b}[D".utf8) + [0xe2, 0x82, 0x08, 0x0d]) == [.text("ab")])
  }

  /// What a terminal of ten columns shows, the prompt included, and where its cursor is.
  private func screen(_ input: String) -> (rows: [String], row: Int, column: Int) {
    var editor = LineEditor(echoes: true)
    editor.columns = 10
    for byte in input.utf8 { _ = editor.feed(byte) }
    var terminal = SmallTerminal(columns: 10)
    terminal.show("> " + String(decoding: editor.echo, as: UTF8.self))
    return (terminal.text, terminal.row, terminal.column)
  }

  @Test(
    arguments: [
      ("12345678", ["> 12345678", ""], 1, 0),
      ("1234567890", ["> 12345678", "90"], 1, 2),
      ("1234567890\u{8}\u{8}\u{8}", ["> 1234567", ""], 0, 9),
      ("1234567890\u{1}x", ["> x1234567", "890"], 0, 3),
      ("1234567890\u{1}\u{1b}[3~", ["> 23456789", "0"], 0, 2),
      ("1234567890abcdefgh\u{1}\u{5}!", ["> 12345678", "90abcdefgh", "!"], 2, 1),
      ("1234567890\u{15}ok", ["> ok", ""], 0, 4),
    ] as [(String, [String], Int, Int)])
  func aLineOfSeveralRowsIsDrawnWhereTheColumnsAreKnown(
    input: String, rows: [String], row: Int, column: Int
  ) {
    let shown = screen(input)
    #expect(shown.rows == rows)
    #expect((shown.row, shown.column) == (row, column))
  }
}

/// As much of a terminal as a line needs: rows, the cursor, and what waits at the end of a row.
struct SmallTerminal {
  let columns: Int
  private(set) var row = 0
  private(set) var column = 0
  private var rows: [[Character]] = [[]]
  private var isAtMargin = false

  init(columns: Int) { self.columns = columns }

  /// The rows without spaces at their end.
  var text: [String] {
    rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
  }

  mutating func show(_ text: String) {
    var rest = Substring(text)
    while let character = rest.unicodeScalars.first {
      rest.unicodeScalars.removeFirst()
      switch character {
      case "\r": (column, isAtMargin) = (0, false)
      case "\n": down(1)
      case "\u{8}": (column, isAtMargin) = (max(0, column - 1), false)
      case "\u{1b}": control(&rest)
      default: put(Character(character))
      }
    }
  }

  private mutating func control(_ rest: inout Substring) {
    rest.removeFirst()
    let number = Int(rest.prefix { $0.isNumber }) ?? 1
    rest = rest.drop { $0.isNumber }
    isAtMargin = false
    switch rest.removeFirst() {
    case "A": row = max(0, row - number)
    case "B": row = min(rows.count - 1, row + number)
    case "C": column = min(columns - 1, column + number)
    case "J":
      rows[row] = Array(rows[row].prefix(column))
      for index in rows.indices where index > row { rows[index] = [] }
    default: break
    }
  }

  private mutating func down(_ count: Int) {
    row += count
    isAtMargin = false
    while rows.count <= row { rows.append([]) }
  }

  private mutating func put(_ character: Character) {
    if isAtMargin {
      down(1)
      column = 0
    }
    while rows[row].count <= column { rows[row].append(" ") }
    rows[row][column] = character
    if column == columns - 1 { isAtMargin = true } else { column += 1 }
  }
}
