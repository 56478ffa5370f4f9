import Testing

@testable import Drivers

@Suite struct FrameSequenceTests {
  static let gaps: [(last: UInt32, next: UInt32, lost: Int)] = [
    (1, 4, 2), (1, 2, 0), (5, 5, 0), (9, 3, 0), (700, 0, 0),
    (.max, 0, 0), (.max - 1, 0, 1), (.max, 2, 2),
  ]

  @Test(arguments: gaps)
  func aStepOverFramesIsAGapAlsoWhereTheCountWraps(last: UInt32, next: UInt32, lost: Int) {
    var sequence = FrameSequence()
    _ = sequence.gap(to: last)
    #expect(sequence.gap(to: next) == lost)
  }

  @Test func theFirstNumberIsNoGap() {
    var sequence = FrameSequence()
    #expect(sequence.gap(to: 17) == 0)
  }
}
