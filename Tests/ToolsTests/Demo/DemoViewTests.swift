import Board
import Core
import Drivers
import Imaging
import Terminal
import Testing

@testable import Tools

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
    facts.transcript = DemoTranscript(["Stored, photo 1.", "Stored, photo 2."])
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

  @Test mutating func aClipsStillStandsInPlaceOfTheCameraAndSaysSo() throws {
    let picture = try #require(facts.picture)
    facts.picture = nil
    facts.still = ClipPlayer<Thumbnail>.Shown(
      picture: picture,
      place: .stillPlace(
        12, 340, 18, Duration.milliseconds(400).inHundredths, Duration.milliseconds(12_300).inTenths
      )
    )
    let words = text()
    #expect(words[1].hasPrefix("Still 12 of 340 of clip 18, at 0.40 s of 12.3 s, in"))
    #expect(words[2].hasPrefix("place of the camera; a press ends it."))
    #expect(shows("light off: ready") && !shows("no picture yet"))
    for size in [(40, 12), (60, 13), (200, 60)] {
      let rows = rows(size.0, size.1)
      #expect(rows.count == size.1 && rows.allSatisfy { $0.columns <= size.0 })
    }
  }

  @Test mutating func aSmallTerminalShowsWhatIsNewFirstAndHowToGetHelp() {
    facts.countdown = .milliseconds(2449)
    #expect(
      text(60, 3) == [
        "counting: 2.4 s · light off: ready · Capture: running", "",
        "space click · ? help · q quit",
      ])
    #expect(
      text(30, 4) == [
        "counting: 2.4 s · light off:", "ready · Capture: running", "",
        "space click · ? help · q quit",
      ])
    #expect(text(60, 1) == ["counting: 2.4 s · light off: ready · Capture: running"])
  }

  @Test(arguments: [(39, 24), (80, 11), (30, 8)])
  func aSmallTerminalHasNoPicture(columns: Int, rows: Int) {
    #expect(!text(columns, rows).contains { $0.contains("@@") })
    #expect(text(columns, rows).last == "space click · ? help · q quit")
  }

  @Test mutating func aSmallTerminalShowsAllOfTheHelpPageByPage() {
    facts.mode = .help
    var seen = Set<String>()
    for above in 0..<40 {
      facts.helpRowsAbove = above
      seen.formUnion(text(30, 8).dropLast(2))
    }
    let rows = DemoKeyBar.help.flatMap { $0.wrapped(to: 30) }
    #expect(seen.isSuperset(of: rows))
    #expect(text(30, 8).suffix(2) == ["Any key leaves this page.", "PageDown: more"])
  }

  @Test mutating func aSmallTerminalHasAConsoleToo() {
    facts.transcript = DemoTranscript(["one", "two", "three"])
    facts.mode = .line(DemoLine("sta"))
    #expect(text(30, 3) == ["two", "three", ": sta"])
    #expect(text(30, 1) == [": sta"])
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
        "─ PageUp: more ─────────────────────────",
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
    [DemoKeys.Mode.keys, .line(DemoLine(String(repeating: "日本", count: 99))), .help])
  func everyRowIsExactlyAsWideAsTheTerminal(size: (Int, Int), mode: DemoKeys.Mode) {
    var facts = facts
    facts.mode = mode
    facts.countdown = .seconds(123_456)
    facts.isShaking = true
    facts.store = String(repeating: "/日本", count: 99)
    facts.transcript = DemoTranscript(
      Array(repeating: String(repeating: "word ", count: 99), count: 9))
    facts.pieces = Array(repeating: String(repeating: "x", count: 999), count: 99)
    let rows = DemoView(facts, in: Screen.Size(columns: size.0, rows: size.1)).rows
    #expect(rows.count == size.1)
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
    facts.transcript = DemoTranscript((1...50).map { "line \($0)." })
    #expect(!shows("line 46."))
    #expect(shows("line 47."))
    #expect(shows("line 50."))
  }

  @Test mutating func theConsoleGrowsWhileItIsTypedInto() {
    facts.transcript = DemoTranscript((1...50).map { "line \($0)." })
    facts.mode = .line(DemoLine("sta"))
    #expect(shows("line 40."))
    #expect(text()[22] == ": sta")
    #expect(rows(80, 24)[22].runs[1] == ScreenRow(" ", .inverse).runs[0], "the cursor")
    #expect(
      text()[23]
        == "Enter sends · Esc leaves the console · Up, Down: lines · PageUp/PageDown: scroll")
  }

  @Test mutating func theCursorStandsOnItsCharacter() {
    var line = DemoLine("status")
    line.move(by: -2)
    facts.mode = .line(line)
    let runs = rows(80, 24)[22].runs
    #expect(runs.prefix(3).map(\.text) == [": stat", "u", "s"])
    #expect(runs[1].style == .inverse)
  }

  @Test mutating func theCursorOfALongLineStaysInView() {
    var line = DemoLine(String(repeating: "x", count: 100) + "end")
    facts.mode = .line(line)
    for _ in 0..<104 {
      #expect(rows(40, 12).flatMap(\.runs).contains { $0.style == .inverse && $0.text.count == 1 })
      line.move(by: -1)
      facts.mode = .line(line)
    }
    #expect(text(40, 12)[8].hasPrefix(": xxx"))
  }

  @Test mutating func whatTheConsoleHasSaidIsReachedRowByRow() {
    facts.transcript = DemoTranscript((1...50).map { "line \($0)." })
    #expect(shows("─ PageUp: more ──") && !shows("PageDown"))
    var seen = Set<String>()
    for _ in 0..<60 {
      seen.formUnion(text())
      let height = DemoView(facts, in: Self.usual).consoleHeight
      facts.transcript.scroll(by: 1, width: 80, height: height)
    }
    #expect(seen.isSuperset(of: (1...50).map { "line \($0)." }))
    #expect(!shows("PageUp: more") && shows("─ PageDown: "))
  }

  @Test mutating func theEndOfALongLineStaysInView() {
    facts.mode = .line(DemoLine(String(repeating: "x", count: 100) + "end"))
    #expect(text()[22].hasSuffix("xend"))
    #expect(text(30, 8).last?.hasSuffix("xend") == true)
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
    #expect(!text(60, 20).contains { $0.hasSuffix("…") })
    #expect(text(60, 20).contains { $0.hasSuffix("Ctrl-C too") })
  }

  @Test mutating func controlCharactersOfOthersSteerNothing() {
    facts.transcript = DemoTranscript(["a\u{1b}[2Jb\u{7}"])
    #expect(shows("a?[2Jb?"))
  }
}
