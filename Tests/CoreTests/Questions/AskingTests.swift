import Testing

@testable import Core

/// What the board asks, in its place and in its time: photo 1 is taken at 5 s, stored at 8 s, and asked about at 9 s.
@Suite struct AskingTests {
  private static let two = ["Omega", "Seiko"].map { PieceOption($0, perMille: 800, by: "eyes") }
  private static let watching = Cue.line("watch", at: 1)

  private func settings(voice hasVoice: Bool = false) -> Settings {
    .board { settings in
      (settings.analysers, settings.asksByButton) = ([Analyser("eyes")], true)
      settings.hasVoice = hasVoice
    }
  }

  private func run(
    _ script: [[Cue]], voice speechTime: Duration? = nil, until end: Double = 40,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(settings(voice: speechTime != nil), [Cue.press(5)] + script, until: end) { world in
      world.analyses = [AnalyserAnswer(options: Self.two, thing: nil)]
      world.speechTime = speechTime ?? .zero
      change(&world)
    }
  }

  /// When an option was told, in tenths of a second, and whether a click was offered.
  private func told(_ run: Recording) -> [(tenths: Int, offersClick: Bool)] {
    run.entries.compactMap { entry in
      guard case .console(.ask(let phrase, _)) = entry.effect else { return nil }
      let tenths = Int(((entry.at - .at(0)).inSeconds * 10).rounded(.down))
      return (tenths, phrase.key == "option.asked-of-button")
    }
  }

  private func confirms(_ run: Recording, _ text: String) -> Bool {
    run.changes.contains(.confirmOption(1, .text(text), setsTitle: true))
  }

  // MARK: Which question stands

  @Test func anOptionStepsBackBeforeUndoingAndIsToldAnew() {
    let run = run([Cue.press(10, hold: 1.5), Cue.line("y", at: 22)])
    #expect(told(run).map(\.tenths) == [90, 212])
    #expect(confirms(run, "Omega") && run.announced.contains("undo.declined"))
  }

  @Test func whileUndoingIsAboutToBeAskedNoOptionIsTold() {
    let run = run([Self.watching, Cue.press(8.1, hold: 1.5)], until: 20)
    #expect(told(run).map(\.tenths) == [193] && run.announced.contains("undo.declined"))
  }

  @Test func whileUndoingIsAskedAnAnswerIsToThat() {
    let run = run([Self.watching, Cue.press(8.1, hold: 1.5), Cue.line("y", at: 12)])
    #expect(run.changes.contains { if case .undo = $0 { true } else { false } })
    #expect(!confirms(run, "Omega"))
  }

  @Test(arguments: [("snap --in 5", "cancel"), ("learn", "status")])
  func anOptionWaitsInSilenceWhileTheButtonIsForSomethingElse(begin: String, end: String) {
    let lines = [Cue.line(begin, at: 10), Cue.line("y", at: 11, from: 3), Cue.line(end, at: 12)]
    let run = run(lines, until: 16)
    #expect(run.changes == [.addOptions(1, Self.two)])
    #expect(told(run).map(\.tenths) == [90, 120])
    #expect(run.said(to: 3).last == Phrase.questionNone.english)
  }

  @Test func aClipHoldsAnOptionAndEndsItWithItsPiece() {
    let run = run([Cue.line("clip start", at: 10), Cue.line("y", at: 11, from: 3)], until: 16)
    #expect(told(run).map(\.tenths) == [90] && run.said(to: 3).last == Phrase.questionNone.english)
  }

  @Test func whoeverHeldAPieceAndIsGoneIsAskedNoMore() {
    let focus = Cue.line("review focus 1", at: 10)
    #expect(run([focus], until: 35).lastAtWork.asking.board != nil)
    #expect(run([focus, Cue.interrupted(at: 30)], until: 35).lastAtWork.asking.board == nil)
  }

  @Test func whatIsGuessedMeanwhileIsAskedAfterwards() {
    let run = run([
      Self.watching, Cue.line("snap --in 10", at: 8.5, from: 2), Cue.line("cancel", at: 12),
    ])
    #expect(told(run).first?.tenths == 120)
  }

  @Test func aWaitingOptionWhosePieceIsNewNoMoreIsForgotten() {
    let run = run([Self.watching, Cue.line("snap --in 30", at: 10), Cue.line("cancel", at: 24)])
    #expect(told(run).count == 1)
  }

