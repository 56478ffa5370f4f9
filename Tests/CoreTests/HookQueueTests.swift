import Testing

@testable import Core

/// Which pieces a hook hears of, and when.
@Suite struct HookQueueTests {
  private static let broken = Phrase("test.broken", "It is broken.")

  private var hooks = HookQueue(.board { $0.hasHook = true })
  private var steps = Steps()

  private mutating func effects() -> [Effect] { steps.drain(at: .zero) }

  /// Keys of what was logged since the last call.
  private mutating func logged() -> [String] {
    effects().compactMap { effect in
      guard case .service(.log(_, _, let phrase)) = effect else { return nil }
      return phrase.key
    }
  }

  @Test mutating func theOldestIsNextAndOneRunsAtATime() {
    for number in 1...3 { hooks.stored(number, &steps) }
    for number in 1...3 {
      hooks.run(at: .zero, &steps)
      hooks.run(at: .zero, &steps)
      #expect(effects() == [.hook(.run(.stored(number)))])
      hooks.ended(nil, &steps)
    }
    hooks.run(at: .zero, &steps)
    #expect(effects() == [])
  }

  @Test mutating func moreThanAHundredThatWaitPushTheOldestOutAndThatIsToldOnce() {
    for number in 1...HookQueue.capacity { hooks.stored(number, &steps) }
    #expect(logged() == [])
    hooks.stored(101, &steps)
    hooks.stored(102, &steps)
    #expect(hooks.waitingPieces == Array(3...102))
    #expect(hooks.droppedCount == 2)
    #expect(logged() == ["hooks.dropped"])
  }

  @Test mutating func aPieceThatIsAdoptedLateStandsByItsAge() {
    for number in [5, 88, 13, 6] { hooks.stored(number, &steps) }
    #expect(hooks.waitingPieces == [5, 6, 13, 88])
    for number in 100..<(100 + HookQueue.capacity - 3) { hooks.stored(number, &steps) }
    #expect(hooks.waitingPieces.prefix(3) == [6, 13, 88])
  }

  @Test mutating func aProgramThatWasEndedWaitsWhereItStood() {
    hooks = HookQueue(
      .board { settings in
        (settings.hasHook, settings.analysers) = (true, [Analyser("eyes")])
      })
    for number in 1...3 { hooks.stored(number, &steps) }
    for _ in 1...2 {
      hooks.run(at: .zero, &steps)
      hooks.ended(nil, &steps)
    }
    hooks.run(at: .zero, &steps)
    hooks.interrupt("eyes", &steps)
    #expect(hooks.interrupted() == nil && hooks.waitingPieces == [1, 2, 3])
    _ = effects()
    hooks.run(at: .zero, &steps)
    #expect(effects() == [.hook(.run(.analyse(3, Analyser("eyes"))))])
  }

  @Test mutating func aSecondSpellOfLossIsToldAgain() {
    for _ in 1...2 {
      for number in 1...101 { hooks.stored(number, &steps) }
      #expect(logged() == ["hooks.dropped"])
      while hooks.isDue {
        hooks.run(at: .zero, &steps)
        hooks.ended(nil, &steps)
      }
      _ = logged()
    }
  }

  @Test mutating func aFailureIsLoggedWithItsPieceAndCounted() {
    hooks.stored(7, &steps)
    hooks.run(at: .zero, &steps)
    _ = effects()
    hooks.ended(Self.broken, &steps)
    guard case .service(.log(.warning, "Hooks", let phrase))? = effects().first else {
      Issue.record("nothing is logged")
      return
    }
    #expect(phrase.key == "hooks.failed" && phrase.english == "Piece 7: It is broken.")
    #expect(hooks.failureCount == 1)
  }

  @Test mutating func aPieceThatWaitsOrRunsIsNotAddedAgain() {
    hooks.stored(1, &steps)
    hooks.run(at: .zero, &steps)
    hooks.stored(1, &steps)
    hooks.stored(2, &steps)
    hooks.stored(2, &steps)
    #expect(hooks.waitingPieces == [2])
  }

  @Test mutating func anAnalyserGoesBeforeAHookAndAConfirmationBeforeBoth() {
    let eyes = Analyser("eyes")
    var hooks = HookQueue(
      .board { settings in
        (settings.hasHook, settings.hasConfirmedHook, settings.analysers) = (true, true, [eyes])
      })
    for number in 1...2 { hooks.stored(number, &steps) }
    hooks.confirmed(9)
    let order: [HookTask] = [
      .confirmed(9), .analyse(1, eyes), .analyse(2, eyes), .stored(1), .stored(2),
    ]
    for task in order {
      hooks.run(at: .zero, &steps)
      #expect(effects() == [.hook(.run(task))])
      #expect(hooks.ended(nil, &steps) == task)
    }
  }

  @Test mutating func piecesCountOnceWhateverIsToBeDoneWithThem() {
    let analysers = [Analyser("eyes"), Analyser("ears")]
    var hooks = HookQueue(
      .board { settings in (settings.hasHook, settings.analysers) = (true, analysers) })
    for number in 1...101 { hooks.stored(number, &steps) }
    #expect(hooks.waitingPieces == Array(2...101))
    #expect(hooks.waiting.count == 300)
    #expect(hooks.droppedCount == 1)
  }

