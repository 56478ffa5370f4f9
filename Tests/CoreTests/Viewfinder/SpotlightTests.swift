import Testing

@testable import Core

/// Where the frame around what moves stands.
@Suite struct SpotlightTests {
  private static let left = PictureFacts.Movement.around(PicturePart(column: 0, row: 0))
  private static let right = PictureFacts.Movement.around(PicturePart(column: 2, row: 0))

  /// Where it stands right after each of some looks, half a second apart.
  private func places(_ looks: [PictureFacts.Movement?]) -> [PictureFacts.Movement?] {
    var spotlight = Spotlight()
    return looks.enumerated().map { number, movement in
      let now = Instant.at(5 + 0.5 * Double(number))
      spotlight.looked(movement, at: now)
      return spotlight.place(at: now + .milliseconds(400))
    }
  }

  @Test func aFirstLookTellsNothing() {
    #expect(places([.everywhere, .nowhere]) == [nil, nil])
  }

  @Test func itStaysForASecondAfterTheMovement() {
    let left = Self.left
    #expect(
      places([.nowhere, left, .nowhere, .nowhere, .nowhere]) == [nil, left, left, nil, nil])
  }

  @Test func itDoesNotFlickerWhereMovementComesAndGoes() {
    let left = Self.left
    #expect(
      places([.nowhere, left, .nowhere, left, nil, left]) == [nil, left, left, left, left, left])
  }

  @Test func itGoesElsewhereOnlyAfterASecond() {
    let (left, right) = (Self.left, Self.right)
    #expect(
      places([.nowhere, left, right, left, right, right, right])
        == [nil, left, left, left, left, right, right])
  }

  @Test func whatIsComparedWithALookOfLongAgoTellsNothing() {
    var spotlight = Spotlight()
    spotlight.looked(.nowhere, at: .at(5))
    spotlight.looked(.everywhere, at: .at(60))
    #expect(spotlight.place(at: .at(60)) == nil)
    spotlight.looked(.everywhere, at: .at(60.5))
    #expect(spotlight.place(at: .at(61)) == .everywhere && spotlight.place(at: .at(70)) == nil)
  }
}

/// Who has the picture looked at for it, and who sees it.
@Suite struct SpotlightLookTests {
  private static let accelerometer = Settings.board { $0.roles.insert(.accelerometer) }
  private static let on = Cue.line("set spotlight on", at: 4)
  private static let view = Cue.line("view on", at: 5)

  /// Looks once the accelerometer has answered; before, the picture stands in for it.
  private func looks(
    _ script: [[Cue]], _ settings: Settings = accelerometer, until end: Double = 10
  ) -> [Instant] {
    Recording(settings, script, until: end).times(of: .camera(.look)).filter { $0 > .at(1) }
  }

  @Test func withAnAccelerometerThePictureIsLookedAtTwiceASecondWhileSomebodyLooks() {
    let times = looks([Self.on, Self.view, Cue.key(.character("q"), at: 8)])
    #expect((6...7).contains(times.count), "it is looked at \(times.count) times")
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(500) })
    #expect(times.allSatisfy { $0 >= .at(5) && $0 <= .at(8) })
  }

  @Test(arguments: [[on], [view], [on, view, Cue.line("pause", at: 4.5)]])
  func elseNobodyLooks(script: [[Cue]]) {
    #expect(looks(script).isEmpty)
  }

  @Test func whatTheSpotlightSeesIsNoMovementForTheAccelerometersBoard() {
    let run = Recording(Self.accelerometer, [Self.on, Self.view], until: 40)
    #expect(run.announced.contains("capture.paused.idle"))
    #expect(run.machine.movement.latest?.witness != .picture)
  }

  /// What the last drawing shows of something that moves at the upper left of the camera's picture.
  private func shown(_ script: [[Cue]], of settings: Settings = .board) -> PictureFacts.Movement? {
    let run = Recording(settings, script, until: 10) {
      $0.movement = .around(PicturePart(column: 0, row: 0))
    }
    return run.entries.reduce(nil) { latest, entry in
      if case .console(.draw(let scene, _)) = entry.effect { scene.spotlight } else { latest }
    }
  }

  @Test func itIsOffUnlessSomebodyWantsIt() {
    #expect(shown([Self.view]) == nil)
    #expect(
      shown([Self.on, Self.view]) == .around(PicturePart(column: 0, row: 0)))
    #expect(shown([Self.on, Self.view, Cue.line("set spotlight off", at: 7, from: 2)]) == nil)
  }

  @Test func itStandsWhereThatIsSeenUpright() {
    let movement = PictureFacts.Movement.around(PicturePart(column: 0, row: 0))
    #expect(movement.seen(in: .bottomRight) == .around(PicturePart(column: 2, row: 2)))
    #expect(PictureFacts.Movement.everywhere.seen(in: .bottomRight) == .everywhere)
  }
}
