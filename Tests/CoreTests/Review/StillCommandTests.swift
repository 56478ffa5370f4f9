import Testing

@testable import Core

/// Looking at a clip's stills, from the line to the sentence.
@Suite struct StillCommandTests {
  /// A clip, stored at about 3 s.
  private static let clip =
    Cue.line("clip start", at: 1, from: 9) + Cue.line("clip stop", at: 3, from: 9)

  private func run(
    _ lines: [Cue]..., until end: Double = 60, in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording([StillCommandTests.clip] + lines, until: end, in: change)
  }

  private func wishes(_ run: Recording) -> [StillWish] {
    run.effects.compactMap {
      if case .store(.seek(let wish, _)) = $0 { wish } else { nil }
    }
  }

  @Test func eachStillIsToldByItsPlace() {
    let run = run(Cue.line("clip show", at: 5), Cue.line("clip next", at: 6))
    #expect(
      run.said() == [
        "Still 1 of 3 of clip 1, at 0.00 s of 2.0 s.",
        "Still 2 of 3 of clip 1, at 1.00 s of 2.0 s.",
      ])
    #expect(run.answered() == 2)
  }

  @Test func steppingStopsAtTheEndsWithASentence() {
    let names = ["clip back", "clip next", "clip next", "clip next", "clip back"]
    let run = run(names.enumerated().flatMap { Cue.line($1, at: 30 + Double($0)) })
    #expect(
      wishes(run).map(\.place) == [.number(1), .number(2), .number(3), .number(4), .number(2)])
    #expect(run.said()[3] == Phrase.stillLast(1, 3).english)
    #expect(run.said()[4].hasPrefix("Still 2 of 3"))
  }

  @Test(
    arguments: [
      ("clip show", StillWish(clip: 1, .number(1))),
      ("clip show 1", StillWish(clip: 1, .number(1))),
      ("clip show --at 1.5", StillWish(clip: 1, .at(.milliseconds(1500)))),
      ("clip show 4 --at 0", StillWish(clip: 4, .at(.zero))),
      ("clip show --at 2 4", StillWish(clip: 4, .at(.seconds(2)))),
      ("clip next", StillWish(clip: 1, .number(1))), ("clip back", StillWish(clip: 1, .number(1))),
    ] as [(String, StillWish)])
  func aLineMeansAPlace(line: String, wish: StillWish) {
    #expect(wishes(run(Cue.line(line, at: 5))) == [wish])
  }

  @Test func withNothingUnderReviewTheNewestClipIsMeant() {
    #expect(wishes(run(Cue.line("clip show", at: 30))) == [StillWish(clip: nil, .number(1))])
  }

  @Test func aPhotoUnderReviewIsNotMeant() {
    let run = run(Cue.line("snap --in 0", at: 5, from: 9), Cue.line("clip show", at: 7))
    #expect(wishes(run) == [StillWish(clip: nil, .number(1))])
  }

  @Test func eachSessionHasItsOwnPlace() {
    let run = run(
      Cue.line("clip next", at: 5), Cue.line("clip next", at: 6),
      Cue.line("clip next", at: 7, from: 2))
    #expect(wishes(run).map(\.place) == [.number(1), .number(2), .number(1)])
  }

  @Test func theClipIsUnderReviewFromThenOn() {
    let run = run(Cue.line("clip show 7", at: 5), Cue.line("title Front", at: 50))
    #expect(run.changes == [.titlePiece(7, "Front")])
  }

  @Test func aNewPieceTakesThePlaceAndSaysSo() {
    let run = run(
      Cue.line("clip show 1", at: 20), Cue.line("snap --in 0", at: 30, from: 9),
      Cue.line("clip next", at: 31))
    #expect(run.said().last == Phrase.reviewOvertaken(1, 2).english)
    #expect(wishes(run).count == 1)
  }

  @Test func reviewOfTheClipBeginsAnew() {
    let run = run(
      Cue.line("clip show --at 2", at: 5), Cue.line("review 1", at: 6), Cue.line("clip next", at: 7)
    )
    #expect(wishes(run).last?.place == .number(1))
  }

  @Test func aLongSearchGoesOnInBitsAndOthersHaveTheirTurn() {
    let run = run(Cue.line("clip show", at: 5)) { $0.stillNews = [.goesOn, .goesOn, .goesOn] }
    let times = run.entries.filter { if case .store(.seek) = $0.effect { true } else { false } }
    #expect(times.count == 4)
    for (one, next) in zip(times, times.dropFirst()) {
      #expect(next.at - one.at >= StillQueue.pause)
    }
    #expect(run.answered() == 1 && run.said().count == 1)
  }

  @Test func whoInterruptsASearchHearsNoMore() {
    let run = run(Cue.line("clip show", at: 5), Cue.interrupted(at: 5.015)) {
      $0.stillNews = Array(repeating: .goesOn, count: 100)
    }
    #expect(run.answered() == 1 && run.said().isEmpty)
    #expect(wishes(run).count < 5)
  }

  @Test func aPressGoesFirst() {
    let run = run(Cue.line("clip show", at: 5), Cue.press(5.1)) {
      $0.stillNews = Array(repeating: .goesOn, count: 100)
    }
    #expect(run.answered() == 1)
    #expect(run.said().first?.hasPrefix("Busy: counting") == true)
    #expect(run.stored.count == 1)
  }

  @Test(arguments: [
    (Cue.line("clip start", at: 20, from: 9), "clip.busy"),
    (Cue.line("snap --in 9", at: 20, from: 9), "shutter.busy"),
  ])
  func nothingIsLookedForWhilePicturesAreTaken(capture: [Cue], key: String) {
    let run = run(capture, Cue.line("clip show 1", at: 21), until: 25)
    #expect(wishes(run).isEmpty && run.answered() == 1)
    #expect(run.said().first?.hasPrefix("Busy: ") == true)
  }

  @Test func aPausedBoardAndOneWithoutACameraTellStills() {
    for cue in [Cue.line("pause", at: 10, from: 9), Cue.failed(.broken(.camera), at: 10)] {
      #expect(run(cue, Cue.line("clip show 1", at: 15)).said().count == 1)
    }
  }

  @Test func aProgramGetsAnObject() {
    let said = run(Cue.line("clip show --at 1 --json", at: 5)).said().first
    #expect(
      said
        == #"{"clip":1,"still":2,"stills":3,"at_s":1.0,"length_s":2.0,"captured_at":null,"whole":true}"#
    )
  }

  @Test func theEndWaitsForTheAnswer() {
    let run = Recording([Self.clip, Cue.line("clip show", at: 19.9999)])
    #expect(run.answered() == 1)
  }

  @Test func askingNeedsNoRights() {
    for line in ["clip", "clip show", "clip show 3 --at 1", "clip next", "clip back"] {
      #expect(throws: Never.self) { try Command.parse(line, access: .status) }
    }
  }

  @Test(arguments: [
    ("clip show x", "piece.number-needed"), ("clip show 1-2", "show.one"),
    ("clip show --at", "command.seconds"), ("clip show --at x", "command.seconds"),
    ("clip show --at -1", "command.seconds"), ("clip show --at nan", "command.seconds"),
    ("clip next 3", "command.extra"),
  ])
  func aLineThatMeansNothingIsRefusedByName(line: String, key: String) {
    do throws(CommandError) {
      _ = try Command.parse(line)
      Issue.record("\(line) was understood")
    } catch {
      #expect(error.phrase.key == key)
    }
  }

  @Test func statusNamesANewClipAsOne() {
    let said = run(Cue.line("status", at: 5)).said().first ?? ""
    #expect(said.contains("Under review: clip 1, which is new."))
  }
}

