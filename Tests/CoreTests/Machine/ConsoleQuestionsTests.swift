import Testing

@testable import Core

/// Questions to consoles before something is done, and their answers.
@Suite struct ConsoleQuestionsTests {
  private static let step = UndoStep(.capture(first: 17, last: 17, count: 1), records: [9])
  private let longPress = Cue.press(5, hold: 2)

  private static func removal(_ choice: Removal.Choice, _ numbers: Int...) -> StoreChange {
    .remove(
      Removal(choice, numbers.map { Removal.Piece(number: $0, id: "\($0)", deletion: nil) }))
  }

  /// The keys of the sentences that `session` was told.
  private func keys(_ run: Recording, to session: Int = 1) -> [String] {
    run.effects.compactMap { effect in
      switch effect {
      case .console(.say(.sentences(let phrases), SessionID(number: session))): phrases.first?.key
      case .console(.announce(let phrase, SessionID(number: session))): phrase.key
      default: nil
      }
    }
  }

  @Test func shutdownAsksFirst() {
    let run = Recording([Cue.line("shutdown", at: 5)])
    #expect(run.said() == ["Shut the board down? y or n."])
    #expect(!run.machine.isShutdown)
  }

  @Test func aYesShutsDown() {
    let run = Recording([Cue.line("shutdown", at: 5), Cue.line("y", at: 6)])
    #expect(run.machine.isShutdown && run.announced == ["machine.shutdown-by-console"])
    #expect(run.answered() == 2)
  }

  @Test(arguments: ["Y", "yes", "YES", "j", "J", "ja", "Ja"])
  func aYesIsWrittenAsPeopleWriteIt(word: String) {
    let run = Recording([Cue.line("shutdown", at: 5), Cue.line(word, at: 6)])
    #expect(run.machine.isShutdown)
  }

  @Test(arguments: ["N", "no", "NO", "nein", "Nein"])
  func aNoIsWrittenAsPeopleWriteIt(word: String) {
    let run = Recording([Cue.line("shutdown", at: 5), Cue.line(word, at: 6)])
    #expect(keys(run).last == "question.declined" && !run.machine.isShutdown)
  }

  @Test func aNoDoesNothing() {
    let run = Recording([
      Cue.line("shutdown", at: 5), Cue.line("n", at: 6), Cue.line("y", at: 7),
    ])
    #expect(keys(run) == ["question.shutdown", "question.declined", "question.none"])
    #expect(!run.machine.isShutdown && run.answered() == 3)
  }

  @Test func whoGivesUpAtItSaysNo() {
    let gaveUp = [Cue(.console(.declined(SessionID(number: 1))), at: .at(6))]
    let run = Recording([Cue.line("purge", at: 5), gaveUp, Cue.line("y", at: 7)])
    #expect(keys(run) == ["question.purge", "question.declined", "question.none"])
    #expect(run.changes.isEmpty && run.answered() == 3)
  }

  @Test func whoGivesUpSaysNoToNothingElse() {
    let gaveUp = [Cue(.console(.declined(SessionID(number: 1))), at: .at(36))]
    let run = Recording([Cue.line("shutdown", at: 5), Cue.press(33, hold: 2), gaveUp], until: 40)
    #expect(run.lastAtWork.asksToUndo && run.answered() == 2)
  }

