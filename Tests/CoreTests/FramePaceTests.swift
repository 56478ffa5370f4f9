import Testing

@testable import Core

@Suite struct FramePaceTests {
  /// The frames of a second of 30 that are encoded, each within `time`, after `seconds` of that.
  private func taken(encodedWithin time: Duration, after seconds: Int = 4) -> [Int] {
    var pace = FramePace()
    var taken: [Int] = []
    for number in 0..<(30 * (seconds + 1)) {
      let stamp = Instant.zero + .seconds(1) * number / 30
      guard pace.takes(stamped: stamp) else { continue }
      if number >= 30 * seconds { taken.append(number) }
      _ = pace.encoded(within: time)
    }
    return taken
  }

  @Test func whatIsEncodedQuicklyEnoughIsTakenWhole() {
    #expect(taken(encodedWithin: .milliseconds(16)).count == 30)
  }

  @Test(arguments: [(20, 2), (33, 2), (40, 3), (100, 7)])
  func encodingTakesHalfOfTheTimeAtMost(milliseconds: Int, every: Int) {
    let taken = taken(encodedWithin: .milliseconds(milliseconds))
    for (one, next) in zip(taken, taken.dropFirst()) { #expect(next - one == every) }
  }

  @Test func anEncoderThatHangsLeavesSomeFrames() {
    #expect(taken(encodedWithin: .seconds(20), after: 600).count >= 1)
  }

  @Test func whatChangesIsToldOnce() {
    var pace = FramePace()
    var news = 0
    for number in 0..<300 {
      let stamp = Instant.zero + .milliseconds(33) * number
      if pace.takes(stamped: stamp), pace.encoded(within: .milliseconds(40)) { news += 1 }
    }
    #expect(news == 1)
    #expect(pace.every == 3)
  }

  @Test func framesComeBackWhenThereIsTimeAgain() {
    var pace = FramePace()
    for number in 0..<600 {
      let stamp = Instant.zero + .milliseconds(33) * number
      if pace.takes(stamped: stamp) {
        _ = pace.encoded(within: number < 300 ? .milliseconds(60) : .milliseconds(5))
      }
    }
    #expect(pace.every == 1)
  }
}
