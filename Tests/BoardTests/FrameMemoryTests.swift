import Core
import Testing

@testable import Board

@Suite struct FrameMemoryTests {
  private func entry(_ number: UInt32) -> FrameMemory.Entry {
    let stamp = Instant.zero + .milliseconds(40) * Int(number)
    return FrameMemory.Entry(
      Frame(sequence: number, byteCount: 0, stamped: stamp), width: 16, height: 16)
  }

  /// A picture of `count` bytes, all of which are the last digits of its number.
  private func append(
    _ number: UInt32, of count: Int, to memory: inout FrameMemory
  ) -> Bool {
    let bytes = [UInt8](repeating: UInt8(number % 256), count: count)
    let entry = entry(number)
    return bytes.withUnsafeBytes { memory.append($0, entry) }
  }

  private func takeOldest(of memory: inout FrameMemory) throws -> (number: UInt32, [UInt8])? {
    let taken = try memory.withOldest { (bytes, entry) throws(Failure) in
      (entry.frame.sequence, Array(bytes))
    }
    memory.dropOldest()
    return taken
  }

  @Test func whatDoesNotFitIsNotTaken() {
    var memory = FrameMemory(byteCount: 100)
    let tooLarge = append(1, of: 101, to: &memory)
    let first = append(2, of: 60, to: &memory)
    let second = append(3, of: 60, to: &memory)
    #expect(!tooLarge)
    #expect(first)
    #expect(!second)
    #expect(memory.count == 1)
  }

  @Test func picturesComeOutAsTheyWentInOldestFirst() throws {
    var memory = FrameMemory(byteCount: 1000)
    for number in 1...5 as ClosedRange<UInt32> { _ = append(number, of: 100, to: &memory) }
    for number in 1...5 as ClosedRange<UInt32> {
      let taken = try #require(try takeOldest(of: &memory))
      #expect(taken.number == number)
      #expect(taken.1 == [UInt8](repeating: UInt8(number), count: 100))
    }
    #expect(memory.isEmpty == true)
    #expect(memory.oldest == nil)
  }

  /// Pictures of many sizes pass through a memory that has room for few of them.
  @Test func noPictureIsWrittenOverBeforeItIsTaken() throws {
    var memory = FrameMemory(byteCount: 1000)
    var next: UInt32 = 0
    var oldest: UInt32 = 0
    for round in 0..<3000 {
      let size = 1 + (round * 37) % 331
      while !append(next, of: size, to: &memory) {
        let taken = try #require(try takeOldest(of: &memory))
        #expect(taken.number == oldest)
        #expect(taken.1.allSatisfy { $0 == UInt8(oldest % 256) })
        oldest += 1
      }
      next += 1
    }
    #expect(next == 3000)
    #expect(memory.newest?.frame.sequence == 2999)
  }

  @Test func aPictureAsLargeAsTheMemoryFits() {
    var memory = FrameMemory(byteCount: 100)
    for number in 1...3 as ClosedRange<UInt32> {
      let fits = append(number, of: 100, to: &memory)
      #expect(fits)
      memory.dropOldest()
    }
  }

  @Test func thereAreNoMoreThanItHasPlacesFor() {
    var memory = FrameMemory(byteCount: 1_000_000)
    for number in 0..<UInt32(FrameMemory.mostFrames) { _ = append(number, of: 1, to: &memory) }
    let fits = append(9999, of: 1, to: &memory)
    #expect(!fits)
    #expect(memory.count == FrameMemory.mostFrames)
  }

  @Test func whatIsForgottenLeavesRoom() {
    var memory = FrameMemory(byteCount: 100)
    _ = append(1, of: 100, to: &memory)
    memory.removeAll()
    let fits = append(2, of: 100, to: &memory)
    #expect(fits)
    #expect(memory.oldest?.frame.sequence == 2)
  }
}
