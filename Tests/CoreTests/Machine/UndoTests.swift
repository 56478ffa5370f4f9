import Testing

@testable import Core

/// The button's question whether to undo, and its answers.
@Suite struct UndoTests {
  private static let step = UndoStep(.capture(first: 17, last: 17, count: 1), records: [9])
  private let longPress = Cue.press(5, hold: 2)

  @Test func aLongPressAsksAndAClickSaysYes() {
    let run = Recording([longPress, Cue.press(9)])
    #expect(run.announcement(of: "undo.asked") == .at(6.2))
    #expect(run.changes == [.undo(Self.step)])
    #expect(run.announced == ["undo.asked", "undo.photo-done"])
    #expect(run.showings(of: .cancelledSign, by: .light).count == 1)
    #expect(run.kept.isEmpty)
  }

  @Test(arguments: [
    Cue.press(9) + Cue.press(9.3), Cue.press(9) + Cue.press(9.3) + Cue.press(9.6),
    Cue.press(9, hold: 2), [],
  ])
  func anythingElseSaysNo(answer: [Cue]) {
    let run = Recording([longPress, answer], until: 30)
    #expect(run.changes.isEmpty)
    #expect(run.announced == ["undo.asked", "undo.declined"])
    #expect(run.kept.isEmpty)
  }

  @Test(arguments: [
    "undo", "delete 4", "undelete 4", "thing delete", "thing undelete", "purge --yes",
  ])
  func whatIsChangedMeanwhileWithdrawsTheQuestionAndAClickTakesAPhoto(line: String) {
    let run = Recording([longPress, Cue.line(line, at: 8), Cue.press(9)])
    #expect(run.announced.contains("question.changed") && !run.announced.contains("undo.declined"))
    #expect(run.changes.count == 1 && run.stored.map(\.planned) == [.at(12)])
  }

  @Test(arguments: ["title Front --piece 4", "lock 4", "thing next"])
  func whatTakesNothingAwayLeavesTheQuestion(line: String) {
    let run = Recording([longPress, Cue.line(line, at: 8), Cue.press(9)])
    #expect(run.changes.last == .undo(Self.step) && !run.announced.contains("question.changed"))
  }

  @Test func theQuestionLapsesAfterTenSeconds() {
    let run = Recording([longPress, Cue.press(17)], until: 30)
    #expect(run.announcement(of: "undo.declined") == .at(16.2))
    // The click after it is one like any other.
    #expect(run.stored.map(\.planned) == [.at(20)])
  }

  @Test func aClickThatBeganInTimeCounts() {
    let run = Recording([longPress, Cue.press(16.1, hold: 0.3)], until: 30)
    #expect(run.changes == [.undo(Self.step)])
  }

  @Test func aContactThatBouncesAsTheQuestionIsAskedSaysNothing() throws {
    let locked = { (world: inout ScriptedWorld) in world.locks = [.at(4)..<(.at(8))] }
    let photo = Cue.line("snap --in 0", at: 4.9)
    let first = Recording([photo, Cue.press(9, hold: 2)], in: locked)
    let asked = try #require(first.announcement(of: "undo.asked"))
    let seconds = Double(asked.nanoseconds - Instant.at(0).nanoseconds) / 1e9
    let release = Cue.press(9, hold: seconds - 9 - 0.015)
    let run = Recording([photo, release, Cue.press(seconds - 0.005, hold: 0.3)], in: locked)
    #expect(run.announcement(of: "undo.asked") == asked)
    #expect(run.changes.isEmpty)
  }

  @Test func theLightAsksMeanwhile() {
    let run = Recording([longPress, Cue.press(11)])
    #expect(run.light(from: 7.2, to: 10.6) == [-1000, 500, -200, 80, -1220, 400])
  }

  @Test func withNothingToUndoThePressIsRefused() {
    let run = Recording([longPress]) { $0.undoStep = nil }
    #expect(run.announced == ["undo.nothing"])
    #expect(run.showings(of: .refusedSign, by: .light).count == 1)
  }

  @Test func whatIsBeingStoredIsAskedAboutWhenItIsDurable() {
    let run = Recording([Cue.line("snap --in 0", at: 4.9), longPress]) {
      $0.locks = [.at(4)..<(.at(8))]
    }
    let asked = run.announcement(of: "undo.asked")
    #expect(asked.map { $0 > .at(8) } == true)
    #expect(run.announced.prefix { $0 != "undo.asked" }.contains("photo.stored"))
  }

  @Test func aVeryLongPressWithdrawsTheQuestion() {
    let run = Recording([Cue.press(5, hold: 7)])
    #expect(run.changes.isEmpty)
    #expect(run.announced == ["undo.asked", "machine.shutdown-by-button"])
  }

  @Test func aPhotoAskedForElsewhereEndsTheQuestion() {
    let run = Recording([longPress, Cue.line("snap --in 1", at: 8), Cue.press(8.5)], until: 30)
    #expect(run.changes.isEmpty)
    #expect(run.announced.contains("undo.declined"))
    #expect(run.announced.contains("shutter.cancelled"))
  }

  @Test func aFullStoreAndAMissingCameraDoNotForbidUndoing() {
    let full = Recording([longPress, Cue.press(9)]) {
      $0.measurements.space = Space(free: 1, total: 100)
    }
    #expect(full.changes == [.undo(Self.step)])
    let blind = Recording(.board { $0.roles.remove(.camera) }, [longPress, Cue.press(9)])
    #expect(blind.changes == [.undo(Self.step)])
  }

  @Test func aStoreThatFailsMeanwhileIsSaid() {
    let run = Recording([longPress, Cue.press(9)]) {
      $0.changeFailures = (.fullStore, 1)
    }
    #expect(run.announced.prefix(2) == ["undo.asked", Failure.fullStore.phrase.key])
    #expect(!run.announced.contains("undo.photo-done"))
  }

  @Test func aSecondQuestionWaitsUntilTheFirstAnswerIsCarriedOut() {
    let again = Cue.press(10, hold: 2)
    let run = Recording([longPress, Cue.press(8), again], until: 30) {
      $0.locks = [.at(8)..<(.at(14))]
    }
    #expect(Array(run.announced.prefix(3)) == ["undo.asked", "undo.photo-done", "undo.asked"])
    #expect(run.announced.count == 4 && run.announced.last == "undo.declined")
  }

  @Test func anOpenQuestionHoldsNothingUp() {
    let run = Recording([longPress, Cue.line("status", at: 8), Cue.line("list", at: 9)])
    #expect(run.answered() == 2)
  }
}
