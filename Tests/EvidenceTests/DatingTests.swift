import Core
import Testing

@testable import Evidence

@Suite struct DatingTests {
  /// 2026-03-27, 14:44:28.25 UTC.
  private static let noon = 1_774_622_668_250_000

  private func dates(
    _ clock: WallTime.Source = .synchronised, at seconds: Int = 100, _ wall: Int = noon,
    until latest: Int? = nil
  ) -> BootCalendar.Dates {
    BootCalendar.Dates(
      clock: clock, knownAt: seconds * 1_000_000_000, wallTime: wall, earliest: wall,
      latest: latest ?? wall)
  }

  private func calendar(_ boots: [BootCalendar.Dates?]) -> BootCalendar {
    let named = boots.enumerated().map { index, dates in
      ("\(index + 1)", BootCalendar.Boot(ordinal: index + 1, dates: dates))
    }
    return BootCalendar(Dictionary(uniqueKeysWithValues: named))
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1000, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
    (1_774_622_668_250_000, "2026-03-27T14:44:28.250Z"),
    (1_774_622_668_249_500, "2026-03-27T14:44:28.250Z"),
    (4_107_542_399_999_499, "2100-02-28T23:59:59.999Z"),
    (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
  ])
  func aTimeIsWrittenInUTC(microseconds: Int, text: String) {
    #expect(KnownTime(microseconds: microseconds, clock: .told).text == text)
  }

  @Test(arguments: [(90, -10_000_000), (100, 0), (103, 3_000_000)])
  func aBootThatKnewTheTimeOnceDatesAllThatHappenedInIt(seconds: Int, distance: Int) {
    let dating = calendar([dates()]).dating(of: .sample(seconds, boot: "1"))
    #expect(dating.captured == KnownTime(microseconds: Self.noon + distance, clock: .synchronised))
  }

  @Test(arguments: [(1100, 500_000), (100, 0), (0, 50_000)])
  func theClockMayBeFiveHundredMillionthsFastOrSlow(seconds: Int, slack: Int) throws {
    let dating = calendar([dates()]).dating(of: .sample(seconds, boot: "1"))
    let captured = try #require(dating.captured).microseconds
    #expect(dating.notBefore?.microseconds == captured - slack)
    #expect(dating.notAfter?.microseconds == captured + slack)
  }

  @Test func aPiecesOwnSynchronisedClockCounts() {
    let calendar = calendar([dates()])
    let own = Moment.sample(200, boot: "1", wall: .synchronised(7))
    #expect(
      calendar.dating(of: own) == Dating(captured: KnownTime(microseconds: 7, clock: .synchronised))
    )
  }

  @Test func aSynchronisedClockOutranksATold() {
    let told = Moment.sample(100, boot: "1", wall: .told(7))
    #expect(calendar([dates()]).dating(of: told).captured?.microseconds == Self.noon)
    #expect(
      calendar([dates(.told)]).dating(of: told).captured == KnownTime(microseconds: 7, clock: .told)
    )
  }

  @Test(arguments: [(100, 7), (99, noon - 1_000_000)])
  func ofTimesThatPeopleToldTheLaterCounts(seconds: Int, captured: Int) {
    let told = Moment.sample(seconds, boot: "1", wall: .told(7))
    let dating = calendar([dates(.told)]).dating(of: told)
    #expect(dating.captured == KnownTime(microseconds: captured, clock: .told))
  }

  @Test func aBootThatNeverKnewTheTimeLiesBetweenItsNeighbours() {
    let calendar = calendar([
      dates(.synchronised, at: 1, 1000, until: 2000), dates(.synchronised, at: 1, 1500), nil,
      dates(.synchronised, at: 1, 9000, until: 9500), dates(.synchronised, at: 1, 12_000),
    ])
    let dating = calendar.dating(of: .sample(5, boot: "3"))
    #expect(dating.captured == nil)
    #expect(dating.notBefore == KnownTime(microseconds: 2000, clock: .synchronised))
    #expect(dating.notAfter == KnownTime(microseconds: 9000, clock: .synchronised))
  }

  @Test func whatAPersonToldBoundsOnlyWhereNothingBetterDoes() {
    let told = dates(.told, at: 1, 5000)
    let mixed = calendar([dates(.synchronised, at: 1, 1000), told, nil, told])
    let dating = mixed.dating(of: .sample(5, boot: "3"))
    #expect(dating.notBefore == KnownTime(microseconds: 1000, clock: .synchronised))
    #expect(dating.notAfter == KnownTime(microseconds: 5000, clock: .told))
  }

  @Test func aToldBoundThatContradictsASynchronisedOneIsDropped() {
    let dating = calendar([dates(.told, at: 1, 9000), nil, dates(.synchronised, at: 1, 1000)])
      .dating(of: .sample(5, boot: "2"))
    #expect(dating == Dating(notAfter: KnownTime(microseconds: 1000, clock: .synchronised)))
    let both = calendar([dates(.told, at: 1, 9000), nil, dates(.told, at: 1, 1000)])
    #expect(both.dating(of: .sample(5, boot: "2")) == .unknown)
  }

  @Test func nothingBoundsABootThatTheRecordsDoNotKnow() {
    #expect(calendar([dates()]).dating(of: .sample(5, boot: "elsewhere")) == .unknown)
  }

  @Test func aToldTimeThatWasFarOffDoesNotWidenASynchronisedBoot() throws {
    let folder = TemporaryFolder()
    var store = try folder.open()
    let told = Moment.sample(20, wall: .told(Int64(Self.noon) * 2))
    _ = try store.insert("told", at: told)
    for seconds in [30, 40, 640] {
      let time = Int64(Self.noon + seconds * 1_000_000)
      _ = try store.insert("known", at: .sample(seconds, wall: .synchronised(time)))
    }
    let boot = try store.rows("SELECT clock || earliest || ',' || latest FROM boots")
    #expect(boot == ["synchronised\(Self.noon + 30_000_000),\(Self.noon + 640_000_000)"])
    #expect(try store.archive.piece(1)?.captured?.microseconds == Self.noon + 20_000_000)
  }
}
