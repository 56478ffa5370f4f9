import Testing

@testable import Core

@Suite struct GapWatchTests {
  private var watch = GapWatch()

  @Test mutating func whatNeverBeganIsNoGap() {
    #expect(watch.end(at: .at(1)) == nil)
  }

  @Test mutating func aGapHasTheCauseAndTheTimeOfItsBeginning() {
    watch.begin(at: .at(1), .stall)
    watch.begin(at: .at(2), .fault)
    #expect(watch.isOpen)
    #expect(watch.end(at: .at(3)) == Gap(from: .at(1), to: .at(3), cause: .stall))
    #expect(watch.end(at: .at(4)) == nil)
    #expect(!watch.isOpen)
  }

  @Test mutating func noGapEndsBeforeItBegan() {
    watch.begin(at: .at(1.02), .fault)
    #expect(watch.end(at: .at(1)) == Gap(from: .at(1.02), to: .at(1.02), cause: .fault))
  }
}
