import Testing

@testable import Core

/// Questions for what analysers guess, by the machine as a whole: photo 1 is taken at 5 s, stored at 8 s and analysed
/// at 9 s.
@Suite struct OptionTests {
  private static let eyes = Analyser("eyes")
  private static let settings = Settings.board { settings in
    (settings.analysers, settings.asksByButton) = ([eyes], true)
  }
  private static let two = [
    PieceOption("Omega", perMille: 800, by: "eyes"),
    PieceOption("Seiko", perMille: 500, by: "eyes"),
  ]
  private static let watching = Cue.line("watch", at: 1)
  private static let photo = Cue.press(5)

  private static func confirmed(_ text: String) -> StoreChange {
    .confirmOption(1, .text(text), setsTitle: true)
  }

  private func run(
    _ script: [[Cue]], _ settings: Settings = OptionTests.settings,
    _ options: [PieceOption] = OptionTests.two, until end: Double = 40,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(settings, [Self.photo] + script, until: end) { world in
      world.analyses = [AnalyserAnswer(options)]
      change(&world)
    }
  }

  @Test func whatSomebodyReadsIsAnsweredByAClick() {
    let run = run([Self.watching, Cue.press(11)])
    #expect(run.changes == [.addOptions(1, Self.two), Self.confirmed("Omega")])
    #expect(run.stored.count == 1)
  }

