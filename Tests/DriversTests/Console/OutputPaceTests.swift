import Core
import Testing

@testable import Drivers

@Suite struct OutputPaceTests {
  private static let now = Instant(nanoseconds: 1_000_000_000)

  @Test func aFullLineHasNoRoom() throws {
    let pace = OutputPace(try SerialSpeed(baud: 9600))
    #expect(pace.room(queued: 96) == 0)
    #expect(pace.room(queued: 4096) == 0)
  }

  @Test(arguments: [(9600, 96), (115_200, 1152), (3_000_000, 30_000)])
  func anEmptyLineTakesATenthOfASecond(baud: Int, byteCount: Int) throws {
    #expect(OutputPace(try SerialSpeed(baud: baud)).room(queued: 0) == byteCount)
  }

  @Test func aLineThatMovesIsLookedAtSoonAgain() throws {
    var pace = OutputPace(try SerialSpeed(baud: 9600))
    #expect(!pace.isResting(at: Self.now))
    pace.rest(queued: 96, written: 40, at: Self.now)
    #expect(pace.lookAgainAt == Self.now + OutputPace.shortestPause)
    #expect(pace.isResting(at: Self.now + .milliseconds(49)))
    #expect(!pace.isResting(at: Self.now + .milliseconds(50)))
  }

  @Test func aStuckLineIsLookedAtMoreAndMoreRarelyUntilItMoves() throws {
    var pace = OutputPace(try SerialSpeed(baud: 9600))
    let pauses = (0..<8).map { _ in
      pace.rest(queued: 96, written: 0, at: Self.now)
      return (pace.lookAgainAt ?? Self.now) - Self.now
    }
    #expect(pauses == pauses.sorted())
    #expect(pauses.last == OutputPace.longestPause)
    pace.rest(queued: 90, written: 0, at: Self.now)
    #expect(pace.lookAgainAt == Self.now + OutputPace.shortestPause)
  }

  @Test func whereNothingWaitsThereIsNothingToLookAt() throws {
    var pace = OutputPace(try SerialSpeed(baud: 9600))
    pace.rest(queued: 96, written: 0, at: Self.now)
    pace.end()
    #expect(pace.lookAgainAt == nil)
    #expect(!pace.isResting(at: Self.now))
  }
}
