import Testing

@testable import Core

/// What the program that compares a store with its records tells, and who hears and sees it.
@Suite struct ComparisonTests {
  private static let good = Comparison(
    flawCount: 0, pieceCount: 17, endedAt: 1_774_622_668_250_000)
  private static let bad = Comparison(flawCount: 2, pieceCount: 17, endedAt: nil)

  private static func told(_ comparison: Comparison?, at seconds: Double) -> [Cue] {
    var facts = StoreFacts.empty
    facts.comparison = comparison
    return [Cue(.store(.told(facts)), at: .at(seconds))]
  }

  private func run(_ cues: [[Cue]]) -> Recording { Recording(.board { $0.hasVoice = true }, cues) }

  private func parsed(_ line: String, _ access: Access = .local) -> String {
    do throws(CommandError) {
      _ = try Command.parse(line, access: access)
      let run = Recording([Cue.line(line, at: 5, access)])
      return run.lastAtWork.mirror.comparison?.text ?? "nothing"
    } catch {
      return error.phrase.key
    }
  }

  @Test(arguments: [
    ("0 17", "0 17"), ("2 17 1774622668250000", "2 17 1774622668250000"),
    ("", "command.number"), ("0", "command.number"), ("x 1", "command.number"),
    ("0 -1", "command.number"), ("0 1 x", "command.number"), ("0 1 2 3", "command.extra"),
  ])
  func itsFiguresAreReadOrExplained(words: String, outcome: String) {
    #expect(parsed("compared \(words)") == outcome)
    #expect(Comparison(words)?.text == (outcome.contains("command") ? nil : outcome))
  }

  @Test func onlyTheSocketMayTellOfIt() {
    #expect(parsed("compared 0 1", .full) == "console.local-only")
    #expect(parsed("compared 0 1", .status) == "console.status-only")
  }

  @Test func thatSomethingIsWrongIsToldShownAndSpokenAtOnce() {
    let run = run([Cue.line("compared 2 17", at: 5, from: 1, .local)])
    #expect(run.announced.filter { $0.hasPrefix("compared") } == ["compared.bad"])
    #expect(run.effects.contains(.voice(.say(Self.bad.phrase))) && run.answered(1) == 1)
    #expect(run.lastAtWork.indicator.latestSign?.sign == .refused)
  }

  @Test func thatNothingIsWrongIsToldAndNotShown() {
    let run = run([Cue.line("compared \(Self.good.text)", at: 5, from: 1, .local)])
    #expect(run.announced.filter { $0.hasPrefix("compared") } == ["compared.good"])
    #expect(run.lastAtWork.indicator.latestSign == nil)
  }

  @Test func whatTheDeviceKeptIsMindedAtTheStartAndOnce() {
    let run = run([Self.told(Self.bad, at: 5), Self.told(Self.bad, at: 7)])
    #expect(run.announced.filter { $0 == "compared.bad" }.count == 1)
    #expect(run.effects.contains(.voice(.say(Self.bad.phrase))))
    #expect(run.lastAtWork.indicator.latestSign?.sign == .refused)
  }

  @Test func aStartAfterAGoodOneSaysNothing() {
    let run = run([Self.told(Self.good, at: 5)])
    #expect(!run.announced.contains { $0.hasPrefix("compared") })
    #expect(run.lastAtWork.indicator.latestSign == nil)
  }

  @Test func statusDoctorAndVerifySayTheLatest() {
    let run = Recording([
      Self.told(Self.good, at: 4), Cue.line("compared 2 17", at: 5, from: 2, .local),
      Self.told(Self.good, at: 6), Cue.line("status", at: 7), Cue.line("doctor", at: 8),
      Cue.line("verify", at: 9), Cue.line("status --json", at: 10),
      Cue.line("verify --json", at: 11),
    ])
    let sentence = Self.bad.phrase.english
    #expect(run.said().filter { $0.contains(sentence) }.count == 3)
    let json = #""comparison":{"flaws":2,"pieces":17,"at":null}"#
    #expect(run.said().filter { $0.contains(json) }.count == 2)
  }

  @Test func aGoodOneIsNoFindingOfDoctor() {
    let run = Recording([
      Self.told(Self.good, at: 4), Cue.line("doctor --json", at: 8), Cue.line("status", at: 9),
      Cue.line("status --json", at: 10),
    ])
    #expect(!run.said().contains { $0.contains(#""key":"compared"#) })
    #expect(run.said().contains { $0.contains(Self.good.phrase.english) })
    #expect(run.said().last?.contains(#""at":"2026-03-27T14:44:28.250Z"}"#) == true)
  }

  @Test func nobodyIsWokenForIt() {
    let quiet = Recording([Self.told(nil, at: 5)]).world.wakes
    #expect(Recording([Self.told(Self.good, at: 5)]).world.wakes == quiet)
  }
}
