import Drivers
import Imaging
import Testing

@testable import Exhibit

@Suite struct DemoViewTests {
  private static let usual = Screen.Size(columns: 80, rows: 24)

  private var facts: DemoFacts

  init() {
    facts = DemoFacts()
    facts.picture = Thumbnail(
      width: 8, height: 6,
      luma: Array(repeating: [0, 0, 0, 0, 255, 255, 255, 255], count: 6).flatMap { $0 })
    facts.situation = "ready"
    facts.capture = "running"
    facts.pieces = ["photo 2", "photo 1"]
    facts.transcript = ["Stored, photo 1.", "Stored, photo 2."]
    facts.store = "/tmp/store"
    facts.elapsed = .seconds(75)
  }

  private func rows(_ columns: Int, _ rows: Int) -> [ScreenRow] {
    DemoView(facts, in: Screen.Size(columns: columns, rows: rows)).rows
  }

  /// The text of all rows, without the spaces at their ends.
  private func text(_ columns: Int = 80, _ rows: Int = 24) -> [String] {
    self.rows(columns, rows).map { row in
      var text = Substring(row.text)
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  private func shows(_ words: String) -> Bool { text().contains { $0.contains(words) } }

  @Test(arguments: [(39, 24), (80, 11), (30, 8), (1, 1)])
  func aSmallTerminalShowsOneStatusLine(columns: Int, rows: Int) {
    #expect(self.rows(columns, rows).count == 1)
  }

  @Test mutating func theStatusLineTellsWhatIsNewFirst() {
    facts.countdown = .milliseconds(2449)
    #expect(text(60, 8) == ["counting: 2.4 s · light off: ready · Capture: running"])
    #expect(text(30, 8) == ["counting: 2.4 s · light off: …"])
  }

  @Test func theLeastTerminalShowsEverything() {
    #expect(
      text(40, 12) == [
        "Exhibit demo · 1 min 15 s · /tmp/store",
        "      @@@@@@  (○) light off: ready",
        "      @@@@@@  ( ) buzzer silent",
        "      @@@@@@  Capture: running",
        "      @@@@@@",
        "      @@@@@@  Latest pieces",
        "              photo 2",
        "────────────────────────────────────────",
        "Stored, photo 2.",
        "space click · d double · t triple",
        "l long · m shake · u unplug · : console",
        "? help · q quit",
      ])
  }

  @Test(
    arguments: [
      (40, 12), (41, 13), (80, 24), (200, 70), (500, 12), (40, 300), (12, 3), (2, 2), (1, 1),
    ],
    [DemoKeys.Mode.keys, .line(String(repeating: "日本", count: 99)), .help])
  func everyRowIsExactlyAsWideAsTheTerminal(size: (Int, Int), mode: DemoKeys.Mode) {
    var facts = facts
    facts.mode = mode
    facts.countdown = .seconds(123_456)
    facts.isShaking = true
    facts.store = String(repeating: "/日本", count: 99)
    facts.transcript = Array(repeating: String(repeating: "word ", count: 99), count: 9)
    facts.pieces = Array(repeating: String(repeating: "x", count: 999), count: 99)
    let rows = DemoView(facts, in: Screen.Size(columns: size.0, rows: size.1)).rows
    #expect(rows.count == (size.0 < 40 ? 1 : size.1))
    #expect(rows.allSatisfy { $0.columns == size.0 })
  }

  @Test mutating func theLightIsASignAndAWordAndAColour() {
    #expect(shows("(○) light off: ready"))
    facts.isLit = true
    #expect(shows("(●) light on: ready"))
    let runs = rows(80, 24).flatMap(\.runs)
    #expect(runs.first { $0.text.contains("light on") }?.style == .lit)
  }

  @Test mutating func theBuzzerIsASignAndAWord() {
    #expect(shows("( ) buzzer silent"))
    facts.isBuzzing = true
    #expect(shows("(♪) buzzer on"))
  }

  @Test mutating func theCountdownIsShownInLargeDigitsRoundedUp() {
    #expect(!shows("██"))
    facts.countdown = .milliseconds(1001)
    #expect(shows("counting: 1.0 s"))
    let side = rows(80, 24).map { $0.text.suffix(35) }
    let digits = side[6..<11].map { String($0.prefix(8)) }
    #expect(digits == BigDigits.rows(of: 2).map { "  " + $0 })
    facts.countdown = .zero
    #expect(!shows("██"))
  }

  @Test mutating func digitsThatDoNotFitAreLeftOutWhole() {
    facts.countdown = .seconds(3)
    #expect(!text(80, 14).contains { $0.contains("██") })
    #expect(text(80, 14).contains { $0.contains("counting: 3.0 s") })
  }

  @Test mutating func anUnpluggedCameraIsSaidAndItsPictureFaint() {
    facts.isPlugged = false
    #expect(shows("camera unplugged"))
    #expect(shows("u plug in"))
    #expect(rows(80, 24)[1].runs.first?.style == .faint)
    facts.picture = nil
    #expect(text()[2].hasPrefix("  camera unplugged"))
  }

  @Test mutating func noPictureYetIsSaid() {
    facts.picture = nil
    #expect(shows("no picture yet"))
  }

  @Test mutating func movementIsSaid() {
    #expect(!shows("being moved"))
    facts.isShaking = true
    #expect(shows("being moved"))
  }

  @Test mutating func noPiecesAreSaid() {
    facts.pieces = []
    #expect(shows("There are no pieces yet."))
  }

  @Test mutating func theNewestLinesOfTheConsoleAreShown() {
    facts.transcript = (1...50).map { "line \($0)." }
    #expect(!shows("line 46."))
    #expect(shows("line 47."))
    #expect(shows("line 50."))
  }

  @Test mutating func theConsoleGrowsWhileItIsTypedInto() {
    facts.transcript = (1...50).map { "line \($0)." }
    facts.mode = .line("sta")
    #expect(shows("line 40."))
    #expect(text()[22] == ": sta")
    #expect(rows(80, 24)[22].runs[1] == ScreenRow(" ", .inverse).runs[0], "the cursor")
    #expect(shows("Esc leaves the console"))
  }

  @Test mutating func theEndOfALongLineStaysInView() {
    facts.mode = .line(String(repeating: "x", count: 100) + "end")
    #expect(text()[22].hasSuffix("xend"))
    #expect(text(30, 8)[0].hasSuffix("xend"))
  }

  @Test mutating func theHelpTakesThePicturesPlace() {
    facts.mode = .help
    #expect(shows("Any key leaves this page."))
    #expect(!shows("Capture: running"))
    #expect(shows("q      ends the demo"))
  }

  @Test(arguments: [(40, 12), (60, 15), (80, 24)])
  func theHelpSaysHowToLeaveItOnEveryTerminal(columns: Int, rows: Int) {
    var facts = facts
    facts.mode = .help
    let last = DemoView(facts, in: Screen.Size(columns: columns, rows: rows)).rows.last
    #expect(last?.text.hasPrefix("Any key leaves this page.") == true)
  }

  @Test mutating func theHelpIsWrappedRatherThanCut() {
    facts.mode = .help
    #expect(!text(60, 15).contains { $0.hasSuffix("…") })
    #expect(text(60, 15).contains { $0.hasSuffix("Ctrl-C too") })
  }

  @Test mutating func controlCharactersOfOthersSteerNothing() {
    facts.transcript = ["a\u{1b}[2Jb\u{7}"]
    #expect(shows("a?[2Jb?"))
  }
}

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
