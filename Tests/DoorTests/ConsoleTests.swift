import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

@Suite struct ConsoleTests {
  @Test func aSecondConsoleOnTheSameSocketIsRefused() throws {
    let directory = try ConsoleDirectory()
    let host = try ConsoleHost.make(socket: directory.socket)
    let taken = Failure(
      .console, .consoleSocketTaken(directory.socket),
      cause: SystemError(call: "connect", code: EADDRINUSE))
    #expect(throws: taken) {
      _ = try Console(
        at: Console.Places(lines: directory.socket), Console.Speech(.english, .unicode), source: 1)
    }
    _ = host.wakeupCount
  }

  @Test func aLineIsHeardAndItsAnswerComesBack() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("sta")
    #expect(try host.event() == .opened(SessionID(number: 1)))
    try host.settle()
    #expect(host.heard == [], "half a line is none")
    try peer.send("tus\nlist\n")
    #expect(try host.event() == .line("status", from: SessionID(number: 1)))
    host.console.answer("Ready.\nNo faults.", to: SessionID(number: 1))
    #expect(try host.event() == .line("list", from: SessionID(number: 1)))
    host.console.answer("Nothing yet.", to: SessionID(number: 1))
    try host.settle()
    #expect(peer.received() == "Ready.\nNo faults.\n\nNothing yet.\n\n")
  }

  @Test func aProgramIsToldInJSONUntilItHasItsAnswer() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("list --json\nlist\n")
    let session = try #require(try host.line()).id
    let reply = Reply(Phrase.consoleGreeting)
    host.console.send(reply, to: session)
    host.console.answer("", to: session)
    _ = try host.line()
    host.console.send(reply, to: session)
    host.console.answer("", to: session)
    host.console.send(reply, to: session)
    try host.settle()
    let inJSON =
      #"{"key":"console.greeting","sentence":"\#(Phrase.consoleGreeting.english)"}"# + "\n"
    let english = Phrase.consoleGreeting.english + "\n"
    #expect(peer.received() == inJSON + english + "\n" + english)
  }

  @Test func aPeerThatHalfClosesGetsItsAnswerAndThenTheEnd() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("list\nstatus")
    peer.shutDownSending()
    let first = try #require(try host.line())
    #expect(first.text == "list")
    try host.settle()
    #expect(peer.isAtEnd == false, "two answers are owed")
    host.console.answer("one", to: first.id)
    let second = try #require(try host.line())
    #expect(second.text == "status", "the end of the input ends the line")
    try host.settle()
    #expect(peer.isAtEnd == false, "an answer is owed")
    host.console.answer("two", to: second.id)
    #expect(try host.event() == .closed(first.id))
    #expect(peer.received() == "one\n\ntwo\n\n")
    #expect(peer.isAtEnd == true)
  }

  @Test func anOwedAnswerCostsNoWakeups() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    var peer = try Peer.connected(to: directory.socket)
    try peer.send("status\n")
    peer.shutDownSending()
    let line = try #require(try host.line())
    try host.settle()
    let before = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == before)
    peer.close()
    #expect(try host.event() == .closed(line.id), "nobody waits for the answer any more")
    try host.settle()
    let after = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == after)
  }

  @Test func whatWasSaidBeforeAHangUpIsHeard() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    var peer = try Peer.connected(to: directory.socket)
    let lines = (0..<200).map { "snap \($0)" }
    try peer.send(lines.map { $0 + "\n" }.joined())
    peer.close()
    for expected in lines {
      let line = try #require(try host.line())
      #expect(line.text == expected)
      host.console.answer("yes", to: line.id)
    }
    #expect(try host.event() == .closed(SessionID(number: 1)))
  }

  @Test func aPeerThatNeverReadsCostsOnlyItsOwnLines() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let deaf = try Peer.connected(to: directory.socket)
    try deaf.send("watch\n")
    let watcher = try #require(try host.line())
    host.console.answer("Watching.", to: watcher.id)
    let line = String(repeating: "x", count: 999)
    for _ in 0..<2000 { host.console.send(.json(line), to: watcher.id) }
    try host.settle()
    #expect(host.console.droppedByteCount > 0)
    let before = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == before, "a full queue does not spin")

    let peer = try Peer.connected(to: directory.socket)
    try peer.send("status\n")
    let asked = try #require(try host.line())
    host.console.answer("Ready.", to: asked.id)
    try host.settle()
    #expect(peer.received() == "Ready.\n\n")

    let dropped = host.console.droppedByteCount
    var heard = deaf.received()
    while case let more = try moreText(from: deaf, &host), !more.isEmpty { heard += more }
    #expect(heard.hasPrefix("Watching.\n\nxxx"))
    #expect(heard.utf8.count == 11 + 2000 * 1000 - dropped, "whole lines, nothing twice")
    host.console.send(.json("again"), to: watcher.id)
    try host.settle()
    #expect(deaf.received() == "again\n")
  }

  private func moreText(from peer: borrowing Peer, _ host: inout ConsoleHost) throws -> String {
    try host.settle()
    return peer.received()
  }

  @Test func aTooLongLineIsAnsweredAndNotHeard() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send(String(repeating: "x", count: 3000) + "\nstatus\n")
    #expect(try host.line()?.text == "status")
    try host.settle()
    #expect(peer.received() == Phrase.consoleLineTooLong(1024).english + "\n\n")
  }

  @Test func whoeverIsOwedAnAnswerCanHaveEnoughOfIt() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("\u{3}watch\n\u{3}")
    let line = try #require(try host.line())
    #expect(line.text == "watch")
    host.console.continues(line.id)
    #expect(try host.event() == .interrupted(line.id))
    #expect(host.heard == [], "nothing was owed at the first")
    _ = peer.number
  }

  @Test func anAnswerWithoutEndGoesOnUntilThePeerCloses() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    var peer = try Peer.connected(to: directory.socket)
    try peer.send("watch\n")
    peer.shutDownSending()
    let line = try #require(try host.line())
    host.console.continues(line.id)
    for text in ["one", "two"] {
      host.console.send(.json(text), to: line.id)
      try host.settle()
    }
    #expect(peer.received() == "one\ntwo\n")
    #expect(peer.isAtEnd == false)
    peer.close()
    #expect(try host.event() == .closed(line.id))
  }

  @Test func anAnswerToSomebodyWhoIsGoneIsNothing() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    host.console.answer("late", to: SessionID(number: 1))
    host.console.send(.json("late"), to: SessionID(number: 99))
    try host.settle()
    #expect(host.console.droppedByteCount == 0)
  }

  @Test func sessionsTakeTurns() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let one = try Peer.connected(to: directory.socket)
    let other = try Peer.connected(to: directory.socket)
    try one.send("a\nb\n")
    try other.send("c\nd\n")
    try host.settle()
    var texts: [String] = []
    while texts.count < 4, let line = try host.line() {
      texts.append(line.text)
      host.console.answer("", to: line.id)
    }
    #expect(texts == ["a", "c", "b", "d"])
    _ = (one.number, other.number)
  }

  @Test func aLineWaitsForTheAnswerToTheOneBeforeIt() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("status\nhelp\n")
    let status = try #require(try host.line())
    try host.settle()
    #expect(host.heard == [])
    host.console.answer("Ready.", to: status.id)
    let help = try #require(try host.line())
    #expect(help.text == "help")
    host.console.answer("No help.", to: help.id)
    try host.settle()
    #expect(peer.received() == "Ready.\n\nNo help.\n\n")
  }

  @Test func aTurnHasALineOfEachSession() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let chatty = try Peer.connected(to: directory.socket)
    try chatty.send(String(repeating: "watch\n", count: 5000))
    let first = try #require(try host.line())
    host.console.continues(first.id)
    let quiet = try Peer.connected(to: directory.socket)
    try quiet.send("status\n")
    var (lines, turns) = ([SessionID](), 0)
    while !lines.contains(where: { $0 != first.id }), turns < 10 {
      turns += 1
      try host.turn()
      for case .line(_, let id) in host.takeHeard() {
        lines.append(id)
        host.console.continues(id)
      }
      #expect(lines.count { $0 == first.id } <= turns)
    }
    #expect(turns <= 3, "to be let in, to be read, to be heard")
  }

  @Test func aTurnHasOneInterruptOfASession() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("watch\n")
    let line = try #require(try host.line())
    host.console.continues(line.id)
    try peer.send(String(repeating: "\u{3}", count: 100))
    for _ in 0..<10 {
      try host.turn()
      #expect(host.takeHeard().count <= 1)
    }
  }

  @Test func whoWaitsForAnAnswerCostsNoWakeups() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    var peer = try Peer.connected(to: directory.socket)
    try peer.send(String(repeating: "status\n", count: 5000))
    let line = try #require(try host.line())
    try host.settle()
    let before = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == before)
    #expect(host.console.deadline == nil)
    peer.close()
    try host.settle()
    let after = host.wakeupCount
    try host.settle()
    #expect(host.wakeupCount == after)
    host.console.answer("Ready.", to: line.id)
    #expect(try host.line()?.text == "status", "what was said before is heard")
  }

  @Test func anAnswerInJSONIsOneLineUnlessItGoesOn() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("status --json\nwatch --json\nhelp\n")
    for (text, goesOn) in [("{}", false), ("[]", true), ("No help.", false)] {
      let line = try #require(try host.line())
      if goesOn { host.console.continues(line.id) }
      host.console.answer(text, to: line.id)
    }
    try host.settle()
    #expect(peer.received() == "{}\n[]\n\nNo help.\n\n")
  }

  @Test func aConsoleInASCIISendsNothingElse() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    host.console.speech.charset = .ascii
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("camera\ncamera --json\n")
    let reply = Reply(Phrase("test.camera", "\("Größe") 640×480."))
    for _ in 0..<2 {
      let line = try #require(try host.line())
      host.console.send(reply, to: line.id)
      host.console.answer("", to: line.id)
    }
    try host.settle()
    let json = #"{"key":"test.camera","sentence":"Gr\u00f6\u00dfe 640\u00d7480."}"#
    #expect(peer.received() == "Groesse 640x480.\n\n\(json)\n")
  }

  @Test func aNameForgesNoLineOfAnAnswer() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("camera\n")
    let line = try #require(try host.line())
    host.console.send(Reply(Phrase("test.camera", "It is \("Cam\n\n\u{9b}2J").")), to: line.id)
    host.console.answer("", to: line.id)
    try host.settle()
    #expect(peer.received() == "It is Cam  ?2J.\n\n")
  }

  @Test func anEmptyLineIsTheEndOfAnAnswerAndNeverInsideOne() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("list\n")
    let line = try #require(try host.line())
    host.console.answer("one\n\ntwo\n", to: line.id)
    try host.settle()
    #expect(peer.received() == "one\ntwo\n\n")
  }
}
