import Testing

@testable import Core

@Suite struct EventTests {
  /// A frame's event has seven words, and each hand that passes one on moves as much as the largest has.
  @Test func noEventHasMoreThanNineWords() {
    #expect(MemoryLayout<Event>.size <= 9 * MemoryLayout<Int>.size)
  }
}