  @Test func anOptionWaitsForWhatIsBeingUndone() {
    let yes = Cue.line("y", at: 12, from: 2)
    let run = run([Self.watching, Cue.press(8.1, hold: 1.5), yes]) {
      $0.locks = [.at(11.5)..<(.at(14))]
    }
    #expect(told(run).isEmpty)
  }

  @Test func whatIsGuessedWhileUndoingIsAskedWaits() {
    let script = [Self.watching, Cue.press(8.1, hold: 1.5)]
    #expect(told(run(script) { $0.hookTime = .seconds(3) }).first?.tenths == 193)
    let answered = run(script + [Cue.line("y", at: 12)]) { $0.hookTime = .seconds(3) }
    #expect(answered.changes.contains { if case .undo = $0 { true } else { false } })
  }

  @Test func whatEndsAnOptionThatWaitsLeavesUndoing() {
    let title = Cue.line("title Front --piece 1", at: 12)
    let run = run([Self.watching, Cue.press(8.1, hold: 1.5), title, Cue.press(13)])
    #expect(run.changes.last.map { if case .undo = $0 { true } else { false } } == true)
    #expect(told(run).isEmpty)
  }

  @Test func whileAPieceIsStoredNothingIsAskedAboutTheOneBefore() {
    let snap = Cue.line("snap --in 0", at: 9.5, from: 2)
    let run = run([Self.watching, snap], until: 20) { world in
      (world.hookTime, world.locks) = (.seconds(2), [.at(9.6)..<(.at(18))])
    }
    #expect(told(run).isEmpty)
  }

  @Test func aTurnIsLaterThanWhatASessionWasAskedBefore() {
    let run = run([
      Self.watching, Cue.line("purge", at: 12, from: 2), Cue.line("y", at: 15, from: 2),
    ])
    #expect(run.changes == [.addOptions(1, Self.two)])
    #expect(run.said(to: 2).last?.hasPrefix("Nothing was done, for something else") == true)
  }

  @Test func ofTwoQuestionsOfASessionTheLaterCounts() {
    let pieces = [17, 18].map { Removal.Piece(number: $0, id: "\($0)", deletion: nil) }
    let named = pieces.map { Loss.pieces(Removal(.numbered([$0.number]), [$0])) }
    let session = SessionID(number: 1)
    let cues = [5.0, 6].enumerated().map { place, time in
      [Cue(.store(.named(.success(named[place]), for: session)), at: .at(time))]
    }
    let run = Recording(cues + [Cue.line("y", at: 7)])
    #expect(run.changes == [named[1].change])
  }

  @Test func aGuessOfAnEarlierPieceIsAskedOfNobody() {
    let run = run([Self.watching, Cue.line("snap --in 0", at: 10)]) { $0.hookTime = .seconds(6) }
    #expect(run.changes == [.addOptions(1, Self.two)] && told(run).isEmpty)
  }

  @Test func aDoubleClickSaysNoAlsoWhereItMeansNothingElse() {
    var settings = settings()
    settings.gestures = GestureProfile(
      click: .photo, doubleClick: .none, tripleClick: .none, longPress: .none)
    let presses = Cue.press(11) + Cue.press(11.3)
    let run = Recording(settings, [Cue.press(5), Self.watching, presses]) { world in
      world.analyses = [AnalyserAnswer(options: Self.two, thing: nil)]
    }
    #expect(run.changes.last == .denyOption(1, .text("Omega")) && run.stored.count == 1)
  }

  @Test func whatIsHeldIsAskedAboutNoLongerWhenItIsLetGo() {
    let held = [Cue.line("review focus 1", at: 10), Cue.line("review focus off", at: 26)]
    let run = run(held + [Cue.line("y", at: 26.5, from: 2)])
    #expect(run.said(to: 2).last == Phrase.questionNone.english)
  }

  // MARK: Who perceives it, and for how long

  @Test func anAnswerThatIsAsOldAsATurnIsToNeither() {
    let early = run([Self.watching, Cue.line("y", at: 14.2, from: 2)])
    #expect(early.changes.count == 1)
    #expect(early.said(to: 2).last?.hasPrefix("Nothing was done, for another is asked") == true)
    #expect(confirms(run([Self.watching, Cue.line("y", at: 14.4, from: 2)]), "Seiko"))
  }

  @Test func whatIsAskedFirstCanBeAnsweredAtOnce() {
    #expect(confirms(run([Self.watching, Cue.line("y", at: 9.1, from: 2)]), "Omega"))
  }