  @Test func aYesPurges() {
    let run = Recording([Cue.line("purge", at: 5), Cue.line("y", at: 6)])
    #expect(
      run.said().first
        == "Remove the files of what is deleted: 17? They can't be brought back. y or n.")
    #expect(run.changes == [Self.removal(.deleted, 17)] && run.answered() == 2)
  }

  @Test func withNothingToPurgeNothingIsAsked() {
    let run = Recording([Cue.line("purge", at: 5), Cue.line("y", at: 6)]) { $0.deletedPieces = [] }
    #expect(keys(run) == ["purge.nothing", "question.none"])
    #expect(run.changes.isEmpty && run.answered() == 2)
  }

  @Test func whatIsDeletedAfterTheQuestionIsNotMeantByTheYes() {
    let run = Recording([
      Cue.line("purge", at: 5), Cue.line("delete 18", at: 6, from: 2), Cue.line("y", at: 7),
    ])
    #expect(run.changes.last == Self.removal(.deleted, 17))
  }

  @Test func aYesDeletesForGood() {
    let run = Recording([Cue.line("delete 3 5-7 --now", at: 5), Cue.line("y", at: 6)])
    #expect(
      run.said().first == "Delete 3, 5-7 and remove the files? They can't be brought back. y or n.")
    let numbers = [3, 5, 6, 7]
    #expect(run.changes == [Self.removal(.numbered(numbers), 3, 5, 6, 7)] && run.answered() == 2)
  }

  @Test func whatCanBeBroughtBackIsDeletedAtOnce() {
    #expect(
      Recording([Cue.line("delete 3", at: 5)]).changes
        == [.deletePieces([3], isForGood: false)])
  }

  @Test(arguments: ["shutdown", "purge", "delete 3 --now"])
  func aProgramIsNotAsked(line: String) {
    let run = Recording([Cue.line("\(line) --json", at: 5), Cue.line("y", at: 6)])
    #expect(keys(run) == ["question.needs-yes", "question.none"])
    #expect(run.changes.isEmpty && !run.machine.isShutdown)
  }

  @Test(arguments: ["shutdown --yes", "shutdown --yes --json"])
  func whoSaysYesAtOnceIsNotAsked(line: String) {
    #expect(Recording([Cue.line(line, at: 5)]).machine.isShutdown)
  }

  @Test func aQuestionLapsesAfterThirtySeconds() {
    let late = Recording(
      [Cue.line("shutdown", at: 5), Cue.line("y", at: 35)], until: 40)
    #expect(keys(late) == ["question.shutdown", "question.none"] && !late.machine.isShutdown)
    let inTime = Recording([Cue.line("shutdown", at: 5), Cue.line("y", at: 34.9)], until: 40)
    #expect(inTime.machine.isShutdown)
  }

  @Test(arguments: ["light", "frobnicate", "yep", "shutdown please"])
  func anotherLineWithdrawsTheQuestionAndIsCarriedOut(line: String) {
    let run = Recording([
      Cue.line("shutdown", at: 5), Cue.line(line, at: 6), Cue.line("y", at: 7),
    ])
    #expect(keys(run).count == 4 && keys(run)[1] == "question.withdrawn")
    #expect(keys(run).last == "question.none" && !run.machine.isShutdown)
  }

  @Test func aProgramsLineWithdrawsItInSilence() {
    let run = Recording([
      Cue.line("shutdown", at: 5), Cue.line("light --json", at: 6), Cue.line("y", at: 7),
    ])
    #expect(keys(run) == ["question.shutdown", "question.none"])
  }

  @Test func onlyTheSessionThatWasAskedCanAnswer() {
    let run = Recording([Cue.line("shutdown", at: 5), Cue.line("y", at: 6, from: 2)])
    #expect(keys(run, to: 2) == ["question.none"] && !run.machine.isShutdown)
  }

  @Test func whoIsGoneAnswersNothing() {
    let run = Recording([
      Cue.line("shutdown", at: 5), Cue.interrupted(at: 6), Cue.line("y", at: 7),
    ])
    #expect(!run.machine.isShutdown)
  }

  @Test func anyConsoleAnswersTheButtonsQuestion() {
    let run = Recording([longPress, Cue.line("y", at: 9, from: 3)])
    #expect(run.changes == [.undo(Self.step)] && run.answered(3) == 1)
    #expect(run.announced == ["undo.asked", "undo.photo-done"])
  }

  @Test func anyConsoleDeclinesTheButtonsQuestion() {
    let run = Recording([longPress, Cue.line("n", at: 9, from: 3)], until: 30)
    #expect(run.changes.isEmpty && run.answered(3) == 1)
    #expect(run.announced == ["undo.asked", "undo.declined"])
  }

  @Test func aConsoleThatMayOnlyReadAnswersNothing() {
    let run = Recording([longPress, Cue.line("y", at: 9, from: 3, .status)])
    #expect(run.changes.isEmpty && keys(run, to: 3) == ["console.status-only"])
  }

  @Test func theLaterQuestionOfAConsoleIsAnsweredFirst() {
    let run = Recording([longPress, Cue.line("purge", at: 8), Cue.line("y", at: 9)])
    #expect(run.changes == [Self.removal(.deleted, 17)])
  }

  @Test func aQuestionThatTheButtonOvertookIsNotAnsweredByMistake() {
    let run = Recording([Cue.line("purge", at: 4), longPress, Cue.line("y", at: 9)])
    #expect(run.changes.isEmpty)
    #expect(keys(run) == ["question.purge", "question.overtaken"])
    let again = Recording([
      Cue.line("purge", at: 4), longPress, Cue.line("y", at: 9), Cue.line("y", at: 10),
    ])
    #expect(again.changes == [.undo(Self.step)])
  }

  @Test func whatForbidsAShutdownForbidsItAfterTheYesToo() {
    let run = Recording([Cue.line("shutdown", at: 5), Cue.press(6), Cue.line("y", at: 7)])
    #expect(!run.machine.isShutdown && run.stored.count == 1 && run.answered() == 2)
  }
}
