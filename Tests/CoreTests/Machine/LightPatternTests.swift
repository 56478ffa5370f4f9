import Testing

@testable import Core

@Suite struct LightPatternTests {
  @Test func anUnknownPatternIsAnsweredWithThoseThatThereAre() {
    let run = Recording([Cue.line("light falt", at: 5), Cue.line("light of my life", at: 6)])
    #expect(run.said().first?.contains("did you mean \"fault\"? There are: press heard, ") == true)
    #expect(run.said().last?.contains("shutting down.") == true)
    #expect(run.answered() == 2)
  }

  @Test(arguments: ["light fault", "light stored"])
  func aConsoleThatMayOnlyAskShowsNothing(line: String) {
    let run = Recording([Cue.line(line, at: 5, .status)])
    #expect(run.said() == [Phrase.consoleStatusOnly.english])
    #expect(run.light(from: 5, to: 6) == [-1000])
  }

  @Test func withoutANameItSaysWhatIsShown() {
    #expect(
      Recording([Cue.line("light", at: 5)]).said() == ["Light: ready, short every 3 seconds."])
  }

  @Test func aSituationIsShownForSixSecondsAndSetOffFromTheRest() {
    let run = Recording([Cue.line("light fault", at: 5)])
    let twice = [500, -200, 500, -200, 500, -1100, 500, -200, 500, -200, 500]
    #expect(run.light(from: 5, to: 12) == twice + [-1900, 80, -120])
    #expect(run.machine.life.startedAt != nil)
  }

  @Test func aSignIsShownOnce() {
    let run = Recording([Cue.line("light cancelled", at: 4)])
    #expect(run.light(from: 4, to: 5) == [80, -200, 80, -200, 80, -360])
  }

  @Test(arguments: ["paused", "starting", "storing", "recording", "shutting down"])
  func whatMattersMoreIsShownAtOnce(pattern: String) {
    let shown = Recording([Cue.line("light \(pattern)", at: 5), Cue.press(6)])
    #expect(shown.light(from: 6.5, to: 8) == Recording([Cue.press(6)]).light(from: 6.5, to: 8))
  }

  @Test func whileSomethingElseMattersMoreItIsRefused() {
    let run = Recording([Cue.press(5), Cue.line("light fault", at: 6)])
    #expect(run.said() == ["Busy: light and buzzer say \"counting\", which matters more."])
    #expect(run.light(from: 6, to: 8) == Recording([Cue.press(5)]).light(from: 6, to: 8))
  }

  @Test(arguments: Pattern.allCases)
  func everyPatternLightsTheLight(pattern: Pattern) {
    let run = Recording([Cue.line("light \(pattern.rawValue)", at: 4)])
    #expect(run.said() == [Phrase.lightShows(pattern.word, pattern.sign).english])
    #expect(run.light(from: 4, to: 6).contains { $0 > 0 })
  }

  @Test func theBuzzerSaysTheirOwnOfEachPattern() {
    #expect(Pattern.storageLow.announcement(of: .storageLow) == Sign.refused.marks)
    #expect(Pattern.fault.announcement(of: .fault) == [.long, .long, .long])
    #expect(Pattern.ready.announcement(of: .ready) == [.blip, .long])
  }
}
