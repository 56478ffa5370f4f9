import Testing

@testable import Core

@Suite struct ConsoleTests {
  @Test func severalSentencesAreOneObjectForAProgram() {
    let phrase = Phrase("test.a", "A.")
    #expect(Reply.sentences([phrase]).json == #"{"key":"test.a","sentence":"A."}"#)
    let object = #"{"key":"test.a","sentence":"A."}"#
    #expect(
      Reply.sentences([phrase, phrase]).json == #"{"sentences":[\#(object),\#(object)]}"#)
  }

  @Test(arguments: ["frobnicate", "snap --count 0", "help frobnicate", "status --yaml"])
  func aWrongLineIsAnsweredOnce(line: String) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(run.said().count == 1)
    #expect(run.answered() == 1)
  }

  @Test(arguments: [
    "", "help", "help snap", "status", "status --json", "list", "cancel", "shutdown",
    "shutdown --yes", "purge", "purge --yes", "db", "db reset", "db reset --yes", "db reload",
    "db update",
    "y", "j", "n",
  ])
  func aLineIsAnsweredOnce(line: String) {
    #expect(Recording([Cue.line(line, at: 5)]).answered() == 1)
  }

  @Test func aStoredSnapIsAnsweredOnceAfterItsLastPhoto() {
    let run = Recording([Cue.line("snap --in 1 --count 3 --every 0.5", at: 5)])
    #expect(run.stored.map(\.planned) == [.at(6), .at(6.5), .at(7)])
    #expect(run.answered() == 1)
    let last = run.effects.lastIndex { if case .photo(.store) = $0 { true } else { false } }
    let answer = run.effects.firstIndex(of: .console(.answered(SessionID(number: 1))))
    #expect((answer ?? 0) > (last ?? .max))
  }

  @Test func aProgramsSnapIsAnsweredByOneObjectAfterItsLastPhoto() {
    let run = Recording([Cue.line("snap --in 1 --count 2 --every 0.5 --json", at: 5)])
    #expect(run.answered() == 1)
    #expect(run.said().count == 1)
    #expect(run.said().first?.hasPrefix(#"{"photos":[{"id":"#) == true)
    #expect(run.said().first?.contains(#""number":2,"#) == true)
    #expect(run.said().first?.hasSuffix(#""failures":[],"cancelled":null}"#) == true)
    let toPrograms = run.effects.filter {
      if case .console(.announce(_, SessionID(number: 1))) = $0 { true } else { false }
    }
    #expect(toPrograms.isEmpty)
  }

  @Test func aProgramsSnapThatFailedOrWasCancelledSaysWhy() throws {
    let failed = Recording([Cue.line("snap --json", at: 5)]) { $0.unstored = [1] }
    #expect(failed.said().count == 1 && failed.answered() == 1)
    #expect(failed.said().first?.hasPrefix(#"{"photos":[],"failures":[{"key":"#) == true)
    let cancelled = Recording([Cue.line("snap --json", at: 5), Cue.line("cancel", at: 6, from: 2)])
    #expect(cancelled.said().count == 1)
    #expect(cancelled.said().first?.contains(#""cancelled":{"key":"shutter.cancelled""#) == true)
    let ended = Recording([Cue.line("snap --json", at: 5), Cue.signal(.stop, at: 6)])
    #expect(ended.said().first?.contains(#""cancelled":{"key":"machine.stopping""#) == true)
    #expect(ended.answered() == 1)
  }

  @Test func aFailedSnapIsAnsweredOnce() {
    #expect(Recording([Cue.line("snap", at: 5)]) { $0.unstored = [1] }.answered() == 1)
    #expect(Recording([Cue.line("snap", at: 5)]) { $0.unkept = [1] }.answered() == 1)
    #expect(Recording([Cue.line("snap", at: 1)]) { $0.settling = .seconds(30) }.answered() == 1)
  }

  @Test func aCancelledSnapIsAnsweredOnceAndItsCancelToo() {
    let run = Recording([Cue.line("snap", at: 5), Cue.line("cancel", at: 6, from: 2)])
    #expect(run.answered(1) == 1)
    #expect(run.answered(2) == 1)
    #expect(run.said(to: 1) == [Phrase.cancelled.english])
  }

  @Test func aSnapCutShortByTheEndIsAnsweredOnce() {
    let run = Recording([Cue.line("snap", at: 19)], until: 20)
    #expect(run.answered() == 1)
  }

  @Test func aRefusedSnapIsAnsweredOnceWithTheReason() {
    let run = Recording([Cue.line("snap", at: 5)]) { $0.openingFailures[.store] = (.fullStore, 99) }
    #expect(run.said() == [Failure.fullStore.phrase.english])
    #expect(run.answered() == 1)
  }

  @Test(arguments: ["snap", "shutdown", "shutdown --yes"])
  func duringACountdownTheDeviceIsBusy(line: String) {
    let run = Recording([Cue.press(5), Cue.line(line, at: 6)])
    #expect(run.said() == ["Busy: counting, 2.0 s left; \"cancel\" ends it."])
    #expect(run.answered() == 1)
    #expect(run.stored.count == 1)
  }

  @Test(arguments: ["snap", "cancel", "shutdown", "y", "n"])
  func aStatusConsoleMayOnlyRead(line: String) {
    let run = Recording([Cue.line(line, at: 5, from: 1, .status)])
    #expect(run.said() == [Phrase.consoleStatusOnly.english])
    #expect(run.answered() == 1)
    #expect(run.kept.isEmpty)
  }

  /// What session 1 is told, in order: a word for each, and whether it is the last of an answer.
  private func course(of run: Recording) -> [String] {
    run.entries.compactMap { entry in
      guard case .console(let effect) = entry.effect else { return nil }
      switch effect {
      case .say(.sentences(let phrases), SessionID(number: 1)): return phrases.first?.key
      case .say(.json, SessionID(number: 1)): return "json"
      case .announce(let phrase, SessionID(number: 1)): return phrase.key
      case .read(_, SessionID(number: 1), _): return "read"
      case .review(_, SessionID(number: 1), _): return "review"
      case .answered(SessionID(number: 1)): return "answered"
      case .continues(SessionID(number: 1)): return "continues"
      case .say, .announce, .ask, .read, .review, .configure, .consult, .outcome, .answered,
        .continues, .beginScreen, .endScreen, .askForSize, .draw, .tellRecords, .open:
        return nil
      }
    }
  }

  @Test func theAnswerToASnapEndsWithTheNextLine() {
    let run = Recording([Cue.line("snap --in 3", at: 5), Cue.line("light", at: 6)])
    #expect(
      course(of: run) == ["continues", "shutter.counting", "answered", "light.is", "answered"])
    #expect(run.stored.count == 1)
  }

  @Test func theAnswerToASnapEndsWithCtrlC() {
    let run = Recording([Cue.line("snap --in 3", at: 5), Cue.interrupted(at: 6)])
    #expect(course(of: run) == ["continues", "shutter.counting", "answered"])
    #expect(run.stored.count == 1)
  }

  @Test func whoAsksAgainHearsOfTheLaterSeriesAlone() {
    let run = Recording([
      Cue.line("snap --in 0", at: 5), Cue.line("cancel", at: 5), Cue.line("snap --in 0", at: 6),
    ])
    #expect(run.answered() == 3)
    #expect(course(of: run).suffix(3) == ["shutter.counting", "photo.stored", "answered"])
  }

  @Test func whoCancelsTheirOwnSnapHearsItOnce() {
    let run = Recording([Cue.line("snap", at: 5), Cue.line("cancel", at: 6)])
    #expect(
      course(of: run)
        == ["continues", "shutter.counting", "answered", "shutter.cancelled", "answered"])
  }

  @Test(arguments: [
    "", "help", "help snap", "help frobnicate", "frobnicate", "status", "list", "cancel", "pause",
    "resume", "motion", "motion off", "powersave", "powersave on", "camera", "camera use", "light",
    "light storing", "snap --count 0", "shutdown", "shutdown --yes", "purge", "y", "n",
  ])
  func anAnswerToAProgramIsOneLine(line: String) {
    for script in [[], Cue.press(4.9), Cue.line("pause", at: 4, from: 2)] {
      let run = Recording([script, Cue.line("\(line) --json", at: 5)])
      #expect(course(of: run).count == 2, "\(script)")
      #expect(course(of: run).last == "answered")
    }
  }

  @Test func aListIsTheStoresBusiness() {
    let run = Recording([Cue.line("list --json", at: 5)])
    #expect(
      run.times(of: .console(.read(.pieces(.all), to: SessionID(number: 1), json: true))) == [
        .at(5)
      ])
  }

  @Test(arguments: [
    ("motion", #"{"source":"picture"}"#), ("light", #"{"light":"ready"}"#),
    ("powersave", #"{"powersave":false}"#),
    ("help cancel", #"{"commands":[{"name":"cancel","usage":"cancel","#),
    ("camera", #"{"capture":"running","pause_cause":null,"camera":{"card":"Lab camera","#),
  ])
  func aProgramThatAsksForAValueGetsIt(line: String, json: String) {
    let said = Recording([Cue.line("\(line) --json", at: 5)]).said()
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix(json) == true)
  }

  @Test func helpNamesEveryCommand() throws {
    let text = try #require(Recording([Cue.line("help", at: 5)]).said().first)
    #expect(text.split(separator: "\n").count == Command.table.count + 1)
  }

  @Test func twoSessionsAreAnsweredApart() {
    let run = Recording([Cue.line("", at: 5, from: 1), Cue.line("status --json", at: 5, from: 2)])
    #expect(run.said(to: 1) == ["Capture running, shutter ready, thing Unsorted, pieces: 0."])
    #expect(run.said(to: 2).first?.hasPrefix("{\"capture\":\"running\"") == true)
    #expect(run.answered(1) == 1 && run.answered(2) == 1)
  }
}
