import Core
import Glibc
import Imaging
import System
import Testing

@testable import Drivers

/// A session is a screen for a while: keys come one by one, and a frame never stands in the way of what follows it.
@Suite struct ScreenModeTests {
  private static let session = SessionID(number: 1)
  private static let closing = String(decoding: ConsoleSession.screenClosing, as: UTF8.self)

  /// A console on `terminal`, whose size is known, as a screen.
  private func host(_ terminal: borrowing PseudoTerminal, baud: Int = 9600) throws -> ConsoleHost {
    var host = try ConsoleHost.make(tty: terminal.path, baud: baud)
    #expect(try host.event() == .opened(Self.session))
    _ = host.console.configure(Self.session, as: .size(TerminalSize(columns: 80, rows: 24)))
    #expect(try host.beginScreen())
    try drain(&host)
    _ = terminal.person.received(until: RawTerminal.opening)
    return host
  }

  /// A line at 9600 baud takes what waits a tenth of a second at a time.
  private func drain(_ host: inout ConsoleHost) throws {
    for _ in 0..<10 where host.console.backlog(of: Self.session) > 0 {
      host.ahead += .milliseconds(100)
      try host.settle()
    }
  }

  @Test func aPlainSessionIsNoScreen() throws {
    let terminal = try PseudoTerminal()
    var host = try ConsoleHost.make(tty: terminal.path)
    _ = try host.event()
    #expect(try !host.beginScreen())
    #expect(try host.room() == nil)
    #expect(try !host.draw(1))
  }

  @Test func aTerminalThatFallsSilentIsLeft() throws {
    let terminal = try PseudoTerminal()
    var host = try ConsoleHost.make(tty: terminal.path, baud: 115_200)
    #expect(try host.event() == .opened(Self.session))
    _ = host.console.configure(Self.session, as: .plain(false))
    try host.settle()
    try terminal.person.send("\u{1b}[24;80R")
    #expect(try host.event() == .resized(Self.session))
    #expect(try host.beginScreen())
    for _ in 0..<TerminalProbe.mostUnanswered {
      #expect(host.takeHeard() == [])
      host.ahead += TerminalProbe.pause
      _ = try host.room()
      host.ahead += TerminalProbe.patience
      try host.settle()
    }
    #expect(host.takeHeard().contains(.key(.character("q"), from: Self.session)))
  }

