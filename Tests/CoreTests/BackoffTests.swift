import Testing

@testable import Core

@Suite struct BackoffTests {
  private var backoff = Backoff()

  @Test mutating func theWaitDoublesUpToHalfAMinute() {
    let waits = (1...6).map { _ in backoff.next() }
    #expect(waits == [2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test mutating func successMakesItShortAgain() {
    _ = backoff.next()
    backoff.reset()
    #expect(backoff.next() == .seconds(2))
  }
}