  @Test func whenTheLastReaderHasGoneAClickTakesAPhoto() {
    let run = run([Self.watching, Cue.interrupted(at: 10), Cue.press(11)])
    #expect(run.stored.count == 2 && !confirms(run, "Omega"))
  }

  @Test func whoeverHasGoneWhileItWaitedHasNotReadItAnew() {
    let lines = [Cue.line("snap --in 5", at: 10, from: 2), Cue.interrupted(at: 11)]
    let run = run([Self.watching] + lines + [Cue.line("cancel", at: 12, from: 2), Cue.press(13)])
    #expect(run.stored.count == 2 && !confirms(run, "Omega"))
  }

  @Test func noClickIsOfferedByAButtonThatIsBroken() {
    let run = run([Cue.line("snap --in 3", at: 5, from: 2), Self.watching], until: 12) {
      $0.openingFailures[.button] = (.broken(.button), 99)
    }
    #expect(told(run).map(\.offersClick) == [false])
  }

  @Test func whatWasAskedWithoutAButtonIsToldAnewWhenThatWorks() {
    let run = run([Cue.line("snap --in 3", at: 5, from: 2), Self.watching], until: 16) {
      $0.openingFailures[.button] = (.broken(.button), 3)
    }
    let back = run.times(of: .device(.open(.button))).last.map { ($0 - .at(0)).inSeconds } ?? 0
    #expect(told(run).first?.offersClick == false)
    #expect(told(run).last.map { $0.offersClick && $0.tenths == Int(back * 10) } == true)
  }

  @Test func whoeverBeginsToWatchIsToldAndHasReadIt() {
    let late = Cue.line("watch", at: 10)
    #expect(told(run([late], until: 12)).map(\.tenths) == [90, 100])
    #expect(told(run([late], until: 12)).map(\.offersClick) == [false, true])
    #expect(confirms(run([late, Cue.press(10.4)]), "Omega"))
    #expect(run([late, Cue.press(10.2)]).stored.count == 2)
  }

  @Test func aSecondReaderIsToldTheSame() {
    let run = run([Self.watching, Cue.line("watch", at: 10, from: 2)], until: 12)
    #expect(told(run).map(\.tenths) == [90, 100] && told(run).allSatisfy(\.offersClick))
  }

  @Test func whatWasReadBeforeCountsNoMoreForWhoeverComesLater() {
    let gone = [Cue.interrupted(at: 10), Cue.line("watch", at: 11, from: 2)]
    #expect(run([Self.watching] + gone + [Cue.press(11.1)]).stored.count == 2)
  }

  @Test func anOptionStandsForFiveSecondsAfterAVoiceHasSaidIt() {
    let run = run([Self.watching], voice: .seconds(4), until: 35)
    // "Stored, photo 1." is said from 8 s to 12 s, and the first option for 4 s after that.
    #expect(told(run).map(\.tenths) == [90, 210])
  }

  @Test func theEndOfAnotherSentenceIsNotItsOwn() {
    let run = run([Cue.press(13)], voice: .seconds(4))
    #expect(run.stored.count == 2 && !confirms(run, "Omega"))
  }

  @Test func aClickIsOfferedOnlyWhereItIsLeftTimeFor() {
    let run = run([], voice: .seconds(4), until: 35)
    #expect(told(run).map(\.offersClick) == [true, false])
    let late = Recording(settings(), [Cue.press(5), Self.watching], until: 35) { world in
      world.analyses = [AnalyserAnswer(options: Self.two, thing: nil)]
      world.hookTime = .seconds(14.5)
    }
    #expect(told(late).first?.offersClick == false)
  }

  @Test func whereNoClickWasOfferedAClickTakesAPhoto() {
    let run = run([Cue.press(22.5)], voice: .milliseconds(500), until: 35) { world in
      world.hookTime = .seconds(10)
    }
    #expect(told(run).first?.offersClick == false && run.stored.count == 2)
  }

  // MARK: How it ends

  @Test func undoingLapsesWhenItsSentenceHasBeenHeard() {
    let run = Recording(settings(voice: true), [Cue.press(5, hold: 2)], until: 40) {
      $0.speechTime = .seconds(12)
    }
    #expect(run.announcement(of: "undo.asked") == .at(6.2))
    #expect(run.announcement(of: "undo.declined") == .at(23.2))
  }

