import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

/// A terminal line, the program at it, and the console of the running program, if that runs.
private struct Board: ~Copyable {
  private static let source: UInt16 = 9
  /// The line in the configuration.
  static let line = "/dev/ttyS0 9600"

  let directory: ConsoleDirectory
  var terminal: PseudoTerminal
  var relay: LineRelay
  var console: Optional<Console>
  private var poller: Poller

  /// With a running program only where `runs`.
  static func make(runs: Bool = true) throws -> Board {
    let directory = try ConsoleDirectory()
    let terminal = try PseudoTerminal()
    let line = LineConsole(
      at: terminal.path, baud: 115_200, TerminalSpeech(.english, .unicode), LineRelay.lineToken)
    let relay = try LineRelay(
      line, serving: Board.line, SocketAddress(path: directory.socket))
    var board = Board(directory, terminal, relay, try Poller())
    if runs { try board.start() }
    return board
  }

  private init(
    _ directory: consuming ConsoleDirectory, _ terminal: consuming PseudoTerminal,
    _ relay: consuming LineRelay, _ poller: consuming Poller
  ) {
    self.directory = directory
    self.terminal = terminal
    self.relay = relay
    self.poller = poller
    console = nil
  }

  /// The running program is there.
  mutating func start(withLine line: String = Board.line) throws {
    console = try Console(
      at: Console.Places(lines: directory.socket, terminalLine: line),
      Console.Speech(.english, .unicode), source: Board.source)
  }

  /// The running program is gone, without a word.
  mutating func stop() throws {
    console = nil
    poller = try Poller()
  }

  /// The next event of the running program within ten seconds; who leads a line is greeted.
  mutating func event() throws -> Console.Event? {
    let end = Clock.now + .seconds(10)
    while Clock.now < end {
      try turn()
      while let event = console?.next() ?? nil {
        guard case .leadsLine(let id) = event else { return event }
        console?.send(Reply(Phrase.consoleGreeting), to: id)
      }
    }
    return nil
  }

  /// What the person sees up to `ending`.
  mutating func shown(
    until ending: String = "\u{0}", within patience: Duration = .seconds(10)
  ) throws -> String {
    var text = ""
    let end = Clock.now + patience
    while !text.hasSuffix(ending), Clock.now < end {
      try turn()
      if let event = console?.next() ?? nil, case .leadsLine(let id) = event {
        console?.send(Reply(Phrase.consoleGreeting), to: id)
      }
      text += terminal.person.received()
    }
    return text
  }

  /// One turn of both loops.
  mutating func turn() throws {
    try relay.turn(within: .milliseconds(1))
    try console?.settle(at: Clock.now, with: poller)
    try poller.wait(until: .zero)
    while let ready = poller.next() { console?.handle(ready) }
  }
}

/// What is typed at a line reaches the running program, and what that says the line.
@Suite struct LineRelayTests {
  private static let greeting = "\r\n" + Phrase.consoleGreeting.english + "\r\n> "

  /// The line that the running program was told last, and its session.
  private func line(_ board: inout Board) throws -> (text: String, id: SessionID)? {
    while let event = try board.event() {
      if case .line(let text, let id) = event { return (text, id) }
    }
    return nil
  }

  @Test func thatAnAnswerTakesLongIsToldOnce() throws {
    var board = try Board.make()
    _ = try board.shown(until: Self.greeting)
    board.relay.patience = .zero
    try board.terminal.person.send("light\r")
    // The running program hangs: nobody hands its events out.
    let told = Phrase.consoleUnanswered(.zero).english + "\r\n"
    let shown = try board.shown(until: told)
    #expect(shown.hasSuffix(told))
    // It is told once, and the answer still comes.
    #expect(try board.shown(within: .milliseconds(20)) == "")
    board.console?.answer("On.", to: SessionID(number: 1))
    #expect(try board.shown(until: "> ") == "On.\r\n\r\n> ")
  }

  @Test func aLineIsHeardAndAnswered() throws {
    var board = try Board.make()
    #expect(try board.shown(until: "> ") == Self.greeting)
    try board.terminal.person.send("status\r")
    let asked = try #require(try line(&board))
    #expect(asked.text == "status")
    board.console?.answer("Ready.\nNo faults.", to: asked.id)
    #expect(try board.shown(until: "\r\n\r\n> ") == "status\r\nReady.\r\nNo faults.\r\n\r\n> ")
  }

