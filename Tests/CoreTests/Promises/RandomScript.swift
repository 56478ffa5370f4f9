import Testing

@testable import Core

/// Half a minute of presses, commands and mishaps in an order that a seed decides.
struct RandomScript: CustomTestStringConvertible {
  let seed: UInt64
  let settings: Settings
  let script: [[Cue]]
  private let flush: Duration
  private let unkept: Set<Shot.ID>
  private let outage: ScriptedWorld.Outage?

  var testDescription: String { "seed \(seed)" }

  init(seed: UInt64) {
    var chance = Chance(state: seed)
    self.seed = seed
    settings = Settings.board {
      if chance.one(of: 2) { $0.roles.insert(.accelerometer) }
      $0.countdown = .seconds([0, 0, 0.3, 3][chance.number(below: 4)])
      $0.count = [1, 3, 9, 20][chance.number(below: 4)]
      $0.interval = .seconds([0.1, 0.3, 1, 8][chance.number(below: 4)])
      $0.idleAfter = .seconds(chance.one(of: 2) ? 6 : 30)
    }
    flush = .seconds([0.02, 0.02, 0.3, 2][chance.number(below: 4)])
    unkept = chance.one(of: 3) ? [1 + chance.number(below: 4)] : []
    let start = Double(chance.number(below: 30))
    outage = chance.one(of: 2) ? .init(.busyCamera, from: start, to: start + 3) : nil
    var script: [[Cue]] = []
    var seconds = 2.0
    for _ in 0..<14 {
      let hold = [0.05, 0.1, 1.3][chance.number(below: 3)]
      script.append(RandomScript.happening(&chance, at: seconds, hold: hold))
      seconds += hold + [0.15, 0.3, 0.9, 2.1, 5][chance.number(below: 5)]
    }
    self.script = script
  }

  /// The run, which goes on long enough for all that was asked to come to an end.
  var recording: Recording {
    Recording(settings, script, until: 120) { world in
      (world.flush, world.unkept) = (flush, unkept)
      world.outages = [outage].compactMap { $0 }
      world.sceneChange = 0
      world.camera.period = .milliseconds(80)
    }
  }

  private static func happening(
    _ chance: inout Chance, at seconds: Double, hold: Double
  ) -> [Cue] {
    switch chance.number(below: 12) {
    case 0...5: Cue.press(seconds, hold: hold)
    case 6: Cue.line("pause", at: seconds)
    case 7: Cue.line("resume", at: seconds)
    case 8: Cue.line("snap --in 1 --count 2 --every 12", at: seconds, from: 2)
    case 9: Cue.failed(.busyCamera, at: seconds)
    case 10: Cue.measured(celsius: 85, at: seconds) + Cue.measured(at: seconds + 4)
    default: Cue.measured(free: 1, at: seconds) + Cue.measured(at: seconds + 4)
    }
  }
}

/// Numbers that look like chance and are the same everywhere for a seed (SplitMix64).
private struct Chance {
  var state: UInt64

  mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) >> 33) % bound
  }

  mutating func one(of bound: Int) -> Bool { number(below: bound) == 0 }
}
