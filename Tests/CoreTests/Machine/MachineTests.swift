import Testing

@testable import Core

/// What the machine is as a value: each read of what it computes may be a copy of all of it.
@Suite struct MachineTests {
  @Test func itStaysSmallEnoughToBeCopied() {
    #expect(MemoryLayout<Machine>.size <= 4100)
  }

  @Test func whatIsLargeAndSeldomAnotherLiesApart() {
    #expect(MemoryLayout<Watch>.size <= 64)
    #expect(MemoryLayout<Viewfinder>.size <= 256)
  }
}