  @Test func whereNobodyRunsThatIsTheAnswer() throws {
    var board = try Board.make(runs: false)
    // Before the line is opened what is typed comes back by itself.
    for _ in 0..<2 { try board.turn() }
    try board.terminal.person.send("status\r")
    let shown = try board.shown(until: "\r\n\r\n> ")
    #expect(shown == "status\r\n\(Phrase.consoleAway.english)\r\n\r\n> ")
    try board.start()
    #expect(try board.shown(until: Self.greeting) == Self.greeting)
  }

  @Test func whoTypesWhereTheProgramHasJustComeIsAnsweredByIt() throws {
    var board = try Board.make(runs: false)
    for _ in 0..<2 { try board.turn() }
    try board.start()
    try board.terminal.person.send("status\r")
    let asked = try #require(try line(&board))
    #expect(asked.text == "status")
  }

  @Test func whatARunningProgramOwedWhenItEndedIsAnswered() throws {
    var board = try Board.make()
    _ = try board.shown(until: "> ")
    try board.terminal.person.send("status\r")
    _ = try line(&board)
    try board.stop()
    let end = "\(Phrase.consoleAway.english)\r\n\r\n> "
    #expect(try board.shown(until: end) == "status\r\n" + end)
    try board.start()
    #expect(try board.shown(until: Self.greeting) == Self.greeting)
  }

  @Test func aRunningProgramThatEndsLeavesATerminalOfLines() throws {
    var board = try Board.make()
    try begin(&board)
    try board.stop()
    let closing = String(decoding: LineSession.screenClosing, as: UTF8.self)
    #expect(try board.shown(until: closing + "> ").hasSuffix(closing + "> "))
  }

  @Test func whatWasSetIsForgottenWithTheRunningProgram() throws {
    var board = try Board.make()
    _ = try board.shown(until: "> ")
    let id = try #require(board.console?.terminals.first)
    _ = board.console?.configure(id, as: .plain(true))
    for _ in 0..<5 { try board.turn() }
    try board.stop()
    try board.start()
    _ = try board.shown(until: Self.greeting)
    try begin(&board, isGreeted: true)
    let opening = String(decoding: LineSession.screenOpening, as: UTF8.self)
    #expect(try board.shown(until: opening).hasSuffix(opening))
  }

  @Test func whoeverIsSentAwayReadsWhyOnce() throws {
    var board = try Board.make()
    var crowd: [Int32] = []
    defer { for number in crowd { close(number) } }
    for _ in 0..<8 {
      let peer = try Peer.connected(to: board.directory.socket)
      crowd.append(dup(peer.number))
    }
    var shown = ""
    for _ in 0..<100 {
      try board.turn()
      _ = board.console?.next()
      shown += board.terminal.person.received()
    }
    let words = "8 consoles are open already."
    #expect(shown.split(separator: "\r\n").count { $0.hasPrefix(words) } == 1)
  }

  @Test func controlCEndsAnAnswerAndDropsWhatWasLeftOfIt() throws {
    var board = try Board.make()
    _ = try board.shown(until: "> ")
    try board.terminal.person.send("watch\r")
    let asked = try #require(try line(&board))
    board.console?.continues(asked.id)
    for number in 1...3000 { board.console?.send(.json("Line \(number)."), to: asked.id) }
    for _ in 0..<5 { try board.turn() }
    try board.terminal.person.send("\u{3}")
    #expect(try board.event() == .interrupted(asked.id))
    board.console?.answer("", to: asked.id)
    let shown = try board.shown(until: "> ")
    #expect(shown.hasSuffix("\r\n\r\n> ") && !shown.contains("Line 3000."))
    try board.terminal.person.send("list\r")
    #expect(try line(&board)?.text == "list")
  }

  @Test func whoeverGivesUpAtAQuestionIsHeard() throws {
    var board = try Board.make()
    _ = try board.shown(until: "> ")
    try board.terminal.person.send("purge\r")
    let asked = try #require(try line(&board))
    board.console?.note(.asks, of: asked.id)
    board.console?.answer("Sure?", to: asked.id)
    _ = try board.shown(until: "\r\n\r\n> ")
    try board.terminal.person.send("\u{3}")
    #expect(try board.event() == .declined(asked.id))
    board.console?.answer("Nothing is done.", to: asked.id)
    #expect(try board.shown(until: "done.\r\n\r\n> ").hasSuffix("done.\r\n\r\n> "))
  }

