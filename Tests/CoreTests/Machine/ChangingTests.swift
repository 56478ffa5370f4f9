import Testing

@testable import Core

/// Changes of things and pieces, from the line or the gesture to the store's answer.
@Suite struct ChangingTests {
  @Test(arguments: [
    ("thing add  Omega   watch", StoreChange.addThing(label: "Omega watch", .other)),
    (
      "thing add Omega watch --category watches",
      .addThing(label: "Omega watch", .watches)
    ),
    ("thing use 3", .useThing(ThingReference("3"))),
    ("thing use Omega", .useThing(ThingReference("Omega"))),
    ("thing next", .nextThing(goesThrough: true)),
    ("thing rename Old watch", .setThing(.title, .text("Old watch"), of: nil)),
    (
      "thing rename Old watch --thing 3",
      .setThing(.title, .text("Old watch"), of: ThingReference("3"))
    ),
    ("thing set brand Omega", .setThing(.brand, .text("Omega"), of: nil)),
    ("thing set brand", .setThing(.brand, nil, of: nil)),
    (
      "thing set tags old, gold ,", .setThing(.tags, .list(["old", "gold"]), of: nil)
    ),
    (
      "thing set currency eur --thing Omega watch",
      .setThing(.currency, .text("EUR"), of: ThingReference("Omega watch"))
    ),
    ("thing delete", .deleteThing(nil)), ("thing delete 3", .deleteThing(ThingReference("3"))),
    ("delete 17", .deletePieces([17], isForGood: false)),
    ("delete --now 17 3-5 --yes", .deletePieces([3, 4, 5, 17], isForGood: true)),
    ("undelete 17", .undeletePieces([17])), ("lock 17", .lockPieces([17], isLocked: true)),
    ("lock 17 18 off", .lockPieces([17, 18], isLocked: false)), ("undo", .undo(nil)),
    ("purge --yes", .purge), ("db reload", .database(.reload)), ("db update", .database(.update)),
    ("db reset --yes", .database(.reset)),
  ])
  func aLineIsAskedOfTheStoreAndAnsweredByIt(line: String, change: StoreChange) {
    let run = Recording([Cue.line(line, at: 5)])
    #expect(run.changes == [change])
    #expect(run.announced == [line == "undo" ? "undo.photo-done" : "test.changed"])
    #expect(run.answered() == 1)
  }

  @Test(arguments: [
    ("thing add ab", "thing.label"),
    ("thing add " + String(repeating: "x", count: 51), "thing.label"),
    ("thing use", "thing.name-needed"),
    ("thing add Watch --category clocks", "thing.category"),
    ("thing set", "thing.fields"), ("thing set brnd x", "thing.field-nearest"),
    ("thing set zzzzzzzz x", "thing.field-unknown"), ("thing set title", "thing.field-needed"),
    ("thing set purchase_date 27.3.2026", "thing.date"),
    ("thing set purchase_date 2026-02-29", "thing.date"),
    ("thing set price 12,50", "thing.price"), ("thing set currency euro", "thing.currency"),
    ("thing set upc 12", "thing.code"), ("thing frobnicate", "command.unknown"),
    ("thing ad x", "command.unknown-nearest"), ("delete", "piece.number-needed"),
    ("delete x", "piece.number-needed"), ("delete 0", "piece.number-wrong"),
    ("delete 5-3", "piece.number-wrong"), ("delete 1-2-3", "piece.number-wrong"),
    ("delete 1-9999", "piece.number-wrong"), ("lock 3 maybe", "command.on-off"),
    ("undo 3", "command.extra"),
  ])
  func aLineThatMeansNothingIsRefusedByName(line: String, key: String) throws {
    do throws(CommandError) {
      _ = try Command.parse(line)
      Issue.record("\(line) was understood")
    } catch {
      #expect(error.phrase.key == key)
    }
  }

  @Test func askingNeedsNoRights() {
    for line in ["thing", "thing list", "thing show 3"] {
      let run = Recording([Cue.line(line, at: 5, from: 1, .status)])
      #expect(run.said().isEmpty && run.answered() == 1)
    }
    let run = Recording([Cue.line("thing next", at: 5, from: 1, .status)])
    #expect(run.said() == [Phrase.consoleStatusOnly.english] && run.changes.isEmpty)
  }

