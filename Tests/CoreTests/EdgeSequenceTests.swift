import Testing

@testable import Core

/// A line that was found released at 1 s; everything happens later, in milliseconds from there.
private struct Line {
  static let start = Instant(nanoseconds: 1_000_000_000)

  var sequence = EdgeSequence(foundPressed: false, at: start)
  var edges: [Edge] = []

  init(foundPressed: Bool = false) {
    sequence = EdgeSequence(foundPressed: foundPressed, at: Self.start)
  }

  mutating func take(_ direction: Edge.Direction, _ milliseconds: Double) {
    sequence.take(edge(direction, milliseconds), into: &edges)
  }

  mutating func settle(pressed: Bool, _ milliseconds: Double) {
    sequence.settle(pressed: pressed, at: at(milliseconds), into: &edges)
  }
}

private func at(_ milliseconds: Double) -> Instant { Line.start + .milliseconds(milliseconds) }

private func edge(_ direction: Edge.Direction, _ milliseconds: Double) -> Edge {
  Edge(direction, stamped: at(milliseconds))
}

@Suite struct EdgeSequenceTests {
  @Test func aLostLastReleaseIsMadeUpWithThePresentTime() {
    var line = Line()
    line.take(.pressed, 100)
    line.settle(pressed: false, 900)
    #expect(line.edges == [edge(.pressed, 100), edge(.released, 900)])
  }

  @Test func aLostPressIsMadeUpWithTheStampOfItsRelease() {
    var line = Line()
    line.take(.released, 100)
    #expect(line.edges == [edge(.pressed, 100), edge(.released, 100)])
  }

  @Test func twoPressesInARowAreNoLongHold() {
    var line = Line()
    line.take(.pressed, 100)
    line.take(.pressed, 2000)
    #expect(
      line.edges == [edge(.pressed, 100), edge(.released, 2000), edge(.pressed, 2000)])
  }

  @Test func anEdgeThatCameLateIsNotReportedTwice() {
    var line = Line()
    line.settle(pressed: true, 100)
    line.take(.pressed, 99.9)
    line.take(.released, 200)
    #expect(line.edges == [edge(.pressed, 100), edge(.released, 200)])
  }

  @Test func aPressLongAfterAMadeUpOneIsANewPress() {
    var line = Line()
    line.settle(pressed: true, 100)
    line.take(.pressed, 300)
    #expect(line.edges == [edge(.pressed, 100), edge(.released, 300), edge(.pressed, 300)])
  }

  @Test func aButtonHeldAtTheStartIsNoPress() {
    var line = Line(foundPressed: true)
    line.take(.pressed, -0.2)
    line.settle(pressed: true, 1)
    #expect(line.edges == [])
    line.take(.released, 500)
    #expect(line.edges == [edge(.released, 500)])
  }

  @Test func aReleaseStampedBeforeTheMadeUpPressDoesNotGoBackInTime() {
    var line = Line()
    line.settle(pressed: true, 100)
    line.take(.released, 99.9)
    #expect(line.edges == [edge(.pressed, 100), edge(.released, 100)])
  }

  @Test func wholeEdgesPassUnchanged() {
    var line = Line()
    line.take(.pressed, 100)
    line.take(.released, 101)
    line.take(.pressed, 102)
    line.settle(pressed: true, 103)
    #expect(line.edges == [edge(.pressed, 100), edge(.released, 101), edge(.pressed, 102)])
  }

  /// Forty edges while nobody reads: libgpiod 1 keeps the first sixteen, libgpiod 2 the last.
  @Test(arguments: [0..<16, 24..<40, 0..<15, 25..<40, 25..<39])
  func whateverABurstLosesTheEdgesAlternateAndEndAtTheLevel(kept: Range<Int>) {
    var line = Line()
    for index in kept { line.take(index.isMultiple(of: 2) ? .pressed : .released, Double(index)) }
    line.settle(pressed: false, 1000)
    let directions = line.edges.map(\.direction)
    #expect(zip(directions, directions.dropFirst()).allSatisfy { $0 != $1 })
    #expect(directions.first == .pressed && directions.last == .released)
    #expect(line.edges.map(\.stamped) == line.edges.map(\.stamped).sorted())
  }
}