  @Test func aFrameIsDrawnAndAKeyHeard() throws {
    var board = try Board.make()
    try begin(&board)
    let id = try #require(board.console?.terminals.first)
    let isDrawn = board.console?.draw(Array("picture".utf8), on: id) ?? false
    #expect(isDrawn)
    #expect(try board.shown(until: "picture").hasSuffix("picture"))
    try board.terminal.person.send("1")
    #expect(try board.event() == .key(.character("1"), from: id))
    board.console?.endScreen(id)
    _ = try board.shown(until: "> ")
    try board.terminal.person.send("status\r")
    #expect(try line(&board)?.text == "status")
  }

  @Test func whatIsTypedBehindAKeyThatLeavesIsALine() throws {
    var board = try Board.make()
    try begin(&board)
    let id = try #require(board.console?.terminals.first)
    try board.terminal.person.send(":list\r")
    #expect(try board.event() == .key(.character(":"), from: id))
    board.console?.endScreen(id)
    #expect(try line(&board)?.text == "list")
  }

  @Test(arguments: ["\u{200b}", "\u{2028}", "\u{e000}", "\t", "\u{1b}[3~"])
  func aKeyThatMeansNothingHoldsUpNoOther(key: String) throws {
    var board = try Board.make()
    try begin(&board)
    let id = try #require(board.console?.terminals.first)
    try board.terminal.person.send(key + "1")
    var event = try board.event()
    while case .key(let key, _) = event, key != .character("1") { event = try board.event() }
    #expect(event == .key(.character("1"), from: id))
  }

  /// The line becomes a screen with room for a frame.
  private func begin(_ board: inout Board, isGreeted: Bool = false) throws {
    if !isGreeted { _ = try board.shown(until: "> ") }
    try board.terminal.person.send("view on\r")
    let asked = try #require(try line(&board))
    let size = TerminalSize(columns: 80, rows: 24)
    _ = board.console?.configure(asked.id, as: .size(size))
    let isScreen = board.console?.beginScreen(asked.id) ?? false
    #expect(isScreen)
    board.console?.answer("", to: asked.id)
    let end = Clock.now + .seconds(10)
    while board.console?.frameRoom(of: asked.id) == nil, Clock.now < end {
      try board.turn()
      // What tells of room is heard with the lines.
      _ = board.console?.next()
    }
  }

  @Test func whereThereIsNoLineNothingIsDoneForIt() throws {
    let line = LineConsole(
      at: "/dev/ttyNothing", baud: 9600, TerminalSpeech(.english, .unicode), LineRelay.lineToken)
    var relay = try LineRelay(
      line, serving: Board.line, SocketAddress(path: "/tmp/nobody.sock"))
    try relay.turn(within: .milliseconds(1))
    let now = Clock.now
    let deadline = relay.deadline(at: now)
    #expect(deadline.map { $0 > now } == true, "it waits to try the line again")
  }

  @Test(arguments: [(Board.line, false), ("/dev/ttyS0 1200", true), ("", true)], [false, true])
  func itEndsWhereTheProgramHasAnotherLine(told: (line: String, ends: Bool), isAtFirst: Bool)
    throws
  {
    var board = try Board.make(runs: !isAtFirst)
    if !isAtFirst {
      _ = try board.shown(until: "> ")
      try board.stop()
    }
    try board.start(withLine: told.line)
    let end = Clock.now + .seconds(5)
    var shown = ""
    while !board.relay.isOver, told.ends || !shown.contains("listens"), Clock.now < end {
      shown += try board.shown(within: .milliseconds(20))
    }
    #expect(board.relay.isOver == told.ends)
    #expect(board.relay.ending == (told.ends ? .reconfigured : .signal))
  }

  @Test func aLineThatHangsUpEndsItsConversation() throws {
    var board = try Board.make()
    _ = try board.shown(until: "> ")
    let id = try #require(board.console?.terminals.first)
    board.terminal.hangUp()
    #expect(try board.event() == .closed(id))
  }
}
