import Testing

@testable import Core

@Suite struct GapWatchTests {
  private var watch = GapWatch()

  @Test mutating func whatNeverBeganIsNoGap() {
    #expect(watch.end(at: .at(1)) == true)
    #expect(watch.drain().isEmpty)
  }

  @Test mutating func aGapHasTheCauseAndTheTimeOfItsBeginning() {
    watch.begin(at: .at(1), .stall)
    watch.begin(at: .at(2), .fault)
    #expect(watch.isOpen)
    watch.end(at: .at(3))
    #expect(watch.drain() == [Gap(from: .at(1), to: .at(3), cause: .stall)])
    #expect(watch.drain().isEmpty)
    #expect(!watch.isOpen)
  }

  @Test mutating func noGapEndsBeforeItBegan() {
    watch.begin(at: .at(1.02), .fault)
    watch.end(at: .at(1))
    #expect(watch.drain() == [Gap(from: .at(1.02), to: .at(1.02), cause: .fault)])
  }

  @Test mutating func theOldestIsGivenUpWhereTooManyWait() {
    var remembered: [Bool] = []
    for second in 0...GapWatch.capacity {
      watch.begin(at: .at(Double(second)), .fault)
      remembered.append(watch.end(at: .at(Double(second) + 0.5)))
    }
    #expect(remembered.filter { !$0 }.count == 1)
    #expect(watch.waiting.count == GapWatch.capacity)
    #expect(watch.waiting.first?.from == .at(1))
  }
}
