import Testing

@testable import Core

@Suite struct StorageTests {
  @Test func theStoreIsTidiedOnlyWhenThatIsDueAndBehindASolidLight() {
    let run = Recording([]) { $0.facts.upkeep.isCheckpointDue = true }
    let effects = run.entries.map(\.effect)
    let index = effects.firstIndex(of: .store(.tidy)) ?? 0
    #expect(effects[..<index].last { $0.isOfLight } == .output(.light(true)))
    #expect(!Recording([]).effects.contains(.store(.tidy)))
  }

  /// Three presses have flashed, so that for a moment no light can be solid.
  @Test(arguments: Array(stride(from: 5.75, through: 6.5, by: 0.05)))
  func theStoreIsTidiedBehindASolidLightAfterHastyPressesToo(seconds: Double) {
    var facts = StoreFacts.empty
    facts.upkeep.isCheckpointDue = true
    let due = [seconds, 20].flatMap { seconds in
      [Event.store(.told(facts)), .measured(.all(Measurements()))].map {
        Cue($0, at: .at(seconds))
      }
    }
    let run = Recording([
      Cue.press(5, hold: 0.05), Cue.press(5.15, hold: 0.05), Cue.press(5.3, hold: 0.05), due,
    ])
    let effects = run.effects.filter { $0.isOfLight || $0 == .store(.tidy) }
    let lit = zip(effects, effects.dropFirst()).filter { $1 == .store(.tidy) }.map(\.0)
    #expect(!lit.isEmpty && lit.allSatisfy { $0 == .output(.light(true)) })
  }

  private static func measured(_ free: Int, at seconds: Double) -> [Cue] {
    var measurements = Measurements()
    measurements.space = Space(free: free, total: 32_000_000_000)
    return [Cue(.measured(.all(measurements)), at: .at(seconds))]
  }

  private let full = measured(499_000_000, at: 5)

  @Test func captureIsPausedUnderTheFloorAndResumedAbove() {
    let run = Recording(
      [
        full, Self.measured(400_000_000, at: 6), Self.measured(599_000_000, at: 7),
        Self.measured(600_000_000, at: 8), Self.measured(900_000_000, at: 9),
      ])
    #expect(run.times(of: .device(.close(.camera))) == [.at(5)])
    #expect(run.times(of: .device(.open(.camera))) == [.at(0), .at(8)])
    #expect(run.announced == ["storage.low", "storage.back"])
  }

  @Test func aMeasurementThatFailsDoesNotResume() {
    let run = Recording([full]) { $0.measurements.space = nil }
    #expect(run.times(of: .device(.open(.camera))) == [.at(0)])
  }

  @Test func aCountdownIsFinishedBeforeCapturePauses() {
    let run = Recording([Cue.press(4), full])
    #expect(run.stored.map(\.planned) == [.at(7)])
    #expect(run.times(of: .device(.close(.camera))).allSatisfy { $0 >= .at(7) })
    #expect(!run.times(of: .device(.close(.camera))).isEmpty)
  }

  @Test func aFrameThatCannotBeKeptIsReplacedBeforeCapturePauses() {
    let run = Recording([Cue.press(4), full]) { $0.damaged = [1, 2] }
    #expect(run.stored.map(\.planned) == [.at(7)])
    #expect(!run.times(of: .device(.close(.camera))).isEmpty)
  }

  @Test func aCameraThatOpensAfterThePauseBeganIsNotBelieved() {
    let late = [
      Cue(.camera(.opened(.lab)), at: .at(5.1)),
      Cue(.camera(.frame(.at(5.2), previous: nil)), at: .at(5.2)),
    ]
    let run = Recording([full, late], until: 6)
    #expect(run.machine.capture.state == .paused(.lowStorage))
    #expect(run.machine.capture.mode == nil)
  }

  @Test func aPhotoForWhichThereIsNoRoomHasTheRoomMeasured() throws {
    let run = Recording([Cue.press(5)]) { $0.unstored = [1] }
    let failed = try #require(run.announcement(of: "photo.failed"))
    #expect(run.times(of: .measure(.all)).contains(failed))
    #expect(run.times(of: .device(.open(.store))) == [.at(0)])
  }

  @Test func aStoreThatCannotWriteIsAFaultUntilItIsOpenedAnew() throws {
    let run = Recording([Cue.press(5), Cue.press(9), Cue.press(12)]) {
      $0.unstored = [1]
      $0.refusal = .broken(.store)
    }
    let failed = try #require(run.announcement(of: "photo.failed"))
    #expect(run.times(of: .device(.open(.store))) == [.at(0), failed + .seconds(2)])
    #expect(run.kept.map(\.planned) == [.at(8), .at(15)])
  }

  @Test func aSeriesHasItsTryWithAStoreThatCouldNotWriteOnce() {
    let settings = Settings.board { $0.count = 2 }
    let run = Recording(settings, [Cue.press(5)]) {
      $0.unstored = [1]
      $0.refusal = .broken(.store)
    }
    #expect(run.times(of: .device(.open(.store))) == [.at(0)])
    #expect(run.stored.map(\.planned) == [.at(8), .at(9)])
  }

  @Test func roomIsMeasuredEveryMinute() {
    let run = Recording([], until: 200)
    #expect(run.times(of: .measure(.all)) == [0, 0, 60, 120, 180].map { .at($0) })
  }

  /// Room of so many bytes with a floor of 500 MB, and deleted pieces of so many.
  private func run(free: Int, deleted: Int) -> Recording {
    Recording([Cue.press(5)]) {
      $0.measurements.space = Space(free: free, total: 32_000_000_000)
      if deleted > 0 { $0.facts.upkeep.roomAt = .zero }
    }
  }

  @Test func whatIsDeletedMakesRoomBeforeCaptureHasToPause() {
    let run = run(free: 580_000_000, deleted: 1)
    #expect(run.effects.contains(.store(.makeRoom(70_000_000))))
    #expect(!run.announced.contains("storage.low"))
  }

  @Test func nothingIsRemovedWhereThereIsRoomOrNothingIsDeleted() {
    for run in [run(free: 600_000_000, deleted: 1), run(free: 400_000_000, deleted: 0)] {
      let rooms = run.effects.compactMap { effect in
        if case .store(.makeRoom(let count)) = effect { count } else { nil }
      }
      #expect(rooms.isEmpty)
    }
  }
}

extension Effect {
  fileprivate var isOfLight: Bool {
    if case .output(.light) = self { true } else { false }
  }
}
