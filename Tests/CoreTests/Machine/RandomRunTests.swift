import Testing

@testable import Core

/// The SplitMix64 generator: a run is replayed from its seed.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// What must hold in every run, whatever happens in it.
@Suite struct RandomRunTests {
  private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]
  private static let length = 1800.0
  private static let lines = [
    "", "snap", "snap --in 0 --count 9 --every 0.1", "snap --count 3", "cancel", "status --json",
    "help", "nonsense", "list",
  ]

  /// Played once for all tests.
  private static let all = seeds.map(recording)

  private var recordings: [Recording] { Self.all }

  private static func settings(_ random: inout SplitMix64) -> Settings {
    Settings.board { settings in
      settings.countdown =
        [.zero, .milliseconds(500), .seconds(3)].randomElement(using: &random) ?? .zero
      settings.count = Int.random(in: 1...6, using: &random)
      settings.interval = .milliseconds(Int.random(in: 100...2000, using: &random))
      settings.startsWithCountdown = Bool.random(using: &random)
      if Bool.random(using: &random) { settings.gestures.doubleClick = .none }
      if Bool.random(using: &random) { settings.gestures.tripleClick = .none }
      if Bool.random(using: &random) { settings.roles.insert(.accelerometer) }
    }
  }

  private static func script(_ random: inout SplitMix64) -> [[Cue]] {
    var script: [[Cue]] = []
    var seconds = 0.0
    while seconds < length {
      seconds += Double.random(in: 0.005...4, using: &random)
      script.append(cue(at: seconds, &random))
      if case .edge(let edge)? = script.last?.last?.event {
        seconds = (edge.stamped - .at(0)).inSeconds
      }
    }
    return script
  }

  private static func cue(at seconds: Double, _ random: inout SplitMix64) -> [Cue] {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      Cue.failed(
        [.busyCamera, .absentCamera, .fullStore].randomElement(using: &random) ?? .busyCamera,
        at: seconds)
    case 1: Cue.failed(.broken(.button), at: seconds)
    case 2: space(Int.random(in: 0...1_200_000_000, using: &random), at: seconds)
    case 3: Cue.signal(.snap, at: seconds)
    case 4: renewal(at: seconds, &random)
    case 5...9: Cue.line(lines.randomElement(using: &random) ?? "", at: seconds)
    default: Cue.press(seconds, hold: Double.random(in: 0.001...1.5, using: &random))
    }
  }

  private static func renewal(at seconds: Double, _ random: inout SplitMix64) -> [Cue] {
    let roles: [Role] = [.camera, .button, .light, .buzzer]
    let changed = Set(roles.filter { _ in Bool.random(using: &random) })
    return Cue.reconfigured(changed, at: seconds) {
      $0.countdown = .milliseconds(Int.random(in: 0...3000, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 { $0.roles.subtract(changed) }
    }
  }

  private static func space(_ free: Int, at seconds: Double) -> [Cue] {
    var measurements = Measurements()
    measurements.space = Space(free: free, total: 32_000_000_000)
    return [Cue(.measured(measurements), at: .at(seconds))]
  }

  private static func recording(_ seed: UInt64) -> Recording {
    var random = SplitMix64(state: seed)
    let settings = settings(&random)
    let script = script(&random)
    let failing = Set((0..<300).map { _ in Int.random(in: 1...3000, using: &random) })
    let flush = Duration.milliseconds(Int.random(in: 5...900, using: &random))
    return Recording(settings, script, until: length) {
      $0.framePeriod = .milliseconds(100)
      $0.flush = flush
      $0.unkept = failing.filter { $0 % 2 == 0 }
      $0.unstored = failing.filter { $0 % 2 == 1 }
    }
  }

  @Test func theSameRunGivesTheSameEffects() {
    #expect(Self.recording(Self.seeds[0]).world.log == Self.all[0].world.log)
  }

  @Test func everyRunEndsWithLightAndBuzzerOff() {
    for run in recordings {
      #expect(run.machine.isFinished)
      #expect(!run.machine.indicator.light && !run.machine.indicator.buzzer)
      #expect(!run.isLit(at: .at(1e6)))
    }
  }

  @Test func everyKeptPhotoIsStoredFailedOrDroppedOnce() {
    for run in recordings {
      var held: Set<Shot.ID> = []
      var most = 0
      for effect in run.effects {
        switch effect {
        case .keep(let shot):
          #expect(held.insert(shot.id).inserted)
          if run.world.unkept.contains(shot.id) { held.remove(shot.id) }
        case .store(let shot): #expect(held.remove(shot.id) != nil)
        case .drop(let id): #expect(held.remove(id) != nil || run.world.unkept.contains(id))
        default: break
        }
        most = max(most, held.count)
      }
      #expect(held.isEmpty)
      #expect((1...Storing.capacity).contains(most))
    }
  }

  @Test func everyLineIsAnsweredOnce() {
    for (run, seed) in zip(recordings, Self.seeds) {
      var random = SplitMix64(state: seed)
      _ = Self.settings(&random)
      let lines = Self.script(&random).joined().filter { cue in
        if case .line = cue.event { cue.at < .at(Self.length) } else { false }
      }
      #expect(run.answered() == lines.count)
    }
  }

  @Test func everyPhotoHasThePlanOfItsSeries() {
    for shot in recordings.flatMap(\.kept) {
      let series = shot.series
      #expect(shot.planned == series.origin + series.countdown + series.interval * shot.index)
      #expect(series.countdown == .zero || shot.actual >= series.origin)
      #expect(shot.actual - shot.planned <= Shutter.patience)
    }
  }

  @Test func theMachineIsNeverWokenForNothingForLong() {
    for run in recordings {
      // Ten frames a second, readings and blinks; a machine that spins is woken without end.
      #expect(run.world.wakes < Int(Self.length) * 60)
    }
  }

  @Test func manyPhotosAreStoredInEachRun() {
    for run in recordings { #expect(run.stored.count > 20) }
  }
}
