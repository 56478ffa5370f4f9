@testable import Core

/// The programs that speak, hear of pieces and look at them.
extension ScriptedWorld {
  mutating func perform(_ effect: Effect.Voice) {
    let isSpeaking = script.contains(where: \.isEndOfSpeech)
    switch effect {
    case .say:
      precondition(!isSpeaking, "one sentence is said at a time")
      let end = Cue(.voice(voiceProblem.map { .failed($0) } ?? .ended), at: now + speechTime)
      script.insert(end, at: script.firstIndex { $0.at > end.at } ?? script.endIndex)
    case .silence:
      script.removeAll(where: \.isEndOfSpeech)
      if isSpeaking { script.insert(Cue(.voice(.ended), at: now), at: 0) }
    }
  }

  mutating func run(_ task: HookTask) {
    var news = hookProblem.map { Event.Hook.failed($0) } ?? .ended
    if refusesHooks { news = .notStarted(Phrase("test.absent", "It is not there.")) }
    if task.analyser != nil, !analyses.isEmpty { news = .answered(analyses.removeFirst()) }
    let end = Cue(.hook(news), at: now + hookTime)
    script.insert(end, at: script.firstIndex { $0.at > end.at } ?? script.endIndex)
  }

  mutating func stopHook() {
    guard let place = script.firstIndex(where: \.isEndOfHook) else { return }
    script.remove(at: place)
    script.insert(Cue(.hook(.stopped), at: now), at: 0)
  }
}
