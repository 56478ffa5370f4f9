import Core
import Door
import Glibc
import StandIns
import System
import Testing

@testable import Terminal

/// A guard that an expectation can ask, though asking changes it.
private final class Listener {
  private var monologue = MonologueGuard()

  var isEchoed: Bool { monologue.isEchoed }
  var echoes: Bool { monologue.echoes }
  func said(_ line: String) { monologue.said(line) }
  func hears(_ line: String?) -> Bool { monologue.hears(line) }
  func advance(to now: Instant) { monologue.advance(to: now) }
  func takeNotice() -> Bool { monologue.takeNotice() }
  func takeWarning() -> Bool { monologue.takeWarning() }
}

@Suite struct MonologueGuardTests {
  private static let sentence = Phrase.consoleGreeting.english

  @Test func aLineThatWasSaidIsNotAnswered() {
    let monologue = Listener()
    #expect(monologue.hears(Self.sentence), "it was not said yet")
    monologue.said(Self.sentence)
    #expect(!monologue.hears(Self.sentence))
    #expect(monologue.isEchoed)
  }

  @Test(arguments: ["status", "snap --in 0", "camera list --json", "help"])
  func aCommandIsAlwaysHeard(line: String) {
    let monologue = Listener()
    for _ in 0..<100 {
      monologue.said(line)
      #expect(monologue.hears(line))
    }
  }

  @Test func whatWasSaidLongAgoIsForgotten() {
    let monologue = Listener()
    monologue.said(Self.sentence)
    for number in 0..<MonologueGuard.mostLines { monologue.said("\(number).") }
    #expect(monologue.hears(Self.sentence))
    #expect(!monologue.hears("0."))
  }

  @Test(arguments: ["", "  "])
  func emptyLinesAreAnsweredAFewAtATime(line: String) {
    let monologue = Listener()
    let heard = (0..<100).count { _ in monologue.hears(line) }
    #expect(heard == MonologueGuard.mostEmptyLines)
    monologue.advance(to: .zero + MonologueGuard.emptyPause)
    #expect(monologue.hears(line) && !monologue.hears(line))
    monologue.advance(to: .zero + .seconds(3600))
    #expect((0..<100).count { _ in monologue.hears(line) } == MonologueGuard.mostEmptyLines)
  }

  @Test func anEndThatSendsNoCommandsIsLeftAlone() {
    let monologue = Listener()
    var heard = 0
    for number in 0..<600 {
      monologue.advance(to: .zero + .seconds(number))
      if monologue.hears("login \(number): ") { heard += 1 }
    }
    #expect(heard <= MonologueGuard.mostStrangeLines + 600 / 30 + 1)
    #expect(!monologue.echoes && !monologue.hears(""), "nothing comes back but commands")
    #expect(monologue.hears("status") && monologue.echoes)
    #expect(monologue.takeNotice() && !monologue.takeNotice())
  }

  @Test func theLastStrangeLineThatIsAnsweredAtOnceSaysHowToGoOn() {
    let monologue = Listener()
    let warned = (1...MonologueGuard.mostStrangeLines).map { _ in
      monologue.hears("login") && monologue.takeWarning()
    }
    #expect(warned.last == true && !warned.dropLast().contains(true))
    monologue.advance(to: .zero + .seconds(31))
    #expect(monologue.hears("login") && !monologue.takeWarning(), "it was said")
    #expect(monologue.hears("status") && monologue.echoes)
  }

  @Test func linesThatAreTooLongCountAsStrange() {
    let monologue = Listener()
    #expect((0..<100).count { _ in monologue.hears(nil) } == MonologueGuard.mostStrangeLines)
  }

  @Test func whoEchoesNoLongerIsAPersonAgain() {
    let monologue = Listener()
    monologue.said(Self.sentence)
    _ = monologue.hears(Self.sentence)
    #expect(monologue.hears("status") && monologue.isEchoed, "nothing was said since")
    monologue.said("Ready.")
    #expect(monologue.hears("status"))
    #expect(!monologue.isEchoed, "Ready. did not come back")
    #expect(monologue.hears(""))
  }

  @Test(arguments: [
    ("> status", "status"), ("> > ", ""), (">", ""), ("> > list", "list"), (">list", ">list"),
  ])
  func promptsThatCameBackAreNoPartOfALine(line: String, rest: String) {
    #expect(MonologueGuard.withoutPrompts(line) == rest)
  }
}

/// A terminal line with something else than a person at its other end.
@Suite struct MonologueTests {
  /// A line is quiet when so many turns have brought nothing; the kernel takes its time.
  private static let quietTurns = 50
  private static let turn = Duration.milliseconds(4)
  private static let mostTurns = 3000

