import Testing

@testable import Core

@Suite struct FrameCountsTests {
  @Test func whatIsNoPictureIsDamagedWhateverIsWrongWithIt() {
    var counts = FrameCounts()
    (counts.errorFlag, counts.short, counts.badStart, counts.badEnd) = (1, 20, 300, 4000)
    #expect(counts.damaged == 4321)
  }
}
