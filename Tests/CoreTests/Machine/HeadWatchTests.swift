import Testing

@testable import Core

/// When the device is to remember the latest record, and what people learn of a store that was set back.
@Suite struct HeadWatchTests {
  private static func told(
    _ rememberAt: Double?, _ resumption: Resumption? = nil, at seconds: Double
  ) -> [Cue] {
    var facts = StoreFacts.empty
    facts.upkeep.rememberAt = rememberAt.map { .at($0) }
    facts.resumption = resumption
    return [Cue(.store(.told(facts)), at: .at(seconds))]
  }

  private static let resumption = Resumption(seen: "9:ab", head: "7:cd")

  @Test func theLatestRecordIsRememberedOnceAndBehindASolidLight() {
    let run = Recording([Self.told(9.25, at: 5)])
    #expect(run.times(of: .store(.remember)) == [.at(9.25)])
    let effects = run.entries.map(\.effect)
    let index = effects.firstIndex(of: .store(.remember)) ?? 0
    let lights = effects[..<index].filter { effect in
      [.output(.light(true)), .output(.light(false))].contains(effect)
    }
    #expect(lights.last == .output(.light(true)))
  }

  @Test func anotherRecordPutsItOff() {
    let run = Recording([Self.told(9, at: 5), Self.told(11, at: 8), Self.told(nil, at: 10)])
    #expect(run.times(of: .store(.remember)).isEmpty)
  }

  @Test func itWaitsForTheEndOfASeries() {
    let run = Recording([Cue.press(8)]) { $0.facts.upkeep.rememberAt = .at(9) }
    let stored = run.announcement(of: "photo.stored") ?? .at(0)
    #expect(stored > .at(11))
    #expect(run.times(of: .store(.remember)).first.map { $0 >= stored } == true)
  }

  @Test func aStickMayBePulledOutOnceTheDeviceRemembers() {
    let run = Recording([
      Self.told(15, at: 4), Cue.line("stick done 3 0", at: 5, from: 2, .local),
      Self.told(nil, at: 6),
    ])
    #expect(run.times(of: .store(.remember)) == [.at(5)])
    #expect(run.announcement(of: "stick.done") == .at(6))
    let other = Recording([Cue.line("stick done 3 0", at: 5, from: 2, .local)])
    #expect(other.announcement(of: "stick.done") == .at(5))
  }

  @Test func nothingToRememberWakesNobody() {
    let quiet = Recording([Self.told(nil, at: 5)]).world.wakes
    #expect(Recording([Self.told(12, at: 5)]).world.wakes > quiet)
    #expect(Recording([Self.told(nil, at: 5), Self.told(nil, at: 6)]).world.wakes == quiet + 1)
  }

  @Test func aStoreThatWasSetBackIsToldShownAndSpokenOnce() {
    let settings = Settings.board { $0.hasVoice = true }
    let run = Recording(
      settings, [Self.told(nil, Self.resumption, at: 5), Self.told(nil, Self.resumption, at: 7)])
    #expect(run.announced.filter { $0 == "history.older" }.count == 1)
    #expect(run.effects.contains(.voice(.say(Self.resumption.phrase))))
    #expect(run.lastAtWork.indicator.latestSign?.sign == .refused)
  }

  @Test func statusDoctorAndVerifySayItUntilTheProgramEnds() {
    let run = Recording([
      Self.told(nil, Self.resumption, at: 5), Self.told(nil, at: 6), Cue.line("status", at: 7),
      Cue.line("doctor", at: 8), Cue.line("verify", at: 9), Cue.line("status --json", at: 10),
    ])
    let sentence = Self.resumption.phrase.english
    #expect(run.said().filter { $0.contains(sentence) }.count == 3)
    #expect(run.said().last?.contains(#""history":{"seen":"9:ab","head":"7:cd"}"#) == true)
  }

  @Test func aRecordOfTheSameNumberIsAnotherHistory() {
    #expect(Resumption(seen: "7:ab", head: "7:cd").phrase.key == "history.other")
    #expect(Resumption(seen: "8:ab", head: "7:cd").phrase.key == "history.older")
  }
}
