import Testing

@testable import Core

@Suite struct PostureTests {
  /// Where up is after `readings`, each x, y and z in thousandths of g.
  private func up(after readings: [[Int]]) -> QuarterTurn? {
    var posture = Posture()
    for reading in readings {
      posture.receive(Acceleration(x: reading[0], y: reading[1], z: reading[2]))
    }
    return posture.up
  }

  @Test(arguments: [[0, 0, 1000], [0, 0, -1000], [300, 300, 900], [0, 0, 0]])
  func aCameraThatLooksUpOrDownTellsNothing(reading: [Int]) {
    #expect(up(after: [reading]) == nil)
  }

  @Test(arguments: [
    ([0, 1000, 0], QuarterTurn.none), ([1000, 0, 0], .right), ([0, -1000, 0], .half),
    ([-1000, 0, 0], .left), ([0, 510, 860], .none), ([600, 500, 600], .right),
  ])
  func theNearestEdgeIsUp(reading: [Int], expected: QuarterTurn) {
    #expect(up(after: [reading]) == expected)
  }

  @Test func whileTheCameraLooksDownTheLastEdgeCounts() {
    #expect(up(after: [[1000, 0, 0], [0, 0, 1000]]) == .right)
  }

  /// 50° and 60° from y towards x.
  @Test func anotherEdgeIsUpOnlyWhenTheBoardLeansFarThatWay() {
    #expect(up(after: [[0, 1000, 0], [766, 643, 0]]) == QuarterTurn.none)
    #expect(up(after: [[0, 1000, 0], [866, 500, 0]]) == .right)
    #expect(up(after: [[1000, 0, 0], [643, 766, 0]]) == .right)
  }

  @Test func aBoardTurnedOverIsSeenAtOnce() {
    #expect(up(after: [[0, 1000, 0], [0, -1000, 0]]) == .half)
  }

  @Test(arguments: [[1400, 0, 0], [600, 0, 0]])
  func aJoltTurnsNothing(reading: [Int]) {
    #expect(up(after: [[0, 1000, 0], reading]) == QuarterTurn.none)
  }
}
