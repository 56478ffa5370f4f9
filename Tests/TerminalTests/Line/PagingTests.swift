import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

@Suite struct PagerTests {
  /// A pager of three lines that got lines 1 to `count`, and what it showed of them.
  private func pager(of count: Int) -> (pager: Pager, shown: [String]) {
    var pager = Pager(length: 3)
    var shown: [String] = []
    for number in 1...count where pager.shows("\(number)") { shown.append("\(number)") }
    return (pager, shown)
  }

  @Test(arguments: [(1, 1), (3, 3), (4, 4)])
  func aPageAndOneLineAreShownAtOnce(count: Int, all: Int) {
    var (pager, shown) = pager(of: count)
    let page = pager.goOn()
    #expect(shown + page.lines == (1...all).map { "\($0)" } && page.more == nil)
    #expect(!pager.isWaiting)
  }

  @Test func aLongAnswerStopsAtEachPage() {
    var (pager, shown) = pager(of: 9)
    #expect(shown == ["1", "2", "3"])
    #expect(pager.goOn() == Pager.Page(lines: [], more: 6) && pager.isWaiting)
    #expect(pager.goOn() == Pager.Page(lines: ["4", "5", "6"], more: 3))
    #expect(pager.goOn() == Pager.Page(lines: ["7", "8", "9"], more: nil) && !pager.isWaiting)
  }

  @Test func aLineThatTakesSeveralRowsCountsForAll() {
    var pager = Pager(length: 3)
    pager.columns = 10
    let long = String(repeating: "x", count: 35)
    #expect(pager.shows("1") && !pager.shows(long) && !pager.shows("2"))
    #expect(pager.goOn() == Pager.Page(lines: [], more: 2))
    #expect(pager.goOn() == Pager.Page(lines: [long], more: 1))
    #expect(pager.goOn() == Pager.Page(lines: ["2"], more: nil))
  }

  @Test func whoLeavesGetsTheNewsAndNoMoreLines() {
    var (pager, _) = pager(of: 9)
    _ = pager.goOn()
    #expect(pager.keep("Stored.") == nil)
    #expect(pager.leave() == Pager.Page(news: ["Stored."]) && !pager.isWaiting)
  }

  @Test func theNextAnswerBeginsWithAWholePage() {
    var (pager, _) = pager(of: 9)
    _ = pager.goOn()
    _ = pager.leave()
    let shown = (1...3).map { pager.shows("\($0)") }
    #expect(shown == [true, true, true] && pager.goOn() == Pager.Page())
  }

  @Test func tooMuchNewsEndsTheAnswer() {
    var (pager, _) = pager(of: 9)
    _ = pager.goOn()
    for _ in 1..<Pager.mostNews { #expect(pager.keep("News.") == nil) }
    let page = pager.keep("News.")
    #expect(page?.news.count == Pager.mostNews && page?.lines == [])
    #expect(!pager.isWaiting)
  }

  @Test func anAnswerWithoutEndIsDroppedAndCounted() {
    let (pager, _) = pager(of: Pager.mostLines + 4)
    #expect(pager.droppedByteCount == "5004".utf8.count + 2)
  }
}

/// Long answers on a terminal line, as a person meets them.
@Suite struct PagingTests {
  private static let answer = (1...60).map { "Line \($0)." }.joined(separator: "\n")

