import Testing

@testable import Core

/// The rules, over every gesture in every state and over scripts of chance.
@Suite struct RuleTests {
  enum Rule: CaseIterable {
    case promise, truth, personsPause, flashLimit, failureShown

    func broken(by run: Recording) -> String? {
      switch self {
      case .promise: run.brokenPromise
      case .truth: run.brokenTruth
      case .personsPause: run.brokenPause
      case .flashLimit: run.brokenFlashLimit
      case .failureShown: run.brokenShowing
      }
    }
  }

  /// Runs of which each broke a rule once, so that the rules are known to see something.
  private static let telling: [(Rule, Settings, [[Cue]], Duration)] = [
    (.promise, burst, [Cue.press(5)], .milliseconds(20)),
    (.truth, .board, [Cue.press(5), Cue.line("pause", at: 5.2)], .milliseconds(20)),
    (.truth, .board { $0.count = 3 }, [Cue.press(5)], .seconds(8)),
    (
      .personsPause, .board,
      [Cue.line("pause", at: 4), Cue.measured(celsius: 85, at: 5), Cue.measured(at: 8)],
      .milliseconds(20)
    ),
    (.flashLimit, .board, (0..<3).map { Cue.press(5 + 0.2 * Double($0)) }, .milliseconds(20)),
    (
      .failureShown, .board { ($0.count, $0.interval) = (3, .seconds(20)) },
      [Cue.press(5)], .milliseconds(20)
    ),
  ]

  private static let burst = Settings.board {
    $0.countdown = .zero
    ($0.count, $0.interval) = (20, .milliseconds(100))
  }

  @Test(arguments: 0..<telling.count)
  func everyRuleHoldsWhereItOnceDidNot(index: Int) {
    let (rule, settings, script, flush) = Self.telling[index]
    let run = Recording(settings, script, until: 90) {
      $0.flush = flush
      if rule == .failureShown { $0.unkept = [1] }
    }
    #expect(rule.broken(by: run) == nil, "\(rule)")
  }

  @Test(arguments: BoardState.allCases, Gesture.allCases)
  func everyRuleHoldsForEveryGestureInEveryState(state: BoardState, gesture: Gesture) {
    let run = state.run(gesture)
    for rule in Rule.allCases { #expect(rule.broken(by: run) == nil, "\(rule)") }
  }

  private static let scripts = (1...60).map { RandomScript(seed: $0) }

  @Test(arguments: scripts)
  func everyRuleHoldsWhateverHappens(script: RandomScript) {
    let run = script.recording
    for rule in Rule.allCases { #expect(rule.broken(by: run) == nil, "\(rule)") }
    #expect(run.machine.isFinished)
  }

}
