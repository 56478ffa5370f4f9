import CLinux
import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

@Suite struct SerialPortTests {
  private func failure(at path: String) -> Failure? {
    do {
      _ = try SerialPort(at: path, SerialSpeed(baud: 9600))
      return nil
    } catch {
      return error
    }
  }

  @Test func anUnknownSpeedIsRefusedWithThoseThereAre() throws {
    #expect(throws: Failure.self) { try SerialSpeed(baud: 9601) }
    let sentence = Phrase.consoleBaudUnknown(9601, "9600, 19200").english
    #expect(
      sentence
        == "9601 baud is not a speed of a terminal. Set [console] baud to one of 9600, 19200.")
  }

  @Test func everySpeedOfTheConfigurationHasItsOwnCode() throws {
    let codes = try BoardPlan.bauds.map { try SerialSpeed(baud: $0).code }
    #expect(Set(codes).count == BoardPlan.bauds.count)
    #expect(BoardPlan.bauds == BoardPlan.bauds.sorted())
  }

  @Test func whatIsNotThereIsNamed() {
    let failure = failure(at: "/dev/ttyNothing")
    #expect(failure?.phrase == Phrase.consoleTTYMissing("/dev/ttyNothing"))
    #expect(failure?.cause == SystemError(call: "open", code: ENOENT))
  }

  @Test func whatIsNoTerminalIsNamed() {
    #expect(failure(at: "/dev/null")?.phrase == Phrase.consoleNotATTY("/dev/null"))
  }

  @Test func theLineIsRawAtItsSpeed() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    var settings = try terminal.settings()
    #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    #expect(settings.c_oflag & tcflag_t(OPOST) == 0)
    #expect(settings.c_iflag & tcflag_t(IXON | ICRNL) == 0)
    #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
    #expect(cfgetospeed(&settings) == speed_t(B57600))
    _ = port.descriptor
  }

  @Test func nobodyMayStopTheFlow() throws {
    let terminal = try PseudoTerminal()
    var before = try terminal.settings()
    before.c_iflag |= tcflag_t(IXON) | tcflag_t(IXOFF) | tcflag_t(IXANY)
    before.c_cflag |= tcflag_t(CRTSCTS)
    tcsetattr(terminal.person.number, TCSANOW, &before)
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    let settings = try terminal.settings()
    #expect(before.c_iflag & tcflag_t(IXOFF) != 0 && before.c_cflag & tcflag_t(CRTSCTS) != 0)
    #expect(settings.c_iflag & (tcflag_t(IXON) | tcflag_t(IXOFF) | tcflag_t(IXANY)) == 0)
    #expect(settings.c_cflag & tcflag_t(CRTSCTS) == 0)
    _ = port.descriptor
  }

  @Test func breaksAndBadParityAreNeitherMarkedNorSignals() throws {
    let terminal = try PseudoTerminal()
    var before = try terminal.settings()
    let marks = tcflag_t(PARMRK) | tcflag_t(BRKINT) | tcflag_t(ISTRIP)
    before.c_iflag |= marks
    tcsetattr(terminal.person.number, TCSANOW, &before)
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    #expect(before.c_iflag & marks == marks)
    #expect(try terminal.settings().c_iflag & marks == 0)
    _ = port.descriptor
  }

  @Test func theLineIsOursAloneWhileItIsOpen() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    #expect(isExclusive(port.descriptor))
    let other = dup(port.descriptor)
    defer { close(other) }
    _ = consume port
    #expect(!isExclusive(other))
  }

  /// What the kernel says of the line, because root may open it all the same (TIOCGEXCL of ioctl_tty(2)).
  private func isExclusive(_ number: Int32) -> Bool {
    var isExclusive: Int32 = 0
    return linux_ioctl(number, 0x8004_5440, &isExclusive) == 0 && isExclusive != 0
  }

  @Test func theLineIsAsBeforeAtTheEnd() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let port = try SerialPort(at: terminal.path, SerialSpeed(baud: 57_600))
    #expect(try terminal.settings().c_lflag != before.c_lflag)
    _ = consume port
    #expect(try terminal.settings().c_lflag == before.c_lflag)
    #expect(try terminal.settings().c_cflag == before.c_cflag)
  }
}

