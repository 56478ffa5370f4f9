import Core
import Glibc
import StandIns
import System
import Testing

@testable import Door

/// What becomes of more peers than there is room for, and of those who come again and again.
@Suite struct ConsoleCrowdTests {
  private let late = Phrase.consoleFull(8).english + "\n\n"

  @Test func whoeverIsOneTooManyIsToldAndSentAway() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let crowd = Crowd()
    for number in 1...Console.limitOfUser {
      try crowd.come(to: directory)
      #expect(try host.event() == .opened(SessionID(number: number)))
    }
    let peer = try Peer.connected(to: directory.socket)
    try peer.send("status\n")
    try host.settle()
    #expect(peer.received() == late)
    #expect(peer.isAtEnd == true)
    #expect(host.heard == [])
    crowd.lastGoes()
    #expect(try host.event() == .closed(SessionID(number: Console.limitOfUser)))
    try crowd.come(to: directory)
    #expect(try host.event() == .opened(SessionID(number: Console.limitOfUser + 2)))
  }

  @Test func afterSomebodyWasSentAwayNobodyIsTakenForAMoment() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let crowd = Crowd()
    for _ in 1...Console.limitOfUser {
      try crowd.come(to: directory)
      _ = try host.event()
    }
    let peer = try Peer.connected(to: directory.socket)
    try host.settle()
    #expect(peer.received() == late)
    let deadline = host.console.deadline
    #expect(try #require(deadline) - Clock.now <= ConsoleListener.pause)
    let next = try Peer.connected(to: directory.socket)
    try host.turn()
    #expect(next.received() == "", "it was taken at once")
    host.ahead = ConsoleListener.pause
    try host.settle()
    #expect(next.received() == late)
  }

  @Test func aFloodOfConnectionsIsTakenAFewAtATime() throws {
    let directory = try ConsoleDirectory()
    var host = try ConsoleHost.make(socket: directory.socket)
    let crowd = Crowd()
    for _ in 1...Console.limitOfUser { try crowd.come(to: directory) }
    try host.turn()
    #expect(host.heard.count == Console.mostAccepted)
  }
}

/// Peers who came and say nothing; they go with this value.
final class Crowd {
  private var numbers: [Int32] = []

  deinit { for number in numbers { close(number) } }

  func come(to directory: borrowing ConsoleDirectory) throws {
    let peer = try Peer.connected(to: directory.socket)
    numbers.append(dup(peer.number))
  }

  func lastGoes() { close(numbers.removeLast()) }
}
