import Core
import Glibc
import System
import Testing

@testable import Drivers

@Suite struct SignalsTests {
  @Test func withoutASignalThereIsNothingToRead() throws {
    let signals = try Signals()
    #expect(try signals.read() == nil)
  }

  /// raise(3) signals the calling thread, whose mask is the one that `Signals` changed.
  @Test(arguments: Signals.Signal.allCases)
  func aSignalIsReadOnce(signal: Signals.Signal) throws {
    let signals = try Signals()
    raise(signal.number)
    #expect(try signals.read() == signal)
    #expect(try signals.read() == nil)
  }

  @Test func aSignalWakesThePoller() throws {
    let signals = try Signals()
    var poller = try Poller()
    try poller.add(signals.descriptor, as: Poller.Token(1), for: .readable)
    raise(SIGUSR1)
    try poller.wait(until: Clock.now + .seconds(10))
    #expect(poller.next()?.token == Poller.Token(1))
    #expect(try signals.read() == .snap)
  }

  @Test(arguments: [Signals.Signal.snap, .reload])
  func aRequestThatCameFirstWaits(signal: Signals.Signal) throws {
    try withUnblocked(signal.number) {
      Signals.holdRequests()
      raise(signal.number)
      let signals = try Signals()
      #expect(try signals.read() == signal)
    }
  }

  @Test func whoeverIsToldToEndWhileStartingEnds() throws {
    withUnblocked(SIGTERM) {
      Signals.holdRequests()
      #expect(!isBlocked(SIGTERM))
    }
  }

  @Test func theMaskIsRestoredAtTheEnd() throws {
    // A thread that another test's thread started may have inherited its mask.
    try withUnblocked(SIGTERM) {
      let signals = try Signals()
      #expect(isBlocked(SIGTERM))
      _ = consume signals
      #expect(!isBlocked(SIGTERM))
    }
  }

  @Test func theFirstToEndTakesNothingFromTheOther() throws {
    try withUnblocked(SIGTERM) {
      try withUnblocked(SIGTSTP) {
        let jobs = try SignalQueue(of: [SIGTSTP, SIGCONT])
        let signals = try Signals()
        _ = consume jobs
        #expect(isBlocked(SIGTERM) && !isBlocked(SIGTSTP))
        _ = consume signals
        #expect(!isBlocked(SIGTERM) && !isBlocked(SIGTSTP))
      }
    }
  }

  private func withUnblocked(_ number: Int32, _ body: () throws -> Void) rethrows {
    var (mask, previous) = (sigset_t(), sigset_t())
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    try body()
  }

  private func isBlocked(_ number: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, number) == 1
  }
}
