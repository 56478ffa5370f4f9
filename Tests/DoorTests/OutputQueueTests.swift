import Core
import Glibc
import System
import Testing

@testable import Door

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