  @Test mutating func anAnalyserThatIsTakenOutOfTheConfigurationLooksAtNothingMore() {
    let eyes = Analyser("eyes")
    var hooks = HookQueue(
      .board { settings in (settings.hasHook, settings.analysers) = (true, [eyes]) })
    hooks.stored(1, &steps)
    hooks.adopt(.board { $0.hasHook = true })
    #expect(hooks.waiting == [.stored(1)])
  }

  @Test mutating func whatNobodyConfiguredHearsNothing() {
    var none = HookQueue(.board)
    none.stored(1, &steps)
    none.run(at: .zero, &steps)
    #expect(effects() == [])
    #expect(none.status.sentences == [])
  }

  @Test mutating func aHookThatIsTakenOutOfTheConfigurationHearsNoMore() {
    hooks.stored(1, &steps)
    hooks.adopt(Settings())
    hooks.run(at: .zero, &steps)
    #expect(effects() == [])
  }

  @Test mutating func theOneThatRunsIsLeftToo() {
    for number in 5...7 { hooks.stored(number, &steps) }
    hooks.run(at: .zero, &steps)
    _ = effects()
    hooks.end(&steps)
    #expect(effects() == [.service(.log(.warning, speaker: "Hooks", .hooksLeft(3, 5)))])
    #expect(hooks.droppedCount == 3)
  }

  @Test mutating func whatIsLeftAtTheEndIsTold() {
    hooks.stored(3, &steps)
    hooks.stored(4, &steps)
    hooks.end(&steps)
    #expect(effects() == [.service(.log(.warning, speaker: "Hooks", .hooksLeft(2, 3)))])
  }
}

/// Hooks, by the machine as a whole.
@Suite struct HookTests {
  private static let settings = Settings.board { $0.hasHook = true }

  @Test func aHookRunsForEachPhotoOnceItIsDurable() {
    let run = Recording(Self.settings, [Cue.press(5), Cue.press(15)])
    #expect(run.hooks == [1, 2])
    let stored = run.entries.firstIndex {
      if case .photo(.store) = $0.effect { true } else { false }
    }
    let heard = run.entries.firstIndex { $0.effect == .hook(.run(.stored(1))) }
    #expect(stored ?? .max < heard ?? 0)
  }

  @Test func thoseThatEndAtOnceLeaveTheLoopItsTime() {
    let pieces = [Cue(.store(.adopted(Array(1...50))), at: .at(5))]
    let run = Recording(Self.settings, [pieces]) { $0.hookTime = .zero }
    #expect(run.hooks == Array(1...50))
    let starts = (1...50).flatMap { run.times(of: .hook(.run(.stored($0)))) }
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= HookQueue.period })
  }

  @Test func withoutOneNothingIsStarted() {
    #expect(Recording([Cue.press(5)]).hooks == [])
  }

  @Test func noneIsStartedWhileAPhotoIsOnItsWay() {
    let run = Recording(Self.settings, [Cue.press(5), Cue.press(9), Cue.press(13)]) {
      $0.hookTime = .milliseconds(2500)
    }
    // The first ends while the second photo is counted down to.
    #expect(run.hooks == [1, 2, 3])
    #expect(run.times(of: .hook(.run(.stored(2)))).allSatisfy { $0 > .at(12) })
  }

  @Test func theEndWaitsForOneThatRunsAndNotForLong() {
    let run = Recording(Self.settings, [Cue.press(5)], until: 8.5)
    #expect(!run.logged.contains("hooks.left"))
    #expect(run.world.now > .at(9) && run.world.now < .at(9.5))
    let slow = Recording(Self.settings, [Cue.press(5)], until: 8.5) { $0.hookTime = .seconds(60) }
    #expect(slow.world.now == .at(8.5) + HookQueue.farewell)
    #expect(
      slow.world.log.contains {
        $0.effect == .service(.log(.warning, speaker: "Hooks", .hooksLeft(1, 1)))
      })
  }

  @Test func adoptedPiecesAreHeardOf() {
    let run = Recording(Self.settings, [[Cue(.store(.adopted([4, 5])), at: .at(5))]])
    #expect(run.hooks == [4, 5])
  }

  @Test func aHookThatFailsMakesNoLightShowIt() {
    let run = Recording(Self.settings, [Cue.press(5)]) {
      $0.hookProblem = Phrase("test.broken", "It is broken.")
    }
    #expect(run.logged.contains("hooks.failed"))
    #expect(run.outputs == Recording(Self.settings, [Cue.press(5)]).outputs)
  }
}

extension Recording {
  /// The pieces that hooks were started for.
  fileprivate var hooks: [Int] {
    effects.compactMap { if case .hook(.run(.stored(let number))) = $0 { number } else { nil } }
  }

  fileprivate var outputs: [Effect] {
    effects.filter { if case .output = $0 { true } else { false } }
  }

  fileprivate var logged: [String] {
    effects.compactMap {
      if case .service(.log(_, _, let phrase)) = $0 { phrase.key } else { nil }
    }
  }
}
