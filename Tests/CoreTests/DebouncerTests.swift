import Testing

@testable import Core

@Suite struct DebouncerTests {
  private var debouncer = Debouncer(lockOut: .milliseconds(30))

  @Test mutating func anEdgeWithinTheLockOutIsNotBelieved() {
    _ = debouncer.receive(.press(0))
    #expect(debouncer.receive(.release(0.029)) == nil)
  }

  @Test mutating func aPressIsBelievedAtOnceAndAtItsOwnTime() {
    #expect(debouncer.receive(.press(0)) == .press(0))
  }

  @Test mutating func anEdgeAtTheEndOfTheLockOutIsBelieved() {
    _ = debouncer.receive(.press(0))
    #expect(debouncer.receive(.release(0.030)) == .release(0.030))
  }

  @Test mutating func aReleaseMayBounceToo() {
    _ = debouncer.receive(.press(0))
    _ = debouncer.receive(.release(0.1))
    #expect(debouncer.receive(.press(0.101)) == nil)
    #expect(debouncer.receive(.release(0.102)) == nil)
    #expect(debouncer.deadline == nil)
  }

  @Test mutating func anEdgeToTheSameLevelIsNotBelieved() {
    #expect(debouncer.receive(.release(0)) == nil)
    #expect(debouncer.counts.repeated == 1)
  }

  @Test mutating func theLastEdgeOfAVeryShortTapIsBelievedInTheEndAtItsOwnTime() {
    _ = debouncer.receive(.press(0))
    _ = debouncer.receive(.release(0.005))
    #expect(debouncer.deadline == .at(0.030))
    #expect(debouncer.settle() == .release(0.005))
    #expect(debouncer.deadline == nil)
  }

  @Test mutating func nothingIsSettledWhereTheLineEndsAsItWasBelieved() {
    _ = debouncer.receive(.press(0))
    _ = debouncer.receive(.release(0.005))
    _ = debouncer.receive(.press(0.006))
    #expect(debouncer.settle() == nil)
  }

  @Test mutating func everyEdgeIsBelievedOrCountedWithItsReason() {
    for edge: Edge in [.press(0), .release(0.002), .press(0.011), .press(0.2), .release(0.3)] {
      _ = debouncer.receive(edge)
    }
    #expect(debouncer.counts.edges == 5)
    #expect(debouncer.counts.bounces == 2)
    #expect(debouncer.counts.repeated == 1)
    #expect(debouncer.counts.worstBounce == .milliseconds(11))
  }

  @Test mutating func anEdgeThatIsBelievedInTheEndWasNoBounce() {
    _ = debouncer.receive(.press(0))
    _ = debouncer.receive(.release(0.005))
    _ = debouncer.settle()
    #expect(debouncer.counts.bounces == 0)
    #expect(debouncer.counts.worstBounce == .zero)
  }

  @Test mutating func aForgottenButtonIsReleasedAndKeepsItsCounts() {
    _ = debouncer.receive(.press(0))
    debouncer.forget()
    #expect(debouncer.receive(.press(0.010)) == .press(0.010))
    #expect(debouncer.counts.edges == 2)
  }
}