  /// The lines `numbers` of the answer, as a terminal shows them.
  private static func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "Line \($0).\r\n" }.joined()
  }

  private static func more(_ count: Int) -> String {
    "\(count) lines more; Enter goes on, q leaves. "
  }

  /// A terminal on which a line was answered at length, and whatever was shown of that is read.
  private struct Reader: ~Copyable {
    let terminal: PseudoTerminal
    var host: LineHost

    init() throws {
      let terminal = try PseudoTerminal()
      var host = try LineHost.make(tty: terminal.path)
      _ = try host.receive(until: "> ", by: terminal.person)
      try terminal.person.send("help\r")
      _ = try #require(try host.line())
      host.console.answer(PagingTests.answer)
      let shown = try host.receive(until: "leaves. ", by: terminal.person)
      #expect(shown == "help\r\n" + PagingTests.lines(1...23) + PagingTests.more(37))
      self.terminal = terminal
      self.host = host
    }

    /// What comes until `ending` after `keys` were typed.
    mutating func type(_ keys: String, until ending: String) throws -> String {
      try terminal.person.send(keys)
      return try read(until: ending)
    }

    /// What comes until `ending`.
    mutating func read(until ending: String) throws -> String {
      try host.receive(until: ending, by: terminal.person)
    }
  }

  @Test func whoGivesUpAtAQuestionSaysNoToIt() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    _ = try host.receive(until: "> ", by: terminal.person)
    try terminal.person.send("purge\r")
    _ = try #require(try host.line())
    host.console.note(isAsked: true)
    host.console.answer("Sure?")
    _ = try host.receive(until: "> ", by: terminal.person)
    try terminal.person.send("abc\u{3}")
    #expect(try host.event() == .declined)
    host.console.answer("Nothing is done.")
    _ = try host.receive(until: "> ", by: terminal.person)
    // There is nothing to say no to any more.
    try terminal.person.send("\u{3}y\r")
    #expect(try host.line() == "y")
  }

  @Test func enterGoesOnToTheEnd() throws {
    var reader = try Reader()
    #expect(
      try reader.type("\r", until: "leaves. ") == "\r\n" + Self.lines(24...46) + Self.more(14))
    #expect(try reader.type("\r", until: "> ") == "\r\n" + Self.lines(47...60) + "\r\n> ")
    try reader.terminal.person.send("status\r")
    #expect(try reader.host.line() == "status")
  }

  @Test(arguments: [("q", "\r\n\r\n> "), ("\u{1b}", "\r\n\r\n> "), ("\u{3}", "^C\r\n\r\n> ")])
  func aKeyLeaves(key: String, shown: String) throws {
    var reader = try Reader()
    #expect(try reader.type(key, until: "> ") == shown)
    try reader.terminal.person.send("list\r")
    #expect(try reader.host.line() == "list")
  }

  @Test func anArrowKeyLeavesAndPutsNothingIntoTheLine() throws {
    var reader = try Reader()
    _ = try reader.type("\u{1b}[B", until: "> ")
    try reader.terminal.person.send("list\r")
    #expect(try reader.host.line() == "list")
  }

  @Test func enterAfterQAsksForNothing() throws {
    var reader = try Reader()
    _ = try reader.type("q\r", until: "> ")
    try reader.terminal.person.send("list\r")
    #expect(try reader.host.line() == "list")
  }

  @Test func anotherLineLeavesAndIsCarriedOut() throws {
    var reader = try Reader()
    try reader.terminal.person.send("status\r")
    #expect(try reader.host.line() == "status")
    reader.host.console.answer("Ready.")
    let shown = try reader.read(until: "> ")
    #expect(shown == "status\r\n\r\nReady.\r\n\r\n> ")
  }

  @Test func newsWaitsUntilTheAnswerHasEnded() throws {
    var reader = try Reader()
    reader.host.console.tell("Stored, photo 17.")
    #expect(try reader.type("q", until: "> ") == "\r\n\r\nStored, photo 17.\r\n> ")
  }

  @Test func anAnswerThatGoesOnDoesNotStop() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    _ = try host.receive(until: "> ", by: terminal.person)
    try terminal.person.send("watch\r")
    _ = try #require(try host.line())
    host.console.continues()
    for number in 1...60 { host.console.tell("Line \(number).") }
    let shown = try host.receive(until: "Line 60.\r\n", by: terminal.person)
    #expect(shown == "watch\r\n" + Self.lines(1...60))
  }
}
