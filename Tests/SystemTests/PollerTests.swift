import Core
import Glibc
import StandIns
import Testing

@testable import System

@Suite struct PollerTests {
  static let watched = Poller.Token(3, 7)

  /// Far enough to be noticed as a hang, near enough for a test run to end.
  private var later: Instant { Clock.now + .seconds(10) }

  @Test func watchingWhatCannotBeWatchedNamesTheCall() throws {
    let poller = try Poller()
    #expect(throws: SystemError(call: "epoll_ctl", code: EBADF)) {
      try poller.add(-1, as: Self.watched, for: .readable)
    }
  }

  @Test func aDeadlineInThePastIsNoWait() throws {
    var poller = try Poller()
    try poller.wait(until: .zero)
    #expect(poller.next() == nil)
    #expect(poller.timerSettings == 0)
  }

  @Test func whatIsReadyIsFoundEvenWhenTheDeadlineHasPassed() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    try poller.wait(until: .zero)
    #expect(poller.next() == Poller.Ready(token: Self.watched, readiness: .readable))
  }

  @Test func aWaitEndsAtItsDeadlineAndNotBefore() throws {
    var poller = try Poller()
    let deadline = Clock.now + .milliseconds(5)
    try poller.wait(until: deadline)
    #expect(Clock.now >= deadline)
    #expect(poller.next() == nil)
  }

  @Test func aNewDeadlineReplacesTheOldOne() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    try poller.wait(until: later)
    let sooner = Clock.now + .milliseconds(5)
    try poller.remove(pair.ours.number)
    try poller.wait(until: sooner)
    #expect(Clock.now >= sooner)
  }

  @Test func theSameDeadlineIsSetOnce() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    let deadline = later
    for _ in 0..<3 {
      try poller.wait(until: deadline)
      #expect(poller.next()?.token == Self.watched)
    }
    #expect(poller.timerSettings == 1)
  }

  @Test func aDeadlineThatIsPutOffIsNotSet() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    let deadline = later
    for put in 0..<3 {
      try poller.wait(until: deadline + .seconds(put))
      #expect(poller.next()?.token == Self.watched)
    }
    try poller.wait(until: nil)
    #expect(poller.timerSettings == 1)
  }

  @Test func aDeadlineThatWasPutOffWakesOnceForNothingAndThenInTime() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    let (first, deadline) = (Clock.now + .milliseconds(5), Clock.now + .milliseconds(10))
    try poller.wait(until: first)
    try poller.remove(pair.ours.number)
    try poller.wait(until: deadline)
    #expect(poller.next() == nil)
    try poller.wait(until: deadline)
    #expect(poller.next() == nil)
    #expect(Clock.now >= deadline)
  }

  @Test func anExpiryIsToldOnce() throws {
    var poller = try Poller()
    try poller.wait(until: Clock.now + .milliseconds(1))
    #expect(poller.next() == nil)
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    try poller.wait(until: nil)
    #expect(poller.next()?.token == Self.watched)
  }

  @Test func anExpiryThatWasNotHandedOutHoldsNoDeadlineBack() throws {
    var poller = try Poller()
    try poller.wait(until: Clock.now + .milliseconds(1))
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    try poller.wait(until: later)
    #expect(poller.timerSettings == 2)
  }

  @Test func whatWasNotHandedOutIsFoundAgain() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: .readable)
    try pair.theirs.send("x")
    try poller.wait(until: later)
    try poller.wait(until: later)
    #expect(poller.next()?.token == Self.watched)
    #expect(poller.next() == nil)
  }

  @Test func interestInWritingCanBeTakenBack() throws {
    var poller = try Poller()
    let pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: [.readable, .writable])
    try poller.wait(until: .zero)
    #expect(poller.next()?.readiness == .writable)
    try poller.change(pair.ours.number, as: Self.watched, for: .readable)
    try poller.wait(until: .zero)
    #expect(poller.next() == nil)
  }

  @Test func aHangUpIsReportedWithoutAskingUntilTheOwnerRemovesIt() throws {
    var poller = try Poller()
    var pair = try SocketPair()
    try poller.add(pair.ours.number, as: Self.watched, for: [])
    pair.closeTheirs()
    for _ in 0..<2 {
      try poller.wait(until: later)
      #expect(poller.next()?.readiness.contains(.hangup) == true)
    }
    try poller.remove(pair.ours.number)
    try poller.wait(until: .zero)
    #expect(poller.next() == nil)
  }

  @Test func anErrorIsReportedWithoutAsking() throws {
    var poller = try Poller()
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { pipe(&ends) }
    let writer = FileDescriptor(owning: ends[1])
    close(ends[0])
    try poller.add(writer.number, as: Self.watched, for: [])
    try poller.wait(until: later)
    #expect(poller.next()?.readiness.contains(.error) == true)
  }

  @Test func aTokenKeepsItsSourceAndItsIndex() {
    let token = Poller.Token(.max, .max)
    #expect(token.source == .max)
    #expect(token.index == .max)
    #expect(token != .timer)
  }
}
