import Testing

@testable import Core

@Suite struct GestureRecognizerTests {
  private typealias Outcome = GestureRecognizer.Outcome

  /// What `edges` bring until `end`, deadlines included; edges alternate and begin with a press.
  private func outcomes(
    _ edges: [Double], until end: Double = 20, _ clicks: GestureRecognizer.Clicks = .counted
  ) -> [Outcome] {
    var recognizer = GestureRecognizer()
    var outcomes: [Outcome?] = []
    func advance(to instant: Instant) {
      while let deadline = recognizer.deadline, deadline <= instant {
        outcomes.append(recognizer.expire())
      }
    }
    for (index, seconds) in edges.enumerated() {
      advance(to: .at(seconds))
      let edge: Edge = index % 2 == 0 ? .press(seconds) : .release(seconds)
      outcomes.append(recognizer.receive(edge, clicks: clicks))
    }
    advance(to: .at(end))
    return outcomes.compactMap { $0 }
  }

  private func gestures(
    _ edges: [Double], _ clicks: GestureRecognizer.Clicks = .counted
  ) -> [Gesture] {
    outcomes(edges, clicks).compactMap {
      if case .recognized(let gesture, _) = $0 { gesture } else { nil }
    }
  }

  @Test(arguments: [
    ([0, 0.1], [Gesture.click]),
    ([0, 1.199], [.click]),
    ([0, 0.1, 0.449, 0.5], [.doubleClick]),
    ([0, 0.1, 0.45, 0.5], [.click, .click]),
    ([0, 1.1, 1.4, 2.5], [.doubleClick]),
    ([0, 0.1, 0.3, 0.4, 0.6, 0.7], [.tripleClick]),
    ([0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 1.0], []),
    ([0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 1.0, 1.2, 1.3], []),
    ([0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 8], [.veryLongPress]),
    ([0, 1.2], [.longPress]),
    ([0, 5.999], [.longPress]),
    ([0, 6], [.longPress, .veryLongPress]),
    ([0, 0.1, 0.3, 1.5], [.longPress]),
    ([0, 0.1, 0.3, 6.4], [.longPress, .veryLongPress]),
  ])
  func edgesMakeAGesture(edges: [Double], expected: [Gesture]) {
    #expect(gestures(edges) == expected)
  }

  @Test func aGestureBeginsWithItsFirstPress() {
    #expect(
      outcomes([0, 0.1, 0.3, 0.4]) == [
        .heard(at: .at(0), isFirst: true), .heard(at: .at(0.3), isFirst: false),
        .recognized(.doubleClick, start: .at(0)),
      ])
  }

  @Test func aClickIsNotKnownBeforeItsGapIsOver() {
    #expect(outcomes([0, 0.1], until: 0.449) == [.heard(at: .at(0), isFirst: true)])
    #expect(outcomes([0, 0.1], until: 0.45).last == .recognized(.click, start: .at(0)))
  }

  @Test func aLongPressIsKnownWhileItIsHeld() {
    #expect(outcomes([0], until: 1.2).last == .recognized(.longPress, start: .at(0)))
  }

  @Test func whereMoreClicksMeanNothingAClickIsKnownAtItsRelease() {
    #expect(outcomes([0, 0.1], until: 0.1, .separate).last == .recognized(.click, start: .at(0)))
    #expect(gestures([0, 0.1, 0.2, 0.3], .separate) == [.click, .click])
  }

  @Test func joinedClicksSayOnlyOnceWhatTheySay() {
    #expect(outcomes([0, 0.1], until: 0.1, .joined).last == .recognized(.click, start: .at(0)))
    #expect(gestures([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], .joined) == [.click])
  }

  @Test func joinedClicksEndWithTheirGap() {
    #expect(gestures([0, 0.1, 0.2, 0.3, 0.65, 0.7], .joined) == [.click, .click])
  }

  @Test func aReleaseWithoutAPressIsNothing() {
    var recognizer = GestureRecognizer()
    #expect(recognizer.receive(.release(0), clicks: .counted) == nil)
    #expect(recognizer.deadline == nil)
  }
}
