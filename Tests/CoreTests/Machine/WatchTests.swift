import Testing

@testable import Core

@Suite struct WatchTests {
  @Test func whoeverIsGoneHearsNothing() {
    let run = Recording([Cue.line("watch", at: 5), Cue.interrupted(at: 5.5), Cue.press(6)])
    #expect(run.said().count == 1)
    #expect(run.answered() == 1)
  }

  @Test func anotherLineEndsItAndIsAnswered() {
    let run = Recording([Cue.line("watch", at: 5), Cue.line("help cancel", at: 5.5), Cue.press(6)])
    #expect(run.said().count == 2)
    #expect(run.answered() == 2)
  }

  @Test func anEmptyLineEndsItAndSaysNothing() {
    let run = Recording([Cue.line("watch", at: 5), Cue.line("", at: 5.5), Cue.press(6)])
    #expect(run.said().count == 1)
    #expect(run.answered() == 2)
  }

  @Test func theEndOfTheProgramEndsIt() {
    #expect(Recording([Cue.line("watch", at: 5)]).answered() == 1)
  }

  @Test func beyondAllReasonNobodyMayWatch() {
    let run = Recording((1...17).map { Cue.line("watch", at: 5, from: $0) })
    #expect(run.said(to: 16).count == 1)
    #expect(run.said(to: 17) == [Phrase.watchFull(16).english])
  }

  @Test func eachChangeIsALine() {
    let run = Recording([Cue.line("watch", at: 5), Cue.press(6)])
    #expect(
      run.said() == [
        "Capture running, shutter ready, thing Unsorted, pieces: 0.",
        "Capture running, shutter counting, thing Unsorted, pieces: 0.",
        "Capture running, shutter triggering, thing Unsorted, pieces: 0.",
        "Capture running, shutter complete, thing Unsorted, pieces: 1.",
      ])
  }

  @Test func aFaultIsSaidWithItsReason() {
    let run = Recording([Cue.line("watch", at: 5), Cue.failed(.broken(.button), at: 6)])
    let reason = Failure.broken(.button).statement.english
    #expect(run.said().dropFirst().first?.hasSuffix(reason) == true)
  }

  @Test func programsReadOneObjectALine() {
    let run = Recording([Cue.line("watch --json", at: 5), Cue.press(6)])
    #expect(
      run.said().first
        == #"{"capture":"running","pause_cause":null,"shutter":"ready","clip":"none","thing":"Unsorted","pieces":0,"faults":[],"question":null}"#
    )
    #expect(run.said().count == 4)
  }

  @Test func linesAreNeverCloserThanAPersonCanRead() {
    let run = Recording([
      Cue.line("watch", at: 5), Cue.line("snap --in 0 --count 20 --every 0.1", at: 6, from: 2),
    ])
    let times = run.entries.filter { entry in
      if case .console(.say(_, SessionID(number: 1))) = entry.effect { true } else { false }
    }.map(\.at)
    #expect(times.count > 5)
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one >= .milliseconds(250)) }
    #expect(zip(times, times.dropFirst()).contains { $1 - $0 < .milliseconds(400) })
    #expect(run.said().last == "Capture running, shutter complete, thing Unsorted, pieces: 20.")
  }

  @Test func aConsoleThatMayOnlyAskMayWatch() {
    let run = Recording([Cue.line("watch", at: 5, .status)])
    #expect(run.said() == ["Capture running, shutter ready, thing Unsorted, pieces: 0."])
  }
}
