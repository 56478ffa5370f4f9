import Testing

@testable import Core

/// A program learns how a line went without reading what people are told.
@Suite struct OutcomeTests {
  private func outcomes(_ cues: [Cue]...) -> [Effect.AnswerOutcome] {
    Recording(cues, until: 30).effects.compactMap { effect in
      guard case .console(.outcome(let outcome, SessionID(number: 1))) = effect else { return nil }
      return outcome
    }
  }

  @Test(arguments: ["light", "status", "", "help", "snap --in 0", "set plain on", "thing"])
  func whatIsDoneHasNone(line: String) {
    #expect(outcomes(Cue.line(line, at: 5)) == [])
  }

  @Test(arguments: ["frobnicate", "snap --count 0", "light nonsense", "set plain maybe"])
  func aWrongLineIsMisunderstood(line: String) {
    #expect(outcomes(Cue.line(line, at: 5)) == [.misunderstood, .failed])
  }

  @Test func whatCanNotBeDoneHasFailed() {
    #expect(outcomes(Cue.line("cancel", at: 5)) == [.failed])
    #expect(outcomes(Cue.line("y", at: 5)) == [.failed])
    #expect(outcomes(Cue.line("snap", at: 5, from: 1, .status)) == [.failed])
  }

  @Test func aQuestionIsOne() {
    #expect(outcomes(Cue.line("shutdown", at: 5)) == [.asks])
    #expect(outcomes(Cue.line("shutdown --json", at: 5)) == [.failed])
  }

  @Test func aPhotoThatFailsHasFailedForWhoAsked() {
    let run = Recording([Cue.line("snap --in 1", at: 5)]) { $0.unkept = [1] }
    let outcome = Effect.console(.outcome(.failed, of: SessionID(number: 1)))
    #expect(run.effects.contains(outcome))
  }
}
