import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

/// A session is a screen for a while: keys come one by one, and a frame never stands in the way of what follows it.
@Suite struct ScreenModeTests {
  private static let closing = String(decoding: LineSession.screenClosing, as: UTF8.self)

  /// A console on `terminal`, whose size is known, as a screen.
  private func host(_ terminal: borrowing PseudoTerminal, baud: Int = 9600) throws -> LineHost {
    var host = try LineHost.make(tty: terminal.path, baud: baud)
    #expect(try host.event() == .opened)
    _ = host.console.configure(.size(TerminalSize(columns: 80, rows: 24)))
    #expect(try host.beginScreen())
    try drain(&host)
    _ = terminal.person.received(until: RawTerminal.opening)
    return host
  }

  /// A line at 9600 baud takes what waits a tenth of a second at a time.
  private func drain(_ host: inout LineHost) throws {
    for _ in 0..<10 where host.console.backlog > 0 {
      host.ahead += .milliseconds(100)
      try host.settle()
    }
  }

  @Test func aPlainSessionIsNoScreen() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    _ = try host.event()
    #expect(try !host.beginScreen())
    #expect(try host.room() == nil)
    #expect(try !host.draw(1))
  }

  @Test func aTerminalThatFallsSilentIsLeft() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path, baud: 115_200)
    #expect(try host.event() == .opened)
    _ = host.console.configure(.plain(false))
    try host.settle()
    try terminal.person.send("\u{1b}[24;80R")
    #expect(try host.event() == .resized)
    #expect(try host.beginScreen())
    for _ in 0..<TerminalProbe.mostUnanswered {
      #expect(host.takeHeard() == [])
      host.ahead += TerminalProbe.pause
      _ = try host.room()
      host.ahead += TerminalProbe.patience
      try host.settle()
    }
    #expect(host.takeHeard().contains(.key(.character("q"))))
  }

  @Test func keysComeOneByOne() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    try terminal.person.send(" 1\u{1b}[Aq")
    var keys: [Key] = []
    while keys.count < 4, let event = try host.event() {
      if case .key(let key) = event { keys.append(key) }
    }
    #expect(keys == [.character(" "), .character("1"), .up, .character("q")])
    #expect(terminal.person.received().isEmpty, "keys are not echoed")
  }

  @Test func escapeAloneIsAKeyAfterAWhileAndASequenceInPiecesIsNone() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    for piece in ["\u{1b}", "[", "B"] {
      try terminal.person.send(piece)
      try host.settle()
    }
    #expect(try host.event() == .key(.down))
    try terminal.person.send("\u{1b}")
    #expect(try host.event() == .key(.escape))
  }

  @Test func aSizeThatComesAmongKeysIsHeard() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(.reset(.size))
    host.console.askForSize()
    try drain(&host)
    try terminal.person.send("q\u{1b}[30;100R")
    #expect(try host.event() == .key(.character("q")))
    #expect(try host.event() == .resized)
    #expect(try host.settings()?.size == TerminalSize(columns: 100, rows: 30))
  }

  @Test(arguments: [9600, 38_400, 115_200])
  func aFrameLeavesRoomForTheAnswerToAKey(baud: Int) throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: baud)
    let room = try #require(try host.room())
    #expect(room * 5 <= baud / 10, "all of it is sent within a fifth of a second")
    #expect(try host.draw(room))
    #expect(try host.room() == nil, "it is busy")
    let backlog = host.console.backlog
    #expect(backlog == room)
    try drain(&host)
    #expect(try host.room() == room)
  }

  @Test(arguments: [1200, 2400, 4800])
  func aSlowLineHasRoomForTheLeastOnceNothingWaits(baud: Int) throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: baud)
    let room = try #require(try host.room())
    #expect(room == ViewfinderScene.leastFrame)
    #expect(try host.draw(1))
    #expect(try host.room() == nil, "it is busy")
    try drain(&host)
    #expect(try host.room() == room)
  }

  @Test func whatIsSaidMeanwhileWaits() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: 115_200)
    host.console.tell(Phrase.consoleGreeting)
    host.console.tell(Phrase.consoleLineEchoes)
    try drain(&host)
    #expect(terminal.person.received().isEmpty)
    host.console.endScreen()
    try drain(&host)
    let text = terminal.person.received(until: "> ")
    let said = [Phrase.consoleGreeting, .consoleLineEchoes].map { $0.english + "\r\n" }
    #expect(text == Self.closing + said.joined() + "> ")
  }

  @Test func whatIsSaidWithoutEndTakesNoMoreRoom() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: 115_200)
    for _ in 0..<1000 { host.console.tell(Phrase.consoleGreeting) }
    host.console.endScreen()
    let lines = try host.receive(until: "> ", by: terminal.person).split(separator: "\r\n")
    #expect(lines.count { $0 == Phrase.consoleGreeting.english } == ScreenInput.mostNews)
  }

  @Test func theLineThatAskedForTheScreenHasItsAnswerBehindIt() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    _ = try host.event()
    _ = host.console.configure(.size(TerminalSize(columns: 80, rows: 24)))
    try terminal.person.send("view on\r")
    _ = try host.line()
    #expect(try host.beginScreen())
    host.console.answer("")
    host.console.endScreen()
    try terminal.person.send("status\r")
    #expect(try host.line() == "status")
  }

  @Test func whoeverEndsWithoutAWordLeavesATerminalOfLines() throws {
    let terminal = try PseudoTerminal()
    do {
      let host = try host(terminal, baud: 115_200)
      _ = host.wakeupCount
    }
    #expect(terminal.person.received(until: Self.closing) == Self.closing)
  }
}
