import Board
import Core

/// The programs that hear of pieces or look at them, imitated: one at a time, and each takes its time.
package struct VirtualHook {
  /// How long one takes.
  package var time = Duration.seconds(2)
  /// What is wrong with a hook; nil while it ends well.
  package var problem: Phrase?
  /// What analysers write about pieces, one answer after the other, round and round; what is no answer is their failure.
  package var answers: [String] = []
  /// What a program heard of last.
  package private(set) var latest: HookCall?
  /// When it ends; nil while it does not run.
  package private(set) var endsAt: Instant?
  private var answerCount = 0
  private var isStopped = false

  /// One that was not started yet.
  package init() {}

  /// Starts it for `call` at `now`.
  mutating func run(_ call: HookCall, at now: Instant) {
    precondition(endsAt == nil, "it is started for one piece at a time")
    latest = call
    endsAt = now + time
    isStopped = false
  }

  /// Ends it at `now`, if it runs.
  mutating func stop(at now: Instant) {
    guard endsAt != nil else { return }
    endsAt = now
    isStopped = true
  }

  /// How it ended, if that was before `now`, and not told yet.
  mutating func takeEnd(at now: Instant) -> Event.Hook? {
    guard let endsAt, endsAt <= now else { return nil }
    self.endsAt = nil
    if isStopped { return .stopped }
    guard let analyser = latest?.task.analyser else {
      return problem.map { .failed($0) } ?? .ended
    }
    return answer(of: analyser)
  }

  private mutating func answer(of analyser: Analyser) -> Event.Hook {
    guard !answers.isEmpty else { return .ended }
    let text = answers[answerCount % answers.count]
    answerCount += 1
    do throws(AnalyserError) {
      return .answered(try AnalyserAnswer(Array(text.utf8), of: analyser))
    } catch {
      return .failed(error.phrase)
    }
  }
}
