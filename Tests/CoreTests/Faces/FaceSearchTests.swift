import Testing

@testable import Core

/// When a program looks for faces, and what becomes of its answers: photo 1 is taken at 5 s and stored at 8 s.
@Suite struct FaceSearchTests {
  private static let eyes = Analyser("eyes")
  private static let settings = Settings.board { settings in
    (settings.analysers, settings.faceAnalyser) = ([eyes], "eyes")
  }
  private static let none = FaceExamination(by: "eyes", .found([]))

  private static func answers(_ count: Int) -> [AnalyserAnswer] {
    Array(repeating: AnalyserAnswer(options: [], thing: nil, none), count: count)
  }

  private func run(
    _ script: [[Cue]] = [], _ settings: Settings = FaceSearchTests.settings,
    until end: Double = 30, in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(settings, script, until: end, in: change)
  }

  private func started(_ run: Recording) -> [HookTask] {
    run.effects.compactMap { if case .hook(.run(let task)) = $0 { task } else { nil } }
  }

  @Test func aNewPhotoIsLookedAtAndWhatIsFoundIsKept() {
    let run = run([Cue.press(5)]) { $0.analyses = Self.answers(1) }
    #expect(started(run) == [.analyse(1, Self.eyes)])
    #expect(run.changes == [.addExamination(1, Self.none)])
  }

  @Test func whatWasMissedIsCaughtUpWithNewestFirst() {
    let run = run { world in
      (world.unexamined, world.analyses) = ([9, 4, 2], Self.answers(3))
    }
    #expect(run.changes == [9, 4, 2].map { .addExamination($0, Self.none) })
  }

  @Test func nobodyLooksWhereNobodyIsConfigured() {
    let run = run([Cue.press(5)], .board { $0.analysers = [Self.eyes] }) { world in
      (world.unexamined, world.analyses) = ([9], Self.answers(2))
    }
    #expect(started(run) == [.analyse(1, Self.eyes)])
    #expect(run.changes == [])
  }

  @Test func aProgramThatBreaksOffIsAnAnswerAndOneThatIsNotThereIsNone() {
    let broken = run { world in
      (world.unexamined, world.hookProblem) = ([9, 4], Phrase("test.broken", "It is broken."))
    }
    let failed = FaceExamination(by: "eyes", .failed(.program))
    #expect(broken.changes == [9, 4].map { .addExamination($0, failed) })
    let absent = run { world in
      (world.unexamined, world.refusesHooks) = (Array((1...9).reversed()), true)
    }
    #expect(absent.changes == [])
    #expect(started(absent).count == FaceSearch.mostFailures)
  }

  @Test func anAnswerThatSaysNothingOfFacesIsAFailure() {
    let run = run { world in
      (world.unexamined, world.analyses) = ([9], [AnalyserAnswer(options: [], thing: nil)])
    }
    #expect(run.changes == [.addExamination(9, FaceExamination(by: "eyes", .failed(.answer)))])
  }

  @Test func anEdgeEndsTheProgramAndItsPieceComesAgainAfterThePhoto() {
    let run = run([Cue.press(5)], until: 60) { world in
      (world.unexamined, world.analyses) = ([9], Self.answers(3))
      world.hookTime = .seconds(8)
    }
    let stops = run.entries.filter { $0.effect == .hook(.stop) }
    #expect(stops.map { $0.at.seconds } == [1005])
    let first = [HookTask.findFaces(9, Self.eyes), .analyse(1, Self.eyes)]
    #expect(Set(started(run).prefix(2)) == Set(first))
    let numbers = run.changes.compactMap { change -> Int? in
      if case .addExamination(let number, _) = change { number } else { nil }
    }
    #expect(numbers.sorted() == [1, 9])
    let busy = run.entries.filter { entry in
      guard case .hook(.run) = entry.effect else { return false }
      return (1005...1008).contains(entry.at.seconds)
    }
    #expect(busy.isEmpty)
  }

  @Test func whoeverAsksHearsWhatWasFoundAndGoesOnWithTheNextLine() {
    let run = run([Cue.line("face find --piece 17", at: 3)], until: 12) {
      $0.analyses = Self.answers(1)
    }
    #expect(run.said() == ["Looking for faces in piece 17."])
    #expect(run.changes == [.addExamination(17, Self.none)])
    #expect(run.effects.contains(.console(.answered(SessionID(number: 1)))))
    let asked = run.effects.contains { effect in
      if case .store(.change(_, by: .console)) = effect { true } else { false }
    }
    #expect(asked)
  }

  @Test func whoeverAsksHearsWhyNothingWasFound() {
    let absent = run([Cue.line("face find --piece 17", at: 3)], until: 12) {
      $0.refusesHooks = true
    }
    #expect(
      absent.said().last
        == "Piece 17 was not looked at: it is a clip, or the analyser does not start, which the log tells."
    )
    let off = run([Cue.line("face find --piece 17", at: 3)], .board { _ in }, until: 12)
    #expect(off.said().first?.hasPrefix("No program looks for faces") == true)
  }

  @Test(arguments: [
    "select 1", "select 30,40", "unselect", "place 30,40", "move 5,-2", "scale 120", "turn -15",
    "fit", "remove all", "hide", "show", "none",
  ])
  func anActionIsRecordedByTheWordThatIsTyped(words: String) {
    let run = run([Cue.line("face \(words) --piece 17", at: 3)], until: 6)
    guard case .changeFaces(17, let action)? = run.changes.first else {
      Issue.record("\(run.said())")
      return
    }
    #expect(words.hasPrefix(action.name))
  }

  @Test func removingAllIsAskedOfAPersonAndRefusedToAProgramByTheStore() {
    let lines = [("face remove --piece 17", 3.0), ("y", 4)].map { Cue.line($0.0, at: $0.1) }
    let asked = run(lines, until: 6)
    #expect(asked.said().first == "Remove all 3 faces of piece 17? y or n.")
    #expect(asked.changes == [.changeFaces(17, .remove(.asked(3)))])
    let all = run([Cue.line("face remove all --piece 17", at: 3)], until: 6)
    #expect(all.changes == [.changeFaces(17, .remove(.all))])
    let program = run([Cue.line("face remove --piece 17 --json", at: 3)], until: 6)
    #expect(program.changes == [.changeFaces(17, .remove(.one))])
    let one = run(
      [
        [
          Cue(
            .store(.named(.success(.faces(of: 17, count: 1)), for: SessionID(number: 1))),
            at: .at(3))
        ]
      ], until: 6)
    #expect(one.said() == [] && one.changes == [.changeFaces(17, .remove(.one))])
  }

  @Test func ofASeriesEachPhotoIsToldOf() {
    let settings = Settings.board { settings in
      (settings.analysers, settings.faceAnalyser, settings.count) = ([Self.eyes], "eyes", 3)
    }
    let run = run([Cue.press(5)], settings) { $0.analyses = Self.answers(3) }
    #expect(run.changes.count == 3)
    #expect(run.announced.count { $0 == "test.changed" } == 3)
  }

  @Test func everybodyHearsOfANewPhotoAndNobodyOfWhatIsCaughtUpWith() {
    let fresh = run([Cue.press(5)]) { $0.analyses = Self.answers(1) }
    let old = run { ($0.unexamined, $0.analyses) = ([9], Self.answers(1)) }
    #expect(fresh.announced.count > old.announced.count)
    #expect(fresh.announced.contains("test.changed") == !old.announced.contains("test.changed"))
  }
}