  @Test(arguments: ["thing add Watch", "delete 1", "undo", "lock 1"])
  func duringACountdownItIsBusy(line: String) {
    let run = Recording([Cue.press(5), Cue.line(line, at: 6)])
    #expect(run.changes.isEmpty && run.answered() == 1)
    #expect(run.said().count == 1 && run.stored.count == 1)
  }

  @Test func aChangeWaitsForThePhotoThatIsBeingStored() {
    let run = Recording([Cue.line("snap --in 0", at: 5), Cue.line("thing next", at: 5.1)]) {
      $0.flush = .seconds(2)
    }
    let stored = run.announcement(of: "photo.stored")
    #expect(run.changes.count == 1)
    #expect(run.announcement(of: "test.changed").map { $0 >= stored ?? .at(99) } == true)
  }

  @Test func aTripleClickBeginsTheNextThing() {
    let run = Recording([Cue.press(5), Cue.press(5.3), Cue.press(5.6)])
    #expect(run.changes == [.nextThing(goesThrough: false)])
    #expect(run.announced == ["test.changed"] && run.kept.isEmpty)
    #expect(run.buzzer(from: 5.8, to: 8.5).filter { $0 > 0 } == [80, 80, 500])
  }

  @Test func aTripleClickGoesThroughTheThingsWhereSomebodyWatches() {
    let run = Recording([
      Cue.line("watch", at: 4), Cue.press(5), Cue.press(5.3), Cue.press(5.6),
    ])
    #expect(run.changes == [.nextThing(goesThrough: true)])
  }

  @Test func aLockedDatabaseIsWaitedFor() {
    let run = Recording([Cue.line("thing next", at: 5)]) { $0.locks = [.at(4)..<(.at(7))] }
    #expect(run.changes.count == 3 && Set(run.changes).count == 1)
    #expect(run.announced == ["test.changed"] && run.answered() == 1)
  }

  @Test func aLockThatDoesNotEndIsSaidInTheEnd() {
    let run = Recording([Cue.line("thing next", at: 5)], until: 60) {
      $0.locks = [.at(4)..<(.at(50))]
    }
    #expect(run.said() == [Failure.lockedStore.phrase.english] && run.answered() == 1)
  }

  @Test func aStoreThatFailsIsSaidAndOpenedAgain() {
    let run = Recording([Cue.line("thing next", at: 5), Cue.line("thing next", at: 12)]) {
      $0.changeFailures = (.broken(.store), 1)
    }
    #expect(run.said() == [Failure.broken(.store).phrase.english])
    #expect(run.times(of: .device(.open(.store))).count == 2)
    #expect(run.announced.contains("test.changed") && run.answered() == 2)
  }

  @Test func aRefusalIsNoFaultOfTheStore() {
    let refusal = Failure(.store, Phrase.nothingToUndo, kind: .refused)
    let run = Recording([Cue.line("undo", at: 5)]) { $0.changeFailures = (refusal, 1) }
    #expect(run.said() == [Phrase.nothingToUndo.english])
    #expect(run.times(of: .device(.open(.store))).count == 1)
  }

  @Test func moreChangesThanTheQueueHoldsAreRefused() {
    let lines = (0..<20).flatMap { Cue.line("thing next", at: 5, from: $0 + 1) }
    let run = Recording([lines]) { $0.locks = [.at(4)..<(.at(7))] }
    #expect(run.announced.count == ChangeQueue.capacity)
    #expect((1...20).flatMap { run.said(to: $0) }.count == 20 - ChangeQueue.capacity)
    #expect((1...20).map { run.answered($0) } == Array(repeating: 1, count: 20))
  }

  @Test func anEndAnswersWhoStillWaits() {
    let run = Recording([Cue.line("thing next", at: 19.9)]) { $0.locks = [.at(19)..<(.at(99))] }
    #expect(run.answered() == 1)
  }

  @Test func theLightIsSolidWhileItIsWritten() {
    let run = Recording([Cue.line("thing next", at: 5)]) { $0.flush = .milliseconds(300) }
    #expect(run.isLit(at: .at(5.2)))
  }
}