  @Test func eachOptionIsShownOnceWhateverThatTakes() {
    let run = Recording(settings(), [Cue.press(5), Self.watching], until: 60) { world in
      world.analyses = [AnalyserAnswer(options: Self.two, thing: nil)]
      world.hookTime = .seconds(16)
    }
    #expect(told(run).map(\.tenths) == [240, 290])
    #expect(run.lastAtWork.asking.board == nil)
  }

  @Test func aGestureAnswersNothingThatIsOver() {
    let title = Cue.line("title Front --piece 1", at: 11.2, from: 2)
    let option = run([Self.watching, Cue.press(11, hold: 0.6), title])
    #expect(option.changes.last == .titlePiece(1, "Front") && option.stored.count == 1)
    #expect(option.announced.contains("question.over"))
    let deleted = Cue.line("delete 4", at: 9.2)
    let undo = Recording([Cue.press(5, hold: 2), Cue.press(9, hold: 0.6), deleted])
    #expect(undo.changes == [.deletePieces([4], isForGood: false)] && undo.stored.isEmpty)
    #expect(undo.announced.contains("question.over"))
  }

  @Test(arguments: ["title Front --piece 1", "confirm 1 --clear", "delete 1"])
  func whatIsChangedMeanwhileEndsItAndThatIsSaid(line: String) {
    let run = run([Self.watching, Cue.line(line, at: 11, from: 2), Cue.press(13)])
    #expect(run.announced.contains("question.changed") && run.stored.count == 2)
  }

  @Test func theSpaceBarOfAScreenAnswersAsAClickDoes() {
    let screen = [Cue.line("view on", at: 2), Cue.line("watch", at: 1, from: 2)]
    #expect(confirms(run(screen + [Cue.key(.character(" "), at: 11)]), "Omega"))
    let asking = Cue.key(.character(" "), at: 11, .status)
    let undo = Recording([Cue.line("view on", at: 2), Cue.press(8, hold: 2), asking])
    #expect(run(screen + [asking]).changes.count == 1 && undo.changes.isEmpty)
  }

  @Test func aVoiceSaysNoMoreOfWhatIsOver() {
    let title = Cue.line("title Front --piece 1", at: 14)
    let run = run([title], voice: .seconds(4), until: 20)
    let silence = run.entries.filter { $0.effect == .voice(.silence) && $0.at >= .at(14) }
    #expect(silence.count == 1)
    let waiting = self.run([Cue.line("title Front --piece 1", at: 10)], voice: .seconds(4))
    #expect(!waiting.spoken.contains { $0.hasPrefix("option.asked") })
  }

  /// A second program guesses while the voice still asks about the guess of the first.
  @Test func aVoiceSaysNoMoreOfWhatIsAskedInOtherWordsSince() {
    var settings = settings(voice: true)
    settings.analysers.append(Analyser("ears"))
    let later = [PieceOption("Rolex", perMille: 850, by: "ears")]
    let run = Recording(settings, [Cue.press(5)], until: 20) { world in
      world.analyses = [Self.two, later].map { AnalyserAnswer(options: $0, thing: nil) }
      (world.speechTime, world.hookTime) = (.seconds(6), .seconds(3))
    }
    let asked = told(run).map(\.tenths)
    let silences = run.times(of: .voice(.silence)).map { Int(($0 - .at(0)).inSeconds * 10) }
    #expect(asked.count == 2)
    #expect(silences.contains(asked.last ?? 0), "\(asked) \(silences)")
  }

  @Test func anAnswerEndsItWithoutAWord() {
    let run = run([Self.watching, Cue.press(11)])
    #expect(confirms(run, "Omega") && !run.announced.contains("question.changed"))
  }

  @Test func anAnswerThatIsNotNotedIsAskedForAgain() {
    let full = Failure(.store, Phrase("test.full", "Full."), kind: .noRoom)
    let run = run([Self.watching, Cue.press(11)], until: 13) { $0.failingChange = (2, full) }
    #expect(told(run).count == 2)
  }

  @Test func aResetIsOfWhatWasThereAtTheQuestion() {
    let lines = [Cue.line("db reset", at: 12), Cue.line("y", at: 14)]
    #expect(Recording(lines).changes == [.database(.reset)])
    let photo = Cue.line("snap --in 0", at: 13, from: 2)
    let later = Recording(lines + [photo])
    #expect(later.changes.isEmpty)
    #expect(later.said().contains(Phrase.questionStale.english))
  }
}
