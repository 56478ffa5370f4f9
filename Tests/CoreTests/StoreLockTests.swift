import Testing

@testable import Core

@Suite struct StoreLockTests {
  private var lock = StoreLock()

  private mutating func found(at seconds: Double) -> Bool {
    lock.expire()
    return lock.found(.lockedStore, at: .at(seconds))
  }

  @Test mutating func itIsTriedAgainAtLongerAndLongerIntervalsUntilThePatienceIsUsedUp() {
    var tries = [0.0]
    while found(at: tries.last ?? 0) {
      tries.append(((lock.retryAt ?? .at(0)) - .at(0)).inSeconds)
    }
    #expect(tries == [0, 1, 3, 7, 15, 23, 30])
    #expect(!lock.isWaiting)
  }

  @Test mutating func thePatienceIsUsedUpForAllThatFollows() {
    _ = found(at: 0)
    #expect(!found(at: 30))
    #expect(!found(at: 31))
    #expect(lock.failure == .lockedStore)
  }

  @Test mutating func whatWasWrittenEndsIt() {
    _ = found(at: 0)
    lock.forget()
    #expect(!lock.isWaiting && lock.failure == nil)
    #expect(found(at: 31))
    #expect(lock.retryAt == .at(32))
  }

  @Test mutating func longAfterTheLatestTryItIsAnotherLock() {
    _ = found(at: 0)
    #expect(found(at: 60))
    #expect(lock.retryAt == .at(61))
  }
}