  /// The lines that a board hears whose answers all come back to it until that ends, and how many bytes it says;
  /// in the midst somebody has `typed`.
  private func echo(
    _ change: (String) -> String, typed: String = ""
  ) throws -> (lines: [String], byteCount: Int) {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    var (lines, byteCount, quiet, typed) = ([String](), 0, 0, typed)
    for turn in 0..<Self.mostTurns {
      try host.turn(within: Self.turn)
      let heard = answer(&host, "Unknown command")
      let said = terminal.person.received()
      lines += heard
      byteCount += said.utf8.count
      try terminal.person.send(change(said))
      quiet = said.isEmpty && heard.isEmpty ? quiet + 1 : 0
      if quiet > Self.quietTurns, typed.isEmpty { return (lines, byteCount) }
      if quiet > Self.quietTurns { try terminal.person.send(typed) }
      if quiet > Self.quietTurns { (quiet, typed) = (0, "") }
      #expect(turn < Self.mostTurns - 1, "it goes on for ever")
    }
    return (lines, byteCount)
  }

  /// Words of a newcomer, or lines too long to be read: the last that is answered at once says how to go on.
  @Test(arguments: ["login\r", String(repeating: "x", count: 2000) + "\r"])
  func whoeverTypesNoCommandReadsHowToGoOn(typed: String) throws {
    let terminal = try PseudoTerminal()
    var host = try LineHost.make(tty: terminal.path)
    _ = try host.receive(until: "> ", by: terminal.person)
    let warning = Phrase.consoleLineStrange(30).english
    var read: [String] = []
    for _ in 0..<MonologueGuard.mostStrangeLines {
      try terminal.person.send(typed)
      for _ in 0..<Self.quietTurns {
        try host.turn(within: Self.turn)
        _ = answer(&host, "Unknown command")
      }
      read.append(terminal.person.received())
    }
    #expect(
      read.map { $0.contains(warning) } == [false, false, false, false, false, false, false, true])
  }

  /// Answers what was heard, and says what that was.
  private func answer(_ host: inout LineHost, _ words: String) -> [String] {
    var lines: [String] = []
    for case .line(let line) in host.takeHeard() {
      lines.append(line)
      host.console.answer(
        line == "status" ? "Ready.\nNo faults." : "\(words) \"\(line)\".")
    }
    return lines
  }

  @Test func anEchoIsNotAnswered() throws {
    let (lines, byteCount) = try echo { $0 }
    #expect(lines.filter { !$0.isEmpty } == [])
    #expect(lines.count <= 2)
    #expect(byteCount < 1000)
  }

  /// As a Linux terminal in its usual state does: CR is LF, and LF is echoed as CR LF.
  @Test func theEchoOfALinuxHostIsNotAnswered() throws {
    let (lines, byteCount) = try echo { said in
      var echoed = ""
      for scalar in said.unicodeScalars {
        echoed += scalar == "\r" || scalar == "\n" ? "\r\n" : String(scalar)
      }
      return echoed
    }
    #expect(lines.filter { !$0.isEmpty } == [])
    #expect(byteCount < 1000)
  }

  @Test func aCommandIsHeardOnALineThatEchoes() throws {
    let (lines, byteCount) = try echo({ $0 }, typed: "status\r")
    #expect(lines.filter { !$0.isEmpty } == ["status"])
    #expect(byteCount < 1000)
  }

  @Test func anEndThatAnswersEverythingIsLeftAlone() throws {
    var number = 0
    let (lines, _) = try echo { said in
      number += 1
      return said.isEmpty ? "" : "login \(number):\r"
    }
    #expect(lines.count <= MonologueGuard.mostStrangeLines + MonologueGuard.mostEmptyLines)
  }

  /// Two boards of other languages, so that neither knows the other's sentences.
  @Test func twoBoardsThatAreCrossedFallSilent() throws {
    let here = try PseudoTerminal()
    let there = try PseudoTerminal()
    var one = try LineHost.make(tty: here.path)
    var other = try LineHost.make(tty: there.path)
    var quiet = 0
    for _ in 0..<Self.mostTurns where quiet < Self.quietTurns {
      try one.turn(within: Self.turn)
      try other.turn(within: Self.turn)
      let count = answer(&one, "Unknown command").count + answer(&other, "Unbekannt:").count
      let (said, answered) = (here.person.received(), there.person.received())
      try there.person.send(said)
      try here.person.send(answered)
      quiet = count == 0 && said.isEmpty && answered.isEmpty ? quiet + 1 : 0
    }
    #expect(quiet == Self.quietTurns)
  }
}
