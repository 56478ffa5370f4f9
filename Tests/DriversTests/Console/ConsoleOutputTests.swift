import Core
import Glibc
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

@Suite struct OutputQueueTests {
  /// Drains `queue` into text, `pieceLimit` bytes a write.
  private func drained(_ queue: inout OutputQueue, pieceLimit: Int = .max) throws -> String {
    var taken: [UInt8] = []
    _ = try queue.drain { bytes throws(SystemError) in
      taken += bytes.prefix(pieceLimit)
      return min(bytes.count, pieceLimit)
    }
    return String(decoding: taken, as: UTF8.self)
  }

  @Test func aLineThatDoesNotFitIsDroppedWholeAndCounted() throws {
    var queue = OutputQueue()
    queue.append([UInt8](repeating: 0x61, count: OutputQueue.byteLimit - 3))
    queue.append(Array("bbbb".utf8))
    queue.append(Array("ccc".utf8))
    #expect(queue.droppedByteCount == 4)
    #expect(try drained(&queue).hasSuffix("accc"))
  }

  @Test func afterDrainingThereIsRoomAgain() throws {
    var queue = OutputQueue()
    let full = [UInt8](repeating: 0x61, count: OutputQueue.byteLimit)
    for _ in 0..<3 {
      queue.append(full)
      #expect(try drained(&queue, pieceLimit: 1000).utf8.count == full.count)
    }
    #expect(queue.droppedByteCount == 0)
    #expect(queue.isEmpty)
  }

  @Test func orderIsKeptRoundTheEndOfTheRing() throws {
    var queue = OutputQueue()
    queue.append([UInt8](repeating: 0x61, count: OutputQueue.byteLimit - 2))
    _ = try drained(&queue)
    queue.append(Array("across".utf8))
    #expect(try drained(&queue) == "across")
  }

  @Test func whatTheReaderDoesNotTakeWaits() throws {
    var queue = OutputQueue()
    queue.append(Array("waits".utf8))
    let isTaken = try queue.drain { bytes throws(SystemError) in
      guard bytes.count == 5 else { throw SystemError(call: "write", code: EAGAIN) }
      return 2
    }
    #expect(!isTaken)
    #expect(try drained(&queue) == "its")
  }

  @Test func aFailureOtherThanNoRoomIsTheWritersOwn() {
    var queue = OutputQueue()
    queue.append(Array("x".utf8))
    #expect(throws: SystemError(call: "send", code: EPIPE)) {
      _ = try queue.drain { _ throws(SystemError) in
        throw SystemError(call: "send", code: EPIPE)
      }
    }
  }

  @Test func noMoreThanTheLimitIsOffered() throws {
    var queue = OutputQueue()
    queue.append(Array("slowly".utf8))
    var offers: [Int] = []
    let isTaken = try queue.drain(atMost: 4) { bytes throws(SystemError) in
      offers.append(bytes.count)
      return bytes.count
    }
    #expect(offers == [4])
    #expect(isTaken)
    #expect(queue.byteCount == 2)
  }
}