@Suite struct ConsoleTerminalTests {
  private static let greeting = "\r\n" + Phrase.consoleGreeting.english + "\r\n> "

  @Test func aTerminalThatIsNotThereIsReportedOnceAndTriedAgain() throws {
    var host = try LineHost.make(tty: "/dev/ttyNothing")
    let failure = try #require(try failure(&host))
    #expect(failure.phrase == Phrase.consoleTTYMissing("/dev/ttyNothing"))
    #expect(host.console.deadline.map { $0 > Clock.now } == true)
    for pause in 1...4 {
      host.ahead = .seconds(2 * pause)
      try host.settle()
      #expect(host.heard == [], "the same failure is no news")
      #expect(host.console.deadline.map { $0 > Clock.now + host.ahead } == true)
    }
  }

  @Test func aLineThatIsBackIsOpenedWithinASecond() throws {
    let directory = try ConsoleDirectory()
    let path = directory.path + "/console.sock"
    var host = try LineHost.make(tty: path)
    _ = try failure(&host)
    let terminal = try PseudoTerminal()
    #expect(symlink(terminal.path, path) == 0)
    host.ahead = PatientPort.longestPause
    #expect(try host.event() == .opened)
    _ = terminal.person.number
  }

  @Test(arguments: [["status\r"], ["sta", "tus\n"], ["status\r", "\n"]])
  func aTypedLineIsEchoedAndAnsweredAbovePrompt(pieces: [String]) throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    #expect(try host.receive(until: "> ", by: terminal.person) == Self.greeting)
    for piece in pieces {
      try terminal.person.send(piece)
      try host.settle()
    }
    let line = try #require(try host.line())
    #expect(line == "status")
    host.console.answer("Ready.\nNo faults.")
    #expect(
      try host.receive(until: "> ", by: terminal.person)
        == "status\r\nReady.\r\nNo faults.\r\n\r\n> ")
  }

  @Test func whatIsSaidUnaskedLeavesTheTypedLineWhole() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    #expect(try host.event() == .opened)
    _ = try host.receive(until: "> ", by: terminal.person)
    try terminal.person.send("li")
    #expect(try host.receive(until: "li", by: terminal.person) == "li")
    host.console.tell("Stored, photo 17.")
    #expect(
      try host.receive(until: "> li", by: terminal.person) == "\r\nStored, photo 17.\r\n> li")
    try terminal.person.send("st\r")
    #expect(try host.line() == "list")
  }

  @Test func controlCGivesAFreshPrompt() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    _ = try host.receive(until: "> ", by: terminal.person)
    try terminal.person.send("shutdown\u{3}")
    #expect(try host.receive(until: "> ", by: terminal.person) == "shutdown^C\r\n> ")
    #expect(host.heard == [.opened])
  }

  @Test func aHangUpIsReportedAndHalfALineForgotten() throws {
    var terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    #expect(try host.event() == .opened)
    try terminal.person.send("shutdow")
    try host.settle()
    terminal.hangUp()
    #expect(try host.event() == .closed)
    #expect(try host.event() == .failed(Failure(.console, .consoleHungUp(terminal.path))))
    try host.settle()
    let wakeups = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == wakeups, "a line that hung up is watched no longer")
  }

  @Test func aTerminalThatStopsReadingNeitherStallsNorSpins() throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    #expect(try host.event() == .opened)
    for _ in 0..<2000 { host.console.tell(String(repeating: "x", count: 99)) }
    try host.settle()
    let (backlog, hasRoom) = (host.console.backlog, host.console.hasRoom(for: 65_000))
    #expect(backlog <= 2 * OutputQueue.byteLimit && !hasRoom)
    let wakeups = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == wakeups)
    #expect(host.console.deadline.map { $0 > Clock.now } == true, "it is looked at again later")
  }

  private func failure(_ host: inout LineHost) throws -> Failure? {
    while let event = try host.event() {
      if case .failed(let failure) = event { return failure }
    }
    return nil
  }
}
