import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

@Suite struct ScreenTests {
  private func screen(_ terminal: borrowing PseudoTerminal) throws -> Screen {
    try Screen(at: terminal.path, .unicode)
  }

  private func keys(_ screen: inout Screen) throws -> [Key] {
    #expect(PseudoTerminal.isReadable(screen.descriptor))
    return try screen.keys()
  }

  @Test func whatIsNoTerminalIsRefused() {
    #expect(throws: SystemError(call: "tcgetattr", code: ENOTTY)) {
      _ = try Screen(at: "/dev/null", .unicode)
    }
  }

  @Test func keysComeAsTheyArePressed() throws {
    let terminal = try PseudoTerminal()
    var screen = try screen(terminal)
    #expect(try screen.keys() == [])
    try terminal.person.send("q")
    #expect(try keys(&screen) == [.character("q")])
    try terminal.person.send("\u{3}")
    #expect(try keys(&screen) == [.interrupt])
    try terminal.person.send("\u{1b}")
    #expect(try keys(&screen) == [.escape])
  }

  @Test func aTerminalThatHungUpIsAnError() throws {
    var terminal = try PseudoTerminal()
    var screen = try screen(terminal)
    terminal.hangUp()
    #expect(throws: SystemError.self) { try screen.keys() }
    #expect(throws: SystemError.self) { try screen.paint([ScreenRow("x")]) }
  }

  @Test func theTerminalIsTakenOverAndGivenBack() throws {
    let terminal = try PseudoTerminal()
    // Somebody else holds the line open, as a shell does: the last to close would reset it anyway.
    let shell = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(shell) }
    let before = try terminal.settings().inWords
    let screen = try screen(terminal)
    #expect(terminal.shown(until: RawTerminal.opening) == RawTerminal.opening)
    #expect(try terminal.settings().c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    _ = consume screen
    #expect(terminal.shown(until: RawTerminal.closing) == RawTerminal.closing)
    #expect(try terminal.settings().inWords == before)
  }

  @Test func aShellThatLetsItGoOnFindsTheTerminalTakenOverAnew() throws {
    let terminal = try PseudoTerminal()
    var screen = try screen(terminal)
    try screen.paint([ScreenRow("drawn")])
    let end = "\u{1b}[24;1H\u{1b}[0m\u{1b}[K"
    _ = terminal.shown(until: end)
    var cooked = try terminal.settings()
    cooked.c_lflag |= tcflag_t(ICANON | ECHO)
    let line = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(line) }
    try #require(tcsetattr(line, TCSANOW, &cooked) == 0)
    try #require(pthread_kill(pthread_self(), SIGCONT) == 0)
    #expect(PseudoTerminal.isReadable(screen.jobDescriptor))
    try screen.obeySignals()
    #expect(try terminal.settings().c_lflag & tcflag_t(ICANON | ECHO) == 0)
    try screen.paint([ScreenRow("drawn")])
    let shown = terminal.shown(until: end)
    #expect(shown.hasPrefix(RawTerminal.opening) && shown.contains("drawn"))
  }

  @Test func theShellsOwnDescriptionStaysBlocking() throws {
    let terminal = try PseudoTerminal()
    let shell = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(shell) }
    let screen = try screen(terminal)
    #expect(fcntl(shell, F_GETFL) & O_NONBLOCK == 0)
    _ = screen.descriptor
  }

  @Test func paintingFollowsTheTerminalsSize() throws {
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 30, rows: 8)
    var screen = try screen(terminal)
    #expect(screen.size == Screen.Size(columns: 30, rows: 8))
    try screen.paint([ScreenRow("eight")])
    #expect(terminal.shown(until: "\u{1b}[8;1H\u{1b}[0m\u{1b}[K").contains("eight"))
    terminal.resize(columns: 4, rows: 3)
    try screen.paint([ScreenRow("eight")])
    #expect(terminal.shown(until: "\u{1b}[3;1H\u{1b}[0m\u{1b}[K").contains("eig…"))
  }

  @Test func aTerminalThatKnowsNoSizeIsTakenForTheUsualOne() throws {
    let terminal = try PseudoTerminal()
    #expect(try screen(terminal).size == Screen.Size(columns: 80, rows: 24))
  }

  @Test func controlLDrawsEverythingAnew() throws {
    let terminal = try PseudoTerminal()
    var screen = try screen(terminal)
    let end = "\u{1b}[24;1H\u{1b}[0m\u{1b}[K"
    try screen.paint([ScreenRow("drawn")])
    _ = terminal.shown(until: end)
    try terminal.person.send("\u{c}")
    #expect(try keys(&screen) == [.refresh])
    try screen.paint([ScreenRow("drawn")])
    #expect(terminal.shown(until: end).contains("drawn"))
  }

  @Test func aTerminalThatStopsReadingHoldsNothingUpAndCatchesUp() throws {
    let terminal = try PseudoTerminal()
    var screen = try screen(terminal)
    for frame in 0..<500 {
      try screen.paint((0..<24).map { ScreenRow("frame \(frame), row \($0)") })
    }
    var (text, paints) = ("", 0)
    while !text.contains("at last"), paints < 10_000 {
      try screen.paint([ScreenRow("at last")])
      poll(nil, 0, 1)
      text += terminal.person.received()
      paints += 1
    }
    #expect(!text.contains("frame 499"), "what it could not take was skipped")
    #expect(text.contains("at last"))
  }

  @Test func aTerminalThatStoppedReadingIsGivenBackAllTheSame() throws {
    let terminal = try PseudoTerminal()
    let shell = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(shell) }
    let before = try terminal.settings().inWords
    var screen = try screen(terminal)
    for frame in 0..<500 {
      try screen.paint((0..<24).map { ScreenRow("frame \(frame), row \($0)") })
    }
    _ = consume screen
    #expect(terminal.shown(until: RawTerminal.closing).hasSuffix(RawTerminal.closing))
    #expect(try terminal.settings().inWords == before)
  }
}

