import Testing

@testable import Core

/// What is done between the photos of a slow series, which may take days.
@Suite struct SeriesTimeTests {
  /// A photo every 20 s from 3 s on.
  private static let slow = Settings.board {
    $0.count = 6
    $0.interval = .seconds(20)
    $0.countdown = .seconds(3)
    $0.hasHook = true
  }

  /// A photo every 40 s: so far away that what lacks room for it is cancelled at once.
  private static let slower = Settings.board {
    $0.count = 4
    $0.interval = .seconds(40)
    $0.countdown = .seconds(3)
  }

  /// A room that is too small from `seconds` on, and pieces that can be removed for it, or none.
  private static func full(_ free: Int, canGo: Bool, at seconds: Double) -> [Cue] {
    var facts = StoreFacts.empty
    if canGo { facts.upkeep.roomAt = .zero }
    var measurements = Measurements()
    measurements.space = Space(free: free, total: 32_000_000_000)
    return [
      Cue(.store(.told(facts)), at: .at(seconds)),
      Cue(.measured(.all(measurements)), at: .at(seconds), isLasting: true),
    ]
  }

  private func rooms(_ run: Recording) -> [Instant] {
    run.entries.compactMap { entry in
      if case .store(.makeRoom) = entry.effect { entry.at } else { nil }
    }
  }

  @Test func roomIsMadeBetweenTwoPhotosAndNoneIsLost() {
    let script = [
      Cue.press(5), Self.full(580_000_000, canGo: true, at: 15), Cue.measured(at: 15.5),
    ]
    let run = Recording(Self.slow, script, until: 130)
    #expect(rooms(run) == [.at(15)])
    #expect(run.stored.map(\.planned) == [8, 28, 48, 68, 88, 108].map { .at($0) })
  }

  @Test func roomThatRunsOutAtOnceIsMadeBeforeTheRestIsCancelled() {
    let script = [
      Cue.press(5), Self.full(400_000_000, canGo: true, at: 15), Cue.measured(at: 15.5),
    ]
    let run = Recording(Self.slower, script, until: 150)
    #expect(rooms(run).first == .at(15))
    #expect(!run.announced.contains("shutter.rest-cancelled"))
    #expect(run.stored.map(\.planned) == [8, 48, 88, 128].map { .at($0) })
  }

  @Test func nothingIsRemovedJustBeforeAPhoto() {
    let script = [
      Cue.press(5), Self.full(580_000_000, canGo: true, at: 27), Cue.measured(at: 29.5),
    ]
    let run = Recording(Self.slow, script, until: 40)
    #expect(rooms(run).allSatisfy { $0 > .at(28) })
    #expect(run.stored.map(\.planned) == [.at(8), .at(28)])
  }

  /// What should have made room may be in the way of a lock or a broken card.
  @Test func roomThatIsNotMadeEndsTheSeriesAfterAll() {
    let run = Recording(
      Self.slower, [Cue.press(5), Self.full(400_000_000, canGo: true, at: 15)], until: 130
    ) { $0.facts.upkeep.roomAt = .zero }
    let cancelled = run.announcement(of: "shutter.rest-cancelled")
    #expect(cancelled.map { $0 >= .at(25) && $0 < .at(27) } == true)
    #expect(run.stored.map(\.planned) == [.at(8)])
  }

  @Test func whereNothingCanGoTheRestIsCancelledAtOnce() {
    let run = Recording(
      Self.slower, [Cue.press(5), Self.full(400_000_000, canGo: false, at: 15)], until: 130)
    #expect(run.announcement(of: "shutter.rest-cancelled") == .at(15))
  }

  @Test func aReportOfCopiesIsTakenUpBetweenTwoPhotos() {
    let line = "exported 1 --sha256 \(String(repeating: "0f", count: 32))"
    let run = Recording(
      Self.slow, [Cue.press(5), Cue.line(line, at: 27.5, .local)], until: 130)
    let made = run.entries.first { entry in
      if case .store(.change) = entry.effect { true } else { false }
    }?.at
    #expect(made.map { $0 > .at(28) && $0 < .at(29) } == true)
    #expect(run.answered() == 1 && run.stored.count == 6)
  }

  @Test func aHookHearsOfEachPhotoBeforeTheNext() {
    let run = Recording(Self.slow, [Cue.press(5)], until: 130)
    let heard = (1...6).map { run.times(of: .hook(.run(.stored($0)))).first ?? .at(999) }
    let isSoonAfterEach = zip(heard, 0...).allSatisfy { instant, index in
      let stored = Instant.at(8 + 20 * Double(index))
      return instant > stored && instant < stored + .seconds(1)
    }
    #expect(isSoonAfterEach)
  }

  @Test func noHookIsStartedJustBeforeAPhoto() {
    let run = Recording(Self.slow, [Cue.press(5)], until: 130) {
      $0.hookTime = .milliseconds(18_500)
    }
    let heard = (1...6).compactMap { run.times(of: .hook(.run(.stored($0)))).first }
    #expect(heard.count > 1)
    #expect(
      heard.dropFirst().allSatisfy { at in
        run.stored.contains { $0.planned < at && at < $0.planned + .seconds(1) }
      })
  }
}
