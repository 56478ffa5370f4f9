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
