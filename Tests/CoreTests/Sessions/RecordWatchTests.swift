import Testing

@testable import Core

/// Whoever follows the store's records is told each, as far as it reads.
@Suite struct RecordWatchTests {
  private let session = SessionID(number: 1)

  /// The records after which more were told, one time after the other.
  private func told(_ run: Recording) -> [Int] {
    run.effects.compactMap { effect in
      guard case .console(.tellRecords(let cursor, session)) = effect else { return nil }
      return cursor
    }
  }

  @Test func whoeverFollowsFromNowOnIsToldWhatComes() {
    let run = Recording([Cue.press(2), Cue.line("follow --json", at: 8), Cue.press(9)], until: 15)
    #expect(told(run) == [6])
    let state = run.replies().first?.json ?? ""
    #expect(state.hasPrefix(#"{"cursor":6,"kind":"state","state":{"#))
  }

  @Test func whatIsThereIsToldAsFarAsThereIsRoom() {
    let run = Recording([Cue.press(2), Cue.line("follow 1 --json", at: 8)], until: 12) {
      $0.recordRoom = 2
    }
    #expect(told(run) == [1, 3, 5])
  }

  @Test func whoeverHasNoRoomIsTriedAgainForAWhileAndThenHearsNoMore() {
    let run = Recording([Cue.press(2), Cue.line("follow 1 --json", at: 8)], until: 30) {
      $0.recordRoom = 0
    }
    let tries = told(run)
    #expect(tries == [Int](repeating: 1, count: tries.count))
    #expect((38...42).contains(tries.count), "four a second, for ten seconds")
    #expect(run.replies().last == Reply(Phrase.watchTooSlow))
    #expect(run.answered() == 1)
    #expect(run.machine.sessions.all.isEmpty)
  }

  @Test func whereTheyCannotBeReadThatIsTheEnd() {
    let run = Recording([Cue.press(2), Cue.line("follow 1 --json", at: 8)], until: 20) {
      $0.recordRoom = nil
    }
    #expect(told(run) == [1])
    #expect(run.answered() == 1)
  }

  @Test func whatPeopleFollowIsTheState() {
    let run = Recording([Cue.line("follow", at: 8)], until: 9)
    #expect(run.said() == [Phrase.followForPrograms.english])
  }

  @Test func whileTheStoreDoesNotAnswerNobodyIsTriedAgain() {
    var (records, steps) = (RecordWatch(), Steps())
    records.begin(session, since: 3)
    records.tell(upTo: 9, &steps)
    let isStuck = records.told(session, upTo: 3, of: 9, at: .at(1))
    #expect(!isStuck)
    #expect(records.deadline == .at(1) + RecordWatch.pause)
    records.expire(at: .at(2))
    #expect(records.deadline == nil)
  }

  /// The store has recorded more than it has told of, twice, a minute apart.
  @Test func whoeverHasReadOnIsNotTakenForSlow() {
    var (records, steps) = (RecordWatch(), Steps())
    records.begin(session, since: 9)
    for second in [1.0, 61] {
      records.tell(upTo: 8, &steps)
      let isStuck = records.told(session, upTo: 9, of: 8, at: .at(second))
      #expect(!isStuck)
      records.expire(at: .at(second + 1))
    }
  }

  /// Cursors never go back: a state that comes while records are told follows them.
  @Test func aStateMeanwhileFollowsTheRecords() {
    var (records, steps) = (RecordWatch(), Steps())
    records.begin(session, since: 3)
    var isPutOff = records.putsStateOff(of: session)
    #expect(!isPutOff)
    records.tell(upTo: 9, &steps)
    isPutOff = records.putsStateOff(of: session)
    #expect(isPutOff)
    _ = records.told(session, upTo: 9, of: 9, at: .at(1))
    #expect(records.cursor(of: session) == 9)
    let owes = [records.takeOwedState(of: session), records.takeOwedState(of: session)]
    #expect(owes == [true, false])
  }

  @Test func whoeverIsToldMeanwhileIsToldOnce() {
    var (records, steps) = (RecordWatch(), Steps())
    records.begin(session, since: 3)
    records.tell(upTo: 9, &steps)
    records.tell(upTo: 10, &steps)
    #expect(steps.effects == [.console(.tellRecords(after: 3, to: session))])
  }
}