/// Discarding a clip, in every state.
@Suite struct DiscardTests {
  private static let start = Cue.line("clip start", at: 5, from: 9)

  @Test func oneThatIsBeingStoredIsDeletedToo() {
    let run = Recording(
      [Self.start, Cue.press(8), Cue.line("clip discard", at: 8.5)], until: 20
    ) { $0.locks = [.at(7)..<(.at(10))] }
    #expect(run.changes == [.deletePieces([1], isForGood: false)])
    #expect(run.answered() == 1)
  }

  @Test func oneWithoutAFrameYetIsNoMore() {
    let run = Recording([Self.start, Cue.line("clip discard", at: 5.2)]) {
      $0.settling = .seconds(9)
    }
    #expect(run.changes.isEmpty && run.answered() == 1)
    #expect(run.clipsGivenUp == 1)
  }

  @Test func aLockIsWaitedForAtBothEnds() {
    let run = Recording([Self.start, Cue.line("clip discard", at: 7)], until: 30) {
      $0.locks = [.at(6.5)..<(.at(8)), .at(8.1)..<(.at(10))]
    }
    #expect(Set(run.changes) == [.deletePieces([1], isForGood: false)])
    #expect(run.answered() == 1)
  }

  @Test func oneThatCannotBeStoredAnswersWithTheFailure() {
    let run = Recording([Self.start, Cue.line("clip discard", at: 7)]) {
      $0.clipOutage = (Failure(.store, Phrase("test.clip", "No."), kind: .refused), .at(7))
    }
    #expect(run.changes.isEmpty && run.answered() == 1)
  }

  @Test func wherePhotosHaveBegunMeanwhileItIsKeptAndSaysSo() {
    let run = Recording(
      [
        Self.start, Cue.line("clip discard", at: 7), Cue.line("snap --in 9", at: 8, from: 3),
      ], until: 30
    ) { $0.locks = [.at(6.5)..<(.at(10))] }
    #expect(run.changes.isEmpty && run.answered() == 1)
    #expect(run.said().first?.contains("Clip 1 is kept; \"delete 1\" deletes it later.") == true)
  }

  @Test func aShutdownKeepsItAndSaysSo() {
    let run = Recording(
      [Self.start, Cue.line("clip discard", at: 19.99)], until: 20
    ) { $0.locks = [.at(19.9)..<(.at(22))] }
    #expect(run.answered() == 1)
    #expect(run.changes.isEmpty)
  }

  @Test func itIsNoLongerUnderReview() {
    let run = Recording(
      [Self.start, Cue.line("clip discard", at: 7), Cue.line("title Front", at: 9)])
    #expect(run.said().last == Phrase.reviewNone.english)
  }
}
