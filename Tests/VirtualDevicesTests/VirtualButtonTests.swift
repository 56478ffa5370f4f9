import Core
import Testing

@testable import VirtualDevices

@Suite struct VirtualButtonTests {
  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func edges(_ button: inout VirtualButton, until milliseconds: Int) throws -> [Edge] {
    var edges: [Edge] = []
    button.advance(to: at(milliseconds))
    try button.edges(into: &edges, at: at(milliseconds))
    return edges
  }

  @Test func aBrokenButtonCannotBeOpened() {
    var button = VirtualButton()
    button.failure = .brokenButton
    #expect(throws: Failure.self) { try button.open(at: .zero) }
    #expect(!button.isOpen)
  }

  @Test func aLineHasOneOwner() throws {
    var button = VirtualButton()
    try button.open(at: .zero)
    #expect(throws: Failure.self) { try button.open(at: .zero) }
    button.close()
    #expect(throws: Never.self) { try button.open(at: .zero) }
  }

  @Test func edgesHaveTheTimesOfTheFinger() throws {
    var button = VirtualButton()
    try button.open(at: .zero)
    button.move(.pressed, at: at(10))
    button.move(.released, at: at(90))
    #expect(try edges(&button, until: 50) == [Edge(.pressed, stamped: at(10))])
    #expect(try edges(&button, until: 100) == [Edge(.released, stamped: at(90))])
  }

  @Test func contactsBounceAndEndWhereTheFingerGoes() throws {
    var button = VirtualButton()
    try button.open(at: .zero)
    button.move(.pressed, at: at(10), bounces: [.milliseconds(1), .milliseconds(2)])
    let stamps = try edges(&button, until: 100).map(\.stamped)
    #expect(stamps == [at(10), at(11), at(13)])
    #expect(button.isPressed)
  }

  @Test func theKernelsQueueLosesTheNewestAndTheLevelMakesUpForIt() throws {
    var button = VirtualButton()
    try button.open(at: .zero)
    for index in 0..<10 {
      button.move(.pressed, at: at(100 * index + 10))
      button.move(.released, at: at(100 * index + 50))
    }
    button.move(.pressed, at: at(1010))
    let found = try edges(&button, until: 2000)
    #expect(found.count == VirtualButton.queueLimit + 1)
    #expect(found.last == Edge(.pressed, stamped: at(2000)))
  }
}