@Suite struct OutputTerminalTests {
  @Test(
    arguments: [
      ([:], .sixteen), (["TERM": "xterm"], .sixteen), (["TERM": "xterm-256color"], .indexed),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .direct), (["COLORTERM": "24bit"], .direct),
      (["TERM": "screen-256color", "COLORTERM": "yes"], .indexed),
    ] as [([String: String], ColourDepth)])
  func coloursAreThoseThatTheEnvironmentNames(variables: [String: String], depth: ColourDepth) {
    #expect(OutputTerminal.depth { variables[$0] } == depth)
  }
}

@Suite struct TerminalCapabilitiesTests {
  private func capabilities(_ variables: [String: String]) -> TerminalCapabilities {
    TerminalCapabilities { variables[$0] }
  }

  @Test(arguments: [
    [:], ["LANG": "C"], ["LANG": ""], ["LC_ALL": "C", "LANG": "de_DE.UTF-8"],
    ["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"],
  ])
  func anotherLocaleMeansASCII(variables: [String: String]) {
    #expect(!capabilities(variables).isUnicode)
  }

  @Test(arguments: [
    ["LANG": "C.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "en_GB.utf8", "LANG": "C"],
    ["LC_ALL": "de_DE.UTF-8", "LANG": "C"],
  ])
  func aLocaleOfUTF8MeansUnicode(variables: [String: String]) {
    #expect(capabilities(variables).isUnicode)
  }

  @Test(arguments: [
    (["TERM": "dumb"], false), (["TERM": "xterm", "NO_COLOR": "1"], false),
    (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "xterm"], true), ([:], true),
  ])
  func coloursAreWantedUnlessRefused(variables: [String: String], isColoured: Bool) {
    #expect(capabilities(variables).isColoured == isColoured)
  }

  @Test func onlyADumbTerminalIsDumb() {
    #expect(capabilities(["TERM": "dumb"]).isDumb)
    #expect(!capabilities(["TERM": "vt100"]).isDumb)
  }

  @Test func aTerminalWithoutANameIsUnknown() {
    #expect(!capabilities([:]).isKnown && !capabilities(["TERM": ""]).isKnown)
    #expect(capabilities(["TERM": "vt100"]).isKnown)
  }
}
