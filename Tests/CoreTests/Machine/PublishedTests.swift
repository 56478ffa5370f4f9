import Testing

@testable import Core

/// What several concerns know of the others: in each turn what holds in that turn.
@Suite struct PublishedTests {
  private static func full(at seconds: Double) -> [Cue] {
    var measurements = Measurements()
    measurements.space = Space(free: 400_000_000, total: 32_000_000_000)
    return [Cue(.measured(.all(measurements)), at: .at(seconds))]
  }

  /// A pause that the turn itself has come to is known to what settles after it.
  @Test func whatEndsInATurnIsKnownToTheRestOfIt() {
    let settings = Settings.board { $0.roles.insert(.accelerometer) }
    var world = ScriptedWorld(Self.full(at: 5) + Cue.signal(.stop, at: 8))
    var machine = Machine(settings)
    var pauses: [[Effect]] = []
    run(&machine, in: &world) { turn, _, _ in
      let isPause = turn.now < .at(8) && turn.effects.contains(.device(.close(.camera)))
      if isPause { pauses.append(turn.effects) }
    }
    #expect(pauses.count == 1)
    #expect(pauses.first?.contains(.accelerometer(.pace(.paused))) == true)
  }

  /// An option that waited for a series is told and shown in one turn.
  @Test func lightShowsWhatTheTurnHasComeTo() {
    let settings = Settings.board {
      ($0.analysers, $0.asksByButton) = ([Analyser("eyes")], true)
    }
    var world = ScriptedWorld(
      Cue.line("watch", at: 1) + Cue.press(5) + Cue.line("snap --in 5", at: 10, from: 2)
        + Cue.line("cancel", at: 12, from: 2) + Cue.signal(.stop, at: 16))
    world.analyses = [
      AnalyserAnswer(options: [PieceOption("Omega", perMille: 800, by: "eyes")], thing: nil)
    ]
    var machine = Machine(settings)
    var askedCount = 0
    run(&machine, in: &world) { turn, machine, _ in
      let asks = turn.effects.contains { if case .console(.ask) = $0 { true } else { false } }
      let situation = machine.situation
      if asks { #expect(situation == .asked) }
      askedCount += asks ? 1 : 0
    }
    #expect(askedCount == 2)
  }

  /// A clip that is not a piece yet is something under way.
  @Test func aClipThatFinishesIsBeingStored() {
    let run = Recording(
      [
        Cue.line("clip start", at: 5), Cue.line("clip stop", at: 8),
        Cue.line("db update", at: 9),
      ]
    ) { $0.locks = [Instant.at(7)..<Instant.at(12)] }
    #expect(run.said().last == Phrase.busyStoring(1).english)
  }
}
