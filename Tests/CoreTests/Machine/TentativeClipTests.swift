import Testing

@testable import Core

/// What a press has a camera without pictures of its own remember, before it is known what it asks for.
@Suite struct TentativeClipTests {
  private func run(
    _ profile: GestureProfile, _ script: [[Cue]], _ change: (inout Settings) -> Void = { _ in },
    in world: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    let settings = Settings.board {
      $0.gestures = profile
      change(&$0)
    }
    return Recording(settings, script) {
      $0.mode = .raw
      world(&$0)
    }
  }

  /// What is remembered of a press at `seconds`.
  private func roll(_ seconds: Double) -> PreRoll {
    var roll = PreRoll()
    roll.since = .at(seconds)
    return roll
  }

  private func times(_ run: Recording, _ roll: PreRoll?) -> [Instant] {
    run.times(of: .clip(.remember(roll)))
  }

  @Test(arguments: [GestureProfile.study, .camera])
  func aClipHasItsFramesFromTheFirstEdgeOn(profile: GestureProfile) throws {
    let press = profile == .study ? Cue.press(5) : Cue.press(5) + Cue.press(5.3)
    let run = run(profile, [press, Cue.press(9)])
    #expect(times(run, roll(5)) == [.at(5)])
    let first = try #require(run.appended.first)
    // Until its own frames come nothing is let go of.
    let released = try #require(times(run, nil).first)
    #expect(released >= first && first > .at(5.4))
    #expect(run.begun.map(\.planned) == [.at(5)])
  }

  @Test(arguments: [
    Cue.press(5) + Cue.press(5.3), Cue.press(5) + Cue.press(5.3) + Cue.press(5.6),
    Cue.press(5, hold: 2), Cue.press(5, hold: 0.005),
  ])
  func whatTurnsOutToBeSomethingElseIsLetGo(press: [Cue]) {
    let run = run(.study, [press])
    #expect(times(run, roll(5)) == [.at(5)])
    #expect(times(run, nil).count == 1 && run.appended.isEmpty)
  }

  @Test func aSecondPressOfTheStudyAsksForNoClipAnyMore() throws {
    let run = run(.study, [Cue.press(5) + Cue.press(5.3)])
    let released = try #require(times(run, nil).first)
    #expect(released < .at(5.5))
  }

  @Test func aPressThatCanAskForNoClipCostsNothing() {
    let profile = GestureProfile(
      click: .photo, doubleClick: .none, tripleClick: .nextThing, longPress: .undo)
    #expect(run(profile, [Cue.press(5)]).remembered.isEmpty)
  }

  @Test func aPressThatEndsAClipOrASeriesCostsNothing() {
    let clip = run(.study, [Cue.line("clip start", at: 5), Cue.press(9)])
    #expect(clip.remembered.isEmpty && clip.finished.count == 1)
    let series = run(.camera, [Cue.line("snap", at: 5), Cue.press(6)])
    #expect(series.remembered.isEmpty)
  }

  @Test func nothingIsRememberedWhereNoClipHasRoom() {
    let full = Dictionary(uniqueKeysWithValues: StudyPlan().slots.map { ($0, 1) })
    let run = run(.study, [Cue.press(5)], { $0.study.isConfigured = true }) {
      $0.facts.slots = SlotFills(thing: 1, label: "Bag", pieces: full)
    }
    #expect(run.remembered.isEmpty && run.announced.last == "slots.filled-now")
  }

  @Test func aPhotoThatIsDueComesFirst() throws {
    let run = run(.camera, [Cue.press(5)], { $0.countdown = .zero })
    let kept = try #require(run.entries.first { $0.effect.isKept }?.at)
    #expect(times(run, roll(5)).allSatisfy { $0 >= kept })
    #expect(run.stored.count == 1)
  }

  @Test func lessMemoryIsTakenWhereLessIsAllowed() {
    var small = roll(5)
    small.byteCount = 1_000_000
    let run = run(.study, [Cue.press(5)], { $0.preRoll.byteCount = 1_000_000 })
    #expect(times(run, small) == [.at(5)])
  }

  @Test func aCameraThatIsRememberedAnywayIsAskedForNothingElse() {
    let run = Recording(.board { $0.gestures = .study }, [Cue.press(5), Cue.press(9)])
    #expect(run.remembered == [PreRoll(), nil])
  }
}

extension Effect {
  /// Whether a photo's frame is kept by it.
  fileprivate var isKept: Bool { if case .photo(.keep) = self { true } else { false } }
}
