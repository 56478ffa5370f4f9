import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct TerminalGuardianTests {
  @Test func aProgramThatDiedLeavesTheTerminalAsItWas() throws {
    var watch = try GuardedTerminal()
    #expect(try watch.terminal.settings().inWords != watch.original)
    watch.killProgram()
    #expect(watch.terminal.shown(until: GuardedTerminal.farewell) == GuardedTerminal.farewell)
    #expect(watch.exitStatus() == 0)
    #expect(try watch.terminal.settings().inWords == watch.original)
  }

  @Test func aProgramThatSaysDoneIsLeftAlone() throws {
    let watch = try GuardedTerminal()
    let raw = try watch.terminal.settings().inWords
    try watch.say("done\n")
    #expect(watch.exitStatus() == 0)
    #expect(try watch.terminal.settings().inWords == raw)
    #expect(watch.terminal.person.received() == "")
  }

  @Test func halfAWordIsNoWord() throws {
    var watch = try GuardedTerminal()
    try watch.say("do")
    watch.killProgram()
    #expect(watch.exitStatus() == 0)
    #expect(try watch.terminal.settings().inWords == watch.original)
  }

  @Test func aShellThatWasQuickerKeepsItsSettings() throws {
    var watch = try GuardedTerminal()
    let editing = try watch.editLines()
    watch.killProgram()
    #expect(watch.terminal.shown(until: GuardedTerminal.farewell) == GuardedTerminal.farewell)
    #expect(watch.exitStatus() == 0)
    #expect(try watch.terminal.settings().inWords == editing)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func whatEndsTheProgramDoesNotEndIt(signal: Int32) throws {
    var watch = try GuardedTerminal()
    try watch.waitUntilPrepared()
    kill(watch.guardian, signal)
    watch.killProgram()
    #expect(watch.terminal.shown(until: GuardedTerminal.farewell) == GuardedTerminal.farewell)
    #expect(watch.exitStatus() == 0)
  }

  @Test func itHasASessionOfItsOwnAndNothingElseOpen() throws {
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    var watch = try GuardedTerminal()
    try watch.waitUntilPrepared()
    #expect(getsid(watch.guardian) == watch.guardian)
    #expect(watch.descriptorCount() == 3)
    watch.killProgram()
    #expect(watch.exitStatus() == 0)
  }

  @Test func blockedSignalsAreNotInherited() throws {
    let signals = try Signals()
    var watch = try GuardedTerminal()
    try watch.waitUntilPrepared()
    #expect(watch.signals("SigBlk") == 0)
    watch.killProgram()
    #expect(watch.exitStatus() == 0)
    _ = signals.descriptor
  }

  @Test func itEndsWithTheScreen() throws {
    let terminal = try PseudoTerminal()
    let line = try FileDescriptor(opening: terminal.path, O_RDWR | O_NOCTTY)
    let guardian = try TerminalGuardian(
      of: terminal.path, try terminal.settings(), farewell: GuardedTerminal.farewell)
    let process = guardian.process
    #expect(kill(process, 0) == 0)
    _ = consume guardian
    #expect(kill(process, 0) == -1)
    #expect(terminal.person.received() == "")
    _ = line.number
  }
}
