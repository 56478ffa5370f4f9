import Testing

@testable import Core

/// What was asked for before a capture is made before its first piece, which belongs to what that makes of things.
@Suite struct ChangeBeforeCaptureTests {
  private static let tripleClick = Cue.press(5) + Cue.press(5.3) + Cue.press(5.6)
  private static let doubleClick = Cue.press(6.06) + Cue.press(6.36)

  /// What the store was asked for, in its order.
  private func order(of run: Recording) -> [String] {
    run.entries.compactMap { entry in
      switch entry.effect {
      case .store(.change): "change"
      case .photo(.store): "photo"
      case .clip(.begin): "clip"
      default: nil
      }
    }
  }

  @Test(arguments: [Duration.zero, .seconds(1), .seconds(3)])
  func theNextThingHasThePhotoOfAPressSoonAfter(countdown: Duration) {
    let settings = Settings.board { $0.countdown = countdown }
    let run = Recording(settings, [Self.tripleClick, Cue.press(6.06)])
    #expect(order(of: run) == ["change", "photo"])
  }

  @Test func theNextThingHasTheClipOfADoubleClickSoonAfter() {
    let run = Recording([Self.tripleClick, Self.doubleClick, Cue.press(9)])
    #expect(order(of: run) == ["change", "clip"])
    #expect(run.announced.contains("clip.stored"))
  }

  @Test func aPhotoFromBeforeStaysWithTheThingThatItWasTakenOf() {
    let script = [
      Cue.line("snap --in 0", at: 4.5), Cue.line("thing add Cup", at: 5, from: 2), Cue.press(5.5),
    ]
    let run = Recording(script) { $0.locks = [.at(4)..<(.at(7))] }
    #expect(order(of: run).first == "photo")
    #expect(order(of: run).suffix(3) == ["photo", "change", "photo"])
    #expect(run.changes.count == 1)
  }

  /// The things of what was taken, by their numbers.
  private func things(of run: Recording) -> [Int?] {
    run.effects.compactMap { effect in
      switch effect {
      case .photo(.keep(let shot)): shot.thing
      case .clip(.begin(let clip)): clip.thing
      default: nil
      }
    }
  }

  @Test func aPhotoIsOfTheThingThatWasTheCurrentOneWhenTheFingerCameDown() {
    let next = Cue.line("thing next", at: 5.2)
    #expect(things(of: Recording([Cue.press(5, hold: 0.4), next])) == [1])
    // There is time to make the change before the photo.
    let slow = Settings.board { $0.countdown = .seconds(9) }
    let long = Recording(slow, [Cue.press(5, hold: 0.4), next])
    #expect(things(of: long) == [1] && order(of: long) == ["change", "photo"])
    #expect(things(of: Recording([Cue.line("thing next", at: 4), Cue.press(5)])) == [2])
  }

  @Test func soIsAClipAndSoIsASeries() {
    let next = Cue.line("thing next", at: 6.3)
    #expect(things(of: Recording([Self.doubleClick, next, Cue.press(9)])) == [1])
    let series = Settings.board { $0.count = 3 }
    #expect(
      things(of: Recording(series, [Cue.press(5), Cue.line("thing next", at: 8.5)])) == [1, 1, 1])
  }

  @Test func whatWasAskedForBeforeIsWaitedFor() {
    #expect(things(of: Recording([Self.tripleClick, Cue.press(6.06)])) == [2])
    #expect(things(of: Recording([Self.tripleClick, Self.doubleClick, Cue.press(9)])) == [2])
  }

  @Test func aChangeThatTheStoreRefusesHoldsNoPhotoUp() {
    let settings = Settings.board { $0.countdown = .zero }
    let run = Recording(settings, [Self.tripleClick, Cue.press(6.06)]) {
      $0.changeFailures = (.fullStore, 1)
    }
    #expect(order(of: run) == ["change", "photo"])
  }

  @Test func theDatabaseIsNotMadeAnewInACountdown() {
    let script = [
      Cue.line("snap --in 0", at: 4.5), Cue.line("db reset --yes", at: 5, from: 2), Cue.press(5.5),
    ]
    let run = Recording(script) { $0.locks = [.at(4)..<(.at(7))] }
    #expect(run.changes.isEmpty)
    #expect(run.said(to: 2).contains { $0.hasPrefix("Busy") })
  }
}
