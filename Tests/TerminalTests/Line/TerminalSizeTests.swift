import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

/// A session asks its terminal for its size when somebody wants that, and hears the answer however it comes.
@Suite struct TerminalSizeTests {
  private static let question = String(decoding: TerminalProbe.question, as: UTF8.self)

  /// A console on `terminal` that has greeted.
  private func host(_ terminal: borrowing PseudoTerminal) throws -> LineHost {
    var host = try LineHost.make(tty: terminal.path)
    #expect(try host.event() == .opened)
    _ = try host.receive(until: "> ", by: terminal.person)
    return host
  }

  @Test func nobodyIsAskedBeforeSomebodyWantsIt() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    try terminal.person.send("status\r")
    _ = try host.line()
    host.console.answer("Ready.")
    try host.settle()
    #expect(!terminal.person.received().contains("\u{1b}"))
    #expect(try host.settings()?.isPlain == true)
  }

  @Test(arguments: [
    ["\u{1b}[40;120R"], ["\u{1b}", "[4", "0;12", "0R"], ["\u{1b}[40;120R\u{1b}[40;120R"],
    ["sta\u{1b}[40;120R", "tus\u{8}s"],
  ])
  func anAnswerIsHeardHoweverItComes(pieces: [String]) throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.plain(false))
    #expect(try host.receive(until: Self.question, by: terminal.person).hasSuffix(Self.question))
    for piece in pieces {
      try terminal.person.send(piece)
      try host.settle()
    }
    #expect(try host.event() == .resized)
    let settings = host.console.settings
    #expect(settings?.size == TerminalSize(columns: 120, rows: 40))
    #expect(settings?.isPlain == false)
    let said = "The terminal has 120 columns and 40 rows.\r\n"
    let end = pieces.count == 2 ? "tus\u{8} \u{8}s" : "> "
    #expect(try host.receive(until: end, by: terminal.person).contains(said))
    try host.settle()
    #expect(host.takeHeard() == [])
    try terminal.person.send("\r")
    let typed = pieces.joined().contains("sta") ? "status" : ""
    #expect(try host.line() == typed, "it never lands in the line")
  }

  @Test func aPlaceThatNobodyAskedForIsSwallowed() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    try terminal.person.send("li\u{1b}[40;120Rst\r")
    #expect(try host.line() == "list")
    #expect(try host.settings()?.size == nil)
  }

  @Test(arguments: ["\u{1b}[1;2R", "\u{1b}[0;0R", "\u{1b}[99999;80R", "\u{1b}[40;R"])
  func whatIsNoSizeIsNotBelieved(answer: String) throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.size(nil))
    try host.settle()
    try terminal.person.send(answer)
    try host.settle()
    #expect(try host.settings()?.size == nil)
  }

  @Test func aTerminalThatDoesNotAnswerStaysPlainAndItsPersonIsTold() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    let settings = host.console.configure(.plain(false))
    #expect(settings?.isAsking == true)
    try host.settle()
    host.ahead = TerminalProbe.patience
    try host.settle()
    let told = try host.receive(until: "says it.\r\n> ", by: terminal.person)
    #expect(told.contains(Phrase.sessionUnanswered.english))
    #expect(try host.settings()?.isPlain == true)
    #expect(try host.settings()?.isAsking == false)
    let deadline = host.console.deadline
    #expect(deadline == nil, "nothing is awaited on an idle line")
  }

  @Test func aLateAnswerCounts() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.plain(false))
    try host.settle()
    host.ahead = TerminalProbe.patience
    try host.settle()
    try terminal.person.send("\u{1b}[50;132R")
    #expect(try host.event() == .resized)
    #expect(try host.settings()?.size == TerminalSize(columns: 132, rows: 50))
  }

  @Test func aPageIsAsLongAsTheTerminalHasRows() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.size(TerminalSize(columns: 80, rows: 5)))
    try terminal.person.send("help\r")
    _ = try host.line()
    host.console.answer((1...20).map { "Line \($0)." }.joined(separator: "\n"))
    let shown = try host.receive(until: "q leaves. ", by: terminal.person)
    #expect(shown.contains("Line 4.") && !shown.contains("Line 5."))
  }

  @Test func anAnswerLeavesNoPage() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.size(nil))
    try terminal.person.send("help\r")
    _ = try host.line()
    host.console.answer((1...40).map { "Line \($0)." }.joined(separator: "\n"))
    try host.settle()
    try terminal.person.send("\u{1b}[30;80R\r")
    let end = "Line 40.\r\n\r\nThe terminal has 80 columns and 30 rows.\r\n> "
    #expect(try host.receive(until: end, by: terminal.person).hasSuffix(end))
  }

  @Test func aToldSizeIsNotAskedFor() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.size(TerminalSize(columns: 80, rows: 24)))
    try terminal.person.send("status\r")
    _ = try host.line()
    host.console.answer("Ready.")
    try host.settle()
    #expect(!terminal.person.received().contains("\u{1b}"))
  }

  @Test func whileKeysComeTheAnswerMayStandBehindThem() {
    var probe = TerminalProbe()
    let start = Instant.zero + .seconds(100)
    probe.asked(at: start, forPerson: true)
    probe.heard(at: start + .seconds(1.9))
    #expect(probe.expire(at: start + .seconds(2)) == nil)
    #expect(probe.expire(at: start + .seconds(3.9)) == .isToBeTold)
  }

  @Test func aLineThatNeverRestsIsNotWaitedForWithoutEnd() {
    var probe = TerminalProbe()
    let start = Instant.zero + .seconds(100)
    probe.asked(at: start, forPerson: true)
    probe.heard(at: start + .seconds(59))
    #expect(probe.deadline == start + TerminalProbe.longestDelay)
    #expect(probe.expire(at: start + .seconds(60)) == .isToBeTold)
  }

  @Test func aSizeIsAskedForAgainOnlyAfterAWhileAndNeverOnAnIdleLine() {
    var probe = TerminalProbe()
    let start = Instant.zero + .seconds(100)
    #expect(probe.isDue(at: start))
    probe.asked(at: start, forPerson: false)
    #expect(!probe.isDue(at: start + .seconds(60)), "one question at once")
    #expect(probe.answered(at: start + .seconds(1)) == false)
    #expect(!probe.isDue(at: start + .seconds(4)))
    #expect(probe.isDue(at: start + .seconds(5)))
    #expect(probe.deadline == nil)
  }

  @Test func aTerminalThatNoLongerAnswersIsAnother() {
    var (probe, now) = (TerminalProbe(), Instant.zero + .seconds(100))
    var silences: [TerminalProbe.Silence?] = []
    for _ in 0..<TerminalProbe.mostUnanswered {
      probe.asked(at: now, forPerson: false)
      #expect(probe.expire(at: now) == nil)
      now = now + TerminalProbe.patience
      silences.append(probe.expire(at: now))
    }
    #expect(silences == [nil, nil, .hasBegun])
  }
}