  @Test func aDoubleClickSaysNoAndTheNextIsAsked() {
    let run = run([Self.watching, Cue.press(11), Cue.press(11.3), Cue.press(13)])
    #expect(
      run.changes == [
        .addOptions(1, Self.two), .denyOption(1, .text("Omega")), Self.confirmed("Seiko"),
      ])
    #expect(run.stored.count == 1)
  }

  @Test func aLongPressLeavesItAndTheNextClickIsAPhoto() {
    let run = run([Self.watching, Cue.press(11, hold: 1.5), Cue.press(14)])
    #expect(run.changes == [.addOptions(1, Self.two)])
    #expect(run.announced.contains("option.left"))
    #expect(run.stored.count == 2)
  }

  @Test func withNobodyWatchingAClickTakesAPhotoAndTheQuestionIsStillThere() {
    let run = run([Cue.press(11), Cue.line("y", at: 12.5)], until: 13)
    #expect(run.stored.count == 1)
    #expect(run.machine.settings.asksByButton)
    #expect(run.changes == [.addOptions(1, Self.two)])
    let later = self.run([Cue.press(11)])
    #expect(later.stored.map(\.planned) == [.at(8), .at(14)])
    #expect(later.changes == [.addOptions(1, Self.two)])
  }

  /// Whether the latest question said that a click answers it.
  private func namesTheButton(_ run: Recording) -> Bool? {
    run.entries.compactMap { entry in
      if case .console(.ask(let phrase, _)) = entry.effect { phrase } else { nil }
    }.last.map { $0.key == "option.asked-of-button" }
  }

  @Test func thatAClickSaysYesIsToldOnlyWhereItDoes() {
    #expect(namesTheButton(run([Self.watching], until: 10)) == true)
    #expect(namesTheButton(run([], until: 10)) == false)
    #expect(namesTheButton(run([Cue.line("watch --json", at: 1)], until: 10)) == false)
    #expect(namesTheButton(run([Cue.line("watch", at: 10)], until: 15)) == true)
    let lesson = [Self.watching, Cue.line("learn", at: 8.5, from: 2)]
    #expect(namesTheButton(run(lesson, until: 10)) == nil)
    let voiced = Settings.board { settings in
      (settings.analysers, settings.asksByButton, settings.hasVoice) = ([Self.eyes], true, true)
    }
    #expect(namesTheButton(run([], voiced, until: 10)) == true)
  }

  @Test func aProgramThatWatchesIsNobodyWhoReads() {
    let run = run([Cue.line("watch --json", at: 1), Cue.press(11)])
    #expect(run.stored.count == 2)
    #expect(run.changes == [.addOptions(1, Self.two)])
  }

  @Test func whoeverWatchesIsAsked() {
    let run = run([Self.watching, Cue.line("watch --json", at: 1, from: 2)])
    let asked = run.entries.compactMap { entry in
      if case .console(.ask(_, let sessions)) = entry.effect { sessions } else { nil }
    }
    #expect(asked.first == [SessionID(number: 1)])
  }

  @Test func whereTheButtonIsNotToAnswerAClickTakesAPhoto() {
    let run = run([Self.watching, Cue.press(11)], .board { $0.analysers = [Self.eyes] })
    #expect(run.stored.count == 2)
    #expect(run.changes == [.addOptions(1, Self.two)])
  }

  @Test func aPressThatIsNoAnswerYetTakesAPhoto() {
    // It was made before anybody can have read the question, which was asked at 9 s.
    let run = run([Self.watching, Cue.press(9.2)])
    #expect(run.stored.count == 2)
    #expect(run.changes == [.addOptions(1, Self.two)])
  }

  @Test func afterTheReviewEndsAClickTakesAPhoto() {
    let run = run([Self.watching, Cue.press(23.2)])
    #expect(run.stored.count == 2)
  }

  @Test func aVoiceThatHasSaidItIsEnough() {
    let settings = Settings.board { settings in
      (settings.analysers, settings.asksByButton, settings.hasVoice) = ([Self.eyes], true, true)
    }
    let heard = run([Cue.press(12)], settings)
    #expect(heard.changes == [.addOptions(1, Self.two), Self.confirmed("Omega")])
    // It is cut off by the press: nobody has heard it.
    let unheard = run([Cue.press(10.5)], settings) { $0.speechTime = .seconds(3) }
    #expect(unheard.changes == [.addOptions(1, Self.two)])
    #expect(unheard.stored.count == 2)
  }

  @Test func optionsHaveTheirTurnEveryFiveSeconds() {
    let run = run([Self.watching])
    let asked = run.entries.filter { entry in
      if case .console(.ask) = entry.effect { true } else { false }
    }
    #expect(asked.map(\.at).map { ($0 - .at(0)).seconds } == [9, 14, 19])
  }

  @Test func anAnswerIsToWhatWasAskedWhenTheFingerCameDown() {
    let run = run([Self.watching, Cue.press(13.9, hold: 0.4)])
    #expect(run.changes.last == Self.confirmed("Omega"))
  }

  @Test func whatIsCertainIsAskedWhereItsAnalyserDecidesNothing() {
    let certain = [PieceOption("Omega", perMille: 950, by: "eyes")]
    let run = run([Self.watching], Self.settings, certain)
    #expect(run.changes == [.addOptions(1, certain)])
    #expect(run.effects.contains { if case .console(.ask) = $0 { true } else { false } })
  }

  @Test func whatIsCertainIsNotAsked() {
    let certain = [PieceOption("Omega", perMille: 950, by: "eyes")]
    var settings = Self.settings
    settings.analysers[0].decides = true
    let run = run([Self.watching, Cue.press(11)], settings, certain)
    #expect(run.changes == [.addOptions(1, certain), Self.confirmed("Omega")])
    #expect(
      !run.effects.contains { if case .console(.ask) = $0 { true } else { false } })
    #expect(run.stored.count == 2)
  }

  @Test func aDecisionThatIsNotNotedLeavesTheQuestion() {
    let certain = [PieceOption("Omega", perMille: 1000, by: "codes")]
    var settings = Self.settings
    settings.analysers.append(Analyser("codes"))
    settings.analysers[1].decides = true
    let refused = Failure(.store, Phrase("test.refused", "Refused."), kind: .refused)
    let run = run([Self.watching, Cue.line("y", at: 15)], settings) { world in
      world.analyses.append(AnalyserAnswer(certain))
      world.failingChange = (3, refused)
    }
    #expect(
      run.changes == [
        .addOptions(1, Self.two), .addOptions(1, certain), Self.confirmed("Omega"),
        Self.confirmed("Omega"),
      ])
  }

  @Test func consolesAnswerTheQuestionShownLast() {
    #expect(run([Cue.line("y", at: 11)]).changes.last == Self.confirmed("Omega"))
    #expect(run([Cue.line("n", at: 11)]).changes.last == .denyOption(1, .text("Omega")))
    #expect(run([Cue.line("confirm", at: 15)]).changes.last == Self.confirmed("Seiko"))
    #expect(run([Cue.line("deny", at: 11)]).changes.last == .denyOption(1, .text("Omega")))
    #expect(
      run([Cue.line("confirm 1 --option 2", at: 30)]).changes.last
        == .confirmOption(1, .number(2), setsTitle: true))
  }

  @Test func anAnswerThatIsNotNotedLeavesTheQuestion() {
    let full = Failure(.store, Phrase("test.full", "Full."), kind: .noRoom)
    let run = run([Self.watching, Cue.press(11), Cue.line("y", at: 13)]) {
      $0.failingChange = (2, full)
    }
    #expect(
      run.changes == [.addOptions(1, Self.two), Self.confirmed("Omega"), Self.confirmed("Omega")])
  }

  @Test func aConfirmedOptionIsTheTitleUnlessAProgramHearsOfIt() {
    let settings = Settings.board { settings in
      (settings.analysers, settings.hasConfirmedHook) = ([Self.eyes], true)
    }
    let run = run([Cue.line("y", at: 11)], settings)
    #expect(run.changes.last == .confirmOption(1, .text("Omega"), setsTitle: false))
    #expect(run.effects.contains(.hook(.run(.confirmed(1)))))
  }

  @Test func aNewPieceEndsTheQuestionForTheOneBefore() {
    let run = run([Cue.line("snap --in 0", at: 11), Cue.line("y", at: 13)])
    #expect(run.changes == [.addOptions(1, Self.two)])
    #expect(run.said().last == Phrase.questionNone.english)
  }

  @Test func aPieceThatIsHeldKeepsItsQuestionWhateverComes() {
    let run = run([
      Cue.line("review focus 1", at: 10), Cue.line("snap --in 0", at: 11), Cue.line("y", at: 29),
    ])
    #expect(run.changes == [.addOptions(1, Self.two), Self.confirmed("Seiko")])
    #expect(run.stored.count == 2)
    #expect(run.machine.review.focused == nil)
  }

  @Test func aPieceThatIsHeldForWhatTheStoreRefusesIsHeldNoLonger() {
    let refused = Failure(.store, Phrase("test.refused", "No."), kind: .refused)
    let run = run([Cue.line("review focus 1", at: 10)]) {
      ($0.hookTime, $0.changeFailures) = (.seconds(4), (refused, 1))
    }
    #expect(run.said().contains(Phrase.focusReleased(1).english))
    #expect(run.lastAtWork.review.focused == nil)
  }

  @Test func anUndoOfAnotherPieceLeavesTheOneThatIsHeld() {
    let taken = [Cue.line("review focus 1", at: 10), Cue.line("snap --in 0", at: 11)]
    let byButton = run(taken + [Cue.press(14, hold: 2), Cue.press(17)]) {
      $0.undoStep = UndoStep(.capture(first: 2, last: 2, count: 1), records: [9])
    }
    #expect(byButton.changes.contains { if case .undo = $0 { true } else { false } })
    #expect(byButton.lastAtWork.review.focused == 1)
  }

  @Test(arguments: [1, 2])
  func aLinesUndoReleasesWhatItTookBack(number: Int) {
    let held = run([Cue.line("review focus 1", at: 10), Cue.line("undo", at: 14)]) {
      $0.undoStep = UndoStep(.capture(first: number, last: number, count: 1), records: [9])
    }
    #expect(held.lastAtWork.review.focused == (number == 1 ? nil : 1))
    #expect(held.said().contains(Phrase.focusReleased(1).english) == (number == 1))
  }

  @Test func whatIsHeldIsNotOfferedToTheButtonForEver() {
    let run = run([Cue.line("review focus 1", at: 10), Cue.press(25)])
    #expect(run.stored.count == 2)
  }

  @Test func theChecklistIsSilentWhileAQuestionIsOpen() {
    let list = Checklist(.thing(1, label: "Unsorted"), Checklist.items(for: .other), after: [])
    let run = run([Cue.line("status", at: 11), Cue.line("status", at: 35)]) { world in
      world.facts.checklist = list
    }
    let said = run.said()
    #expect(said.count == 2)
    #expect(!said[0].contains("Checklist") && said[0].contains("is it Omega"))
    #expect(said[1].contains("Checklist") && !said[1].contains("is it Omega"))
  }

  @Test func theLightAsksAsLongAsTheButtonCanAnswer() {
    let run = run([Self.watching])
    #expect(run.lastAtWork.situation == .ready)
    let offered = self.run([Self.watching], until: 12)
    #expect(offered.lastAtWork.situation == .asked)
    #expect(self.run([], until: 12).lastAtWork.situation == .ready)
  }

  @Test func aCodeMakesItsThingTheCurrentOne() {
    let run = Recording(Self.settings, [Self.photo], until: 20) {
      $0.analyses = [AnalyserAnswer([], thing: "Bag")]
    }
    #expect(run.changes == [.useLabel("Bag", of: 1)])
  }

  @Test func inACountdownAnOptionIsNotOffered() {
    let run = run([Self.watching, Cue.line("snap --in 5", at: 10), Cue.press(11)])
    #expect(run.announced.contains("shutter.cancelled"))
    #expect(run.changes == [.addOptions(1, Self.two)])
  }

  @Test func theUndoQuestionGoesFirst() {
    let run = run([
      Cue.line("watch", at: 1), Cue.press(8.1, hold: 1.5), Cue.press(11),
    ])
    #expect(run.changes.contains { if case .undo = $0 { true } else { false } })
  }
}

extension AnalyserAnswer {
  /// What an analyser may answer.
  fileprivate init(_ options: [PieceOption], thing: String? = nil) {
    self.init(options: options, thing: thing)
  }
}

extension Duration {
  fileprivate var seconds: Int { Int(inSeconds.rounded()) }
}
