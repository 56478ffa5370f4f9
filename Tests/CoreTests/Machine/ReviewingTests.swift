import Testing

@testable import Core

/// Looking at pieces and saying what they are, from the line to the store's answer.
@Suite struct ReviewingTests {
  /// Three photos, stored at 5, 6 and 7 s.
  private static let photos = [5.0, 6, 7].flatMap { Cue.line("snap --in 0", at: $0, from: 9) }

  private func run(_ lines: [Cue]..., until end: Double = 60) -> Recording {
    Recording([ReviewingTests.photos] + lines, until: end)
  }

  /// What sessions wanted to look at.
  private func steps(_ run: Recording) -> [ReviewStep] {
    run.effects.compactMap {
      if case .console(.review(let step, _, _)) = $0 { step } else { nil }
    }
  }

  @Test(arguments: [
    ("title  Front   page", StoreChange.titlePiece(3, "Front page")),
    ("title Front page --piece 2", .titlePiece(2, "Front page")),
    ("title --piece 2 Front page", .titlePiece(2, "Front page")),
    ("title --clear", .titlePiece(3, nil)), ("title --clear --piece 1", .titlePiece(1, nil)),
    ("confirm", .decidePieces([3], .confirmed)), ("deny", .decidePieces([3], .denied)),
    ("confirm 1-2", .decidePieces([1, 2], .confirmed)), ("deny 2", .decidePieces([2], .denied)),
    ("confirm --clear", .decidePieces([3], nil)), ("deny 2 --clear", .decidePieces([2], nil)),
  ])
  func aLineIsAskedOfTheStoreAndAnsweredByIt(line: String, change: StoreChange) {
    let run = run(Cue.line(line, at: 21))
    #expect(run.changes == [change])
    #expect(run.announced.last == "test.changed" && run.answered() == 1)
  }

  @Test(arguments: ["title Front", "title", "confirm", "deny", "title --clear"])
  func after15SecondsNothingIsUnderReview(line: String) {
    let run = run(Cue.line(line, at: 22.1))
    #expect(run.changes.isEmpty && run.answered() == 1)
    #expect(run.said() == [Phrase.reviewNone.english])
  }

