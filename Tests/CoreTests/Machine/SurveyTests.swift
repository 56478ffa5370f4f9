import Testing

@testable import Core

/// The survey of the store's files.
@Suite struct SurveyTests {
  private static let survey = Effect.store(.survey), settle = Effect.store(.settle)

  private func run(
    _ script: [[Cue]] = [], _ surveys: [Event.Survey] = [], until end: Double = 20,
    in change: (inout ScriptedWorld) -> Void = { _ in }
  ) -> Recording {
    Recording(script, until: end) {
      $0.surveys = surveys
      change(&$0)
    }
  }

  @Test func itGoesOnAtItsPaceUntilItIsComplete() {
    let run = run([], [.isUnderWay, .isUnderWay])
    #expect(run.times(of: Self.survey) == [.at(0), .at(0.05), .at(0.1)])
  }

  @Test func whatItFoundIsRecordedBehindASolidLight() throws {
    let run = run([], [.hasFound, .isUnderWay])
    let log = run.world.log
    let index = try #require(log.firstIndex { $0.effect == Self.settle })
    let lights: [Effect] = [.output(.light(true)), .output(.light(false))]
    #expect(log[..<index].last { lights.contains($0.effect) }?.effect == lights[0])
    #expect(run.times(of: Self.survey).count == 2)
  }

  @Test func aStoreThatAlwaysFindsSomethingLeavesOthersTime() {
    let run = run([], Array(repeating: .hasFound, count: 99), until: 1)
    #expect(run.times(of: Self.settle).count <= 21)
  }

  @Test func aSignIsSaidBeforeMoreIsRecorded() throws {
    let cancelling = [Cue.line("snap --in 2", at: 1), Cue.line("cancel", at: 1.1)].flatMap { $0 }
    let run = run([cancelling], Array(repeating: .hasFound, count: 200), until: 8)
    let sign = try #require(run.showings(of: .cancelledSign, by: .light).first)
    #expect(run.showings(of: .cancelledSign, by: .light).count == 1)
    #expect(sign < .at(3))
    #expect(run.times(of: Self.settle).contains { $0 > sign })
  }

  @Test func anIdleBoardIsNotWokenForIt() {
    let pause = Cue.line("pause", at: 5)
    let wakes = { (surveys: [Event.Survey]) in
      self.run([pause], surveys, until: 600).world.wakes
    }
    #expect(wakes([.isUnderWay]) - wakes([]) <= 3)
  }

  @Test func itGoesOnDuringAPause() {
    let run = run([Cue.line("pause", at: 0.02)], [.isUnderWay, .isUnderWay])
    #expect(run.times(of: Self.survey).count == 3)
  }

  @Test func itRestsWhilePhotosAreUnderWay() {
    let run = run([Cue.line("snap --in 3", at: 0.02)], [.isUnderWay, .isUnderWay])
    let times = run.times(of: Self.survey)
    #expect(times.count == 3)
    #expect(times[1] >= .at(3.04) && times[1] < .at(3.5))
  }

  @Test func itRestsWhileTheProgramEnds() {
    let run = run([Cue.line("shutdown --yes", at: 0.02)], [.isUnderWay, .isUnderWay])
    #expect(run.times(of: Self.survey) == [.at(0)])
    #expect(run.machine.isFinished)
  }

  @Test func itBeginsAnewWithEachOpening() {
    let run = run([Cue.failed(.broken(.store), at: 5)], [.isComplete, .isUnderWay])
    #expect(run.times(of: Self.survey) == [.at(0), .at(7), .at(7.05)])
  }

  @Test func aStoreThatFailsOfItIsOpenedAnew() {
    let failing = [Cue(.device(.failed(.broken(.store))), at: .at(0.03))]
    let run = run([failing], [.isUnderWay])
    #expect(run.times(of: .device(.open(.store))) == [.at(0), .at(2.03)])
    #expect(run.times(of: Self.survey).map { $0 < .at(0.04) || $0 >= .at(2.03) } == [true, true])
  }

  @Test func itGoesOnWhenTheStoreSaysThatItIsDue() {
    var due = StoreFacts.empty
    due.isSurveyDue = true
    let news = [Event.store(.told(due)), .measured(.all(Measurements()))]
    let run = run([news.map { Cue($0, at: .at(5)) }])
    #expect(run.times(of: Self.survey) == [.at(0), .at(5)])
  }

  @Test func aStoreThatWasExchangedIsAskedOnceForWhatItIsNow() {
    var survey = SurveyProgress()
    survey.begin()
    survey.ask()
    survey.beginAnew()
    #expect(survey.due == nil)
    #expect(survey.answered(.isComplete, at: .at(1)) == .compare)
    #expect(!survey.isUnderWay)
    survey.beginAnew()
    #expect(survey.due == .compare)
  }

  @Test func anAnswerOfAStoreThatIsClosedIsNothing() {
    let run = run([[Cue(.store(.surveyed(.hasFound)), at: .at(5))]])
    #expect(run.times(of: Self.settle).isEmpty)
  }
}

@Suite struct StoreReadinessTests {
  @Test func aBoardWhoseStoreIsBeingOpenedIsNotReady() {
    let run = Recording([]) { $0.openingTimes[.store] = .seconds(5) }
    #expect(run.light(from: 0, to: 5) == [1000, -1000, 1000, -1000, 1000])
    let notified = run.times(of: .service(.notify(.ready)))
    #expect(notified == [.at(5)])
    #expect(run.showings(of: .readySound, by: .buzzer).first == .at(5))
  }

  @Test func theStoreIsSaidToWorkOnlyOnceItHasOpened() {
    let works = Effect.service(.log(.info, speaker: "Machine", .deviceWorks(Role.store.word)))
    let run = Recording([]) { $0.openingFailures[.store] = (.broken(.store), 1) }
    #expect(run.times(of: works) == [.at(2)])
  }
}