  @Test func aSocketIsAScreenOnceItsPersonHasSaidHowLargeTheirTerminalIs() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    _ = try host.event()
    #expect(try !host.beginScreen())
    _ = host.console.configure(Self.session, as: .size(TerminalSize(columns: 80, rows: 24)))
    #expect(try host.beginScreen())
    _ = peer.number
  }

  @Test func aSocketThatIsAScreenSaysAsATerminalDoesWhatItsSizeHasBecome() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    _ = try host.event()
    let size = TerminalSize(columns: 80, rows: 24)
    _ = host.console.configure(Self.session, as: .size(size))
    #expect(try host.beginScreen())
    try peer.send("\u{1b}[0;0R\u{1b}[30;100R")
    #expect(try host.event() == .resized(Self.session))
    #expect(try host.settings()?.size == TerminalSize(columns: 100, rows: 30))
    host.console.endScreen(Self.session)
    try peer.send("\u{1b}[24;80Rstatus\n")
    #expect(try host.line()?.text == "status")
    #expect(try host.settings()?.size == TerminalSize(columns: 100, rows: 30))
  }

  @Test func keysComeOneByOne() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    try terminal.person.send(" 1\u{1b}[Aq")
    var keys: [Key] = []
    while keys.count < 4, let event = try host.event() {
      if case .key(let key, _) = event { keys.append(key) }
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
    #expect(try host.event() == .key(.down, from: Self.session))
    try terminal.person.send("\u{1b}")
    #expect(try host.event() == .key(.escape, from: Self.session))
  }

  @Test func aSizeThatComesAmongKeysIsHeard() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    _ = host.console.configure(Self.session, as: .reset(.size))
    host.console.askForSize(Self.session)
    try drain(&host)
    try terminal.person.send("q\u{1b}[30;100R")
    #expect(try host.event() == .key(.character("q"), from: Self.session))
    #expect(try host.event() == .resized(Self.session))
    #expect(try host.settings()?.size == TerminalSize(columns: 100, rows: 30))
  }

  @Test(arguments: [9600, 38_400, 115_200])
  func aFrameLeavesRoomForTheAnswerToAKey(baud: Int) throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: baud)
    let room = try #require(try host.room())
    let bytesPerSecond = host.console.bytesPerSecond(of: Self.session) ?? 0
    #expect(bytesPerSecond == baud / 10)
    #expect(room * 5 <= bytesPerSecond, "all of it is sent within a fifth of a second")
    #expect(try host.draw(room))
    #expect(try host.room() == nil, "it is busy")
    let backlog = host.console.backlog(of: Self.session)
    #expect(backlog == room)
    try drain(&host)
    #expect(try host.room() == room)
  }

  @Test(arguments: [1200, 2400, 4800])
  func aSlowLineHasRoomForTheLeastOnceNothingWaits(baud: Int) throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: baud)
    let room = try #require(try host.room())
    #expect(room == GlyphWriter.leastLimit)
    #expect(try host.draw(1))
    #expect(try host.room() == nil, "it is busy")
    try drain(&host)
    #expect(try host.room() == room)
  }

  @Test func whatIsSaidMeanwhileWaits() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal, baud: 115_200)
    host.console.send(Reply(Phrase.consoleGreeting), to: Self.session)
    let news = host.console.takeNews(of: Self.session)
    #expect(news == [Phrase.consoleGreeting.english])
    host.console.send(Reply(Phrase.consoleLineEchoes), to: Self.session)
    try drain(&host)
    #expect(terminal.person.received().isEmpty)
    host.console.endScreen(Self.session)
    try drain(&host)
    let text = terminal.person.received(until: "> ")
    #expect(text == Self.closing + Phrase.consoleLineEchoes.english + "\r\n> ")
  }

  @Test func whatIsSaidWithoutEndTakesNoMoreRoom() throws {
    let terminal = try PseudoTerminal()
    var host = try host(terminal)
    for _ in 0..<1000 { host.console.send(Reply(Phrase.consoleGreeting), to: Self.session) }
    let news = host.console.takeNews(of: Self.session)
    #expect(news.count == ScreenInput.mostNews)
  }

  @Test func theLineThatAskedForTheScreenHasItsAnswerBehindIt() throws {
    let terminal = try PseudoTerminal()
    var host = try ConsoleHost.make(tty: terminal.path)
    _ = host.console.configure(Self.session, as: .tellAll)
    _ = try host.event()
    _ = host.console.configure(Self.session, as: .size(TerminalSize(columns: 80, rows: 24)))
    try terminal.person.send("view on\r")
    _ = try host.line()
    #expect(try host.beginScreen())
    host.console.answer("", to: Self.session)
    host.console.endScreen(Self.session)
    try terminal.person.send("status\r")
    #expect(try host.line()?.text == "status")
  }

  @Test func whoeverEndsWithoutAWordLeavesATerminalOfLines() throws {
    let terminal = try PseudoTerminal()
    do {
      let host = try host(terminal, baud: 115_200)
      _ = host.wakeupCount
    }
    #expect(terminal.person.received(until: Self.closing) == Self.closing)
  }

  @Test func aTerminalThatHungUpAsAScreenBeginsAsOneOfLines() throws {
    let session = ConsoleSession(
      SessionID(number: 2), over: .socket(FileDescriptor(owning: dup(0))), in: .english, .unicode)
    session.resetTerminal()
    #expect(session.backlog == ConsoleSession.screenClosing.count)
  }
}