  @Test func howLongIsConfigured() {
    let settings = Settings.board { $0.reviewLasts = .seconds(30) }
    let lines = Cue.line("confirm", at: 36)
    #expect(
      Recording(settings, [Self.photos, lines], until: 60).changes
        == [.decidePieces([3], .confirmed)])
  }

  @Test func nextAndPreviousBeginAtTheNewestAndGoRound() {
    let names = ["previous", "previous", "previous", "next", "next", "review", "review 2", "next"]
    let lines = names.enumerated().flatMap { Cue.line($1, at: 30 + Double($0)) }
    let run = run(lines)
    #expect(
      steps(run) == [
        .previous(before: nil), .previous(before: 2), .previous(before: 1), .next(after: 3),
        .next(after: 1), .piece(2), .piece(2), .next(after: 2),
      ])
    #expect(run.answered() == names.count)
  }

  @Test func reviewBeginsWithTheNewest() {
    #expect(steps(run(Cue.line("review", at: 30))) == [.newest])
  }

  @Test func whatIsChosenIsWhatIsMeantForAsLongAsItTakes() {
    let run = run(Cue.line("review 1", at: 10), Cue.line("title Front", at: 50))
    #expect(run.changes == [.titlePiece(1, "Front")])
  }

  @Test func whatASessionChoosesIsNoOthersBusiness() {
    let run = run(Cue.line("review 1", at: 10), Cue.line("confirm", at: 11, from: 2))
    #expect(run.changes == [.decidePieces([3], .confirmed)])
  }

  @Test func aPieceThatThereIsNotIsNotChosen() {
    let run = run(Cue.line("review 9", at: 10), Cue.line("confirm", at: 11))
    #expect(run.changes == [.decidePieces([3], .confirmed)] && run.answered() == 2)
  }

  @Test func whoSaysSomethingOfAnotherPieceThanTheNewOneIsAskedToSayItAgain() {
    let late = Cue.line("snap --in 0", at: 30, from: 9)
    let run = run(
      Cue.line("review 1", at: 20), late, Cue.line("title Front", at: 31),
      Cue.line("title Front", at: 32))
    #expect(run.said() == [Phrase.reviewOvertaken(1, 4).english])
    #expect(run.changes == [.titlePiece(4, "Front")])
    let back = self.run(
      Cue.line("review 1", at: 20), late, Cue.line("review 1", at: 31),
      Cue.line("title Front", at: 32))
    #expect(back.changes == [.titlePiece(1, "Front")])
  }

  @Test(arguments: [Cue.line("review end", at: 10), Cue.interrupted(at: 10)])
  func aReviewEnds(end: [Cue]) {
    let run = run(Cue.line("review 1", at: 9), end, Cue.line("confirm", at: 30))
    #expect(run.changes.isEmpty && run.said().last == Phrase.reviewNone.english)
  }

  @Test(arguments: ["delete 3", "undo", "thing delete"])
  func whatWasTakenAwayIsUnderReviewNoLonger(line: String) {
    let run = run(Cue.line(line, at: 8), Cue.line("confirm", at: 9))
    #expect(run.changes.count == 1 && run.said() == [Phrase.reviewNone.english])
  }

  @Test func anotherDeletionLeavesTheNewPieceUnderReview() {
    let run = run(Cue.line("delete 1", at: 8), Cue.line("confirm", at: 9))
    #expect(run.changes.last == .decidePieces([3], .confirmed))
  }

  @Test(arguments: [
    UndoStep(.deletion(first: 1, last: 1, count: 1), records: [9]),
    UndoStep(.deletion(first: 1, last: 2, count: 2), records: [9]),
    UndoStep(.thing("Watch", pieces: 2), records: [9]),
    UndoStep(.importing(first: 9, last: 12, count: 4), records: [9]),
  ])
  func whatBringsSomethingElseBackLeavesTheNewPieceUnderReview(step: UndoStep) {
    let run = Recording(
      [Self.photos, Cue.line("undo", at: 8), Cue.line("confirm", at: 9)], until: 60
    ) { $0.undoStep = step }
    #expect(run.changes.last == .decidePieces([3], .confirmed))
  }

  @Test func withoutATextTheTitleIsTold() {
    let run = run(Cue.line("title", at: 8), Cue.line("title --piece 1 --json", at: 9))
    let session = SessionID(number: 1)
    #expect(run.effects.contains(.console(.read(.caption(3), to: session, json: false))))
    #expect(run.effects.contains(.console(.read(.caption(1), to: session, json: true))))
    #expect(run.changes.isEmpty && run.answered() == 2)
  }

  @Test func statusNamesTheNewPiece() {
    let run = run(Cue.line("status", at: 8), Cue.line("status --json", at: 30))
    #expect(
      run.said().first?.contains(Phrase.statusReview(PieceFilter.Kind.photo.word, 3).english)
        == true)
    #expect(run.said().last?.contains(#""review":null"#) == true)
  }

  @Test func askingNeedsNoRightsAndSayingDoes() {
    for line in ["review", "review 1", "review end", "next", "previous", "title", "title --json"] {
      #expect(throws: Never.self) { try Command.parse(line, access: .status) }
    }
    for line in ["title Front", "title --clear", "confirm", "deny 1"] {
      #expect(throws: CommandError(.consoleStatusOnly)) {
        try Command.parse(line, access: .status)
      }
    }
  }

  @Test(arguments: [
    ("title " + String(repeating: "x", count: 101), "title.length"),
    ("title Front --clear", "title.or-clear"), ("title Front --piece", "piece.number-needed"),
    ("title Front --piece 1-2", "show.one"), ("title --piece x", "piece.number-needed"),
    ("review x", "piece.number-needed"), ("review 1-2", "show.one"),
    ("review 1 2", "show.one"), ("confirm x", "piece.number-needed"), ("next 3", "command.extra"),
    ("review end 3", "command.extra"),
  ])
  func aLineThatMeansNothingIsRefusedByName(line: String, key: String) throws {
    do throws(CommandError) {
      _ = try Command.parse(line)
      Issue.record("\(line) was understood")
    } catch {
      #expect(error.phrase.key == key)
    }
  }

  @Test func anEndWaitsForThePieceThatSomebodyWants() {
    let run = Recording([Self.photos, Cue.line("next", at: 19.9999)])
    #expect(run.answered() == 1)
  }
}
