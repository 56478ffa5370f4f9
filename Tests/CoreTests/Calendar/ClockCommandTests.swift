import Testing

@testable import Core

/// A person tells the time at a console.
@Suite struct ClockCommandTests {
  private static let line = "clock is 2026-03-27T15:44:28+01:00"

  private func told(_ run: Recording) -> [ToldTime] {
    run.effects.compactMap { effect in
      if case .service(.tellTime(let time)) = effect { time } else { nil }
    }
  }

  private func notes(_ run: Recording) -> [Note] {
    run.effects.flatMap { effect in
      if case .store(.note(let notes)) = effect { notes } else { [Note]() }
    }
  }

  @Test func whatIsToldDatesTheBootAndIsRecorded() {
    let run = Recording([Cue.line(Self.line, at: 5)])
    #expect(told(run) == [ToldTime(1_774_622_668_000_000, at: .at(5))])
    #expect(notes(run).contains(.clockChanged(to: .told, from: .unset)))
    #expect(run.said() == [Phrase.clockToldNow("2026-03-27T14:44:28Z").english])
    #expect(run.answered() == 1)
  }

  @Test func aSpaceStandsForTheT() {
    let run = Recording([Cue.line("clock is 2026-03-27 15:44:28+01:00", at: 5)])
    #expect(told(run) == [ToldTime(1_774_622_668_000_000, at: .at(5))])
  }

  @Test(arguments: [
    "clock is 2026-03-27", "clock is 2026-03-27 15", "clock is 2026-03-27 T15:44:28Z",
    "clock is 15:44:28+01:00 2026-03-27",
  ])
  func halfATimeIsNone(line: String) {
    #expect(told(Recording([Cue.line(line, at: 5)])) == [])
  }

  @Test func aSecondTimeIsToldAndRecordedToo() {
    let run = Recording([Cue.line(Self.line, at: 5), Cue.line("clock is 2027-01-01T00:00Z", at: 9)])
    #expect(told(run).count == 2)
    #expect(notes(run).contains(.clockChanged(to: .told, from: .told)))
  }

  @Test func aSynchronisedClockCountsForMore() {
    var watch = ClockWatch()
    #expect(watch.read(.synchronised(5)) == nil)
    #expect(watch.told() == nil)
    #expect(watch.source == .synchronised)
  }

  @Test func synchronisationEndsWhatWasTold() {
    var watch = ClockWatch()
    #expect(watch.told() == .clockChanged(to: .told, from: .unset))
    #expect(watch.read(.told(5)) == nil)
    #expect(watch.read(.synchronised(7)) == .clockChanged(to: .synchronised, from: .told))
  }

  @Test func aPressIsNotHeldUp() {
    let run = Recording([Cue.line("snap --in 3", at: 4), Cue.line(Self.line, at: 5, from: 2)])
    #expect(run.said(to: 2).first?.hasPrefix("Busy: counting, 2") == true)
    #expect(told(run) == [])
  }

  @Test(arguments: ["clock", "clock --json"])
  func askingTellsNothing(line: String) {
    let run = Recording([Cue.line(line, at: 5, .status)])
    #expect(run.answered() == 1 && told(run) == [])
  }

  @Test func theTimeGoesOnAndItsErrorGrows() {
    let told = ToldTime(1_000_000, at: .at(10))
    #expect(told.wall(at: .at(12)) == .told(3_000_000))
    #expect(told.wall(at: .at(9.5)) == .told(500_000))
    #expect(told.error(at: .at(10)) == .seconds(1))
    #expect(told.error(at: .at(2010)) == .seconds(2))
  }
}
