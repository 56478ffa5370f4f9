import Core
import Door
import Glibc
import System
import Testing

@testable import Terminal

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
    #expect(pace.isResting(at: Self.now + .milliseconds(14)))
    #expect(!pace.isResting(at: Self.now + .milliseconds(15)))
  }

  @Test func aStuckLineIsLookedAtMoreAndMoreRarelyUntilItMoves() throws {
    var pace = OutputPace(try SerialSpeed(baud: 9600))
    let pauses = (0..<12).map { _ in
      pace.rest(queued: 96, written: 0, at: Self.now)
      return (pace.lookAgainAt ?? Self.now) - Self.now
    }
    #expect(pauses == pauses.sorted())
    #expect(pauses.last == .seconds(30))
    pace.rest(queued: 90, written: 0, at: Self.now)
    #expect(pace.lookAgainAt == Self.now + OutputPace.shortestPause)
  }

  @Test(arguments: [(255, false), (256, true), (1152, true)])
  func aStuckLineThatIsFullEnoughTellsWhenItMoves(queued: Int, isStuck: Bool) throws {
    var pace = OutputPace(try SerialSpeed(baud: 115_200))
    pace.rest(queued: queued, written: queued, at: Self.now)
    pace.rest(queued: queued, written: 0, at: Self.now + .milliseconds(999))
    #expect(!pace.isStuck)
    pace.rest(queued: queued, written: 0, at: Self.now + .seconds(1))
    #expect(pace.isStuck == isStuck)
    pace.lookNow()
    #expect(!pace.isStuck && !pace.isResting(at: Self.now))
  }

  @Test func whereNothingWaitsThereIsNothingToLookAt() throws {
    var pace = OutputPace(try SerialSpeed(baud: 9600))
    pace.rest(queued: 96, written: 0, at: Self.now)
    pace.end()
    #expect(pace.lookAgainAt == nil)
    #expect(!pace.isResting(at: Self.now))
  }
}
