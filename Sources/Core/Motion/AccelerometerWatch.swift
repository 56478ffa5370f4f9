/// Listening to the accelerometer: asking it, or being told; and what it says of movement and posture.
struct AccelerometerWatch: Sendable {
  /// From one question to the next while capture runs, and while it is paused.
  static let samplePeriod = Duration.milliseconds(100),
    pausedSamplePeriod = Duration.milliseconds(200)
  /// How long readings that come by themselves may fail to come.
  static let sampleSilence = Duration.seconds(2)
  /// How often a chip that reports movement itself is asked during a pause: whether it is still there,
  /// and whether it was turned too slowly for it.
  static let sampleCheckPeriod = Duration.seconds(10)

  /// How it is listened to; nil while it is closed.
  private(set) var sensing: Sensing?
  /// The latest reading.
  private(set) var acceleration: Acceleration?
  /// What it was told to measure at.
  private var pace: Sensing.Pace?
  /// When it is asked next, or is asked why it says nothing.
  private var sampleAt: Instant?
  private var posture = Posture()
  private var motion = AccelerometerMotion()

  /// When something is to be done if it says nothing before.
  var deadline: Instant? { sampleAt }

  /// Where up is on the board; nil where nobody knows.
  var up: QuarterTurn? { posture.up }

  /// The change of strength that counts as movement now, in thousandths of g.
  var threshold: Double { motion.threshold }
  /// The same in g, for programs.
  var thresholdInG: Double { (threshold * 10).rounded() / 10_000 }

  /// It is listened to in this way from `now` on; a chip that was just woken has nothing to say yet.
  mutating func opened(_ sensing: Sensing, at now: Instant) {
    self.sensing = sensing
    pace = nil
    sampleAt = now + AccelerometerWatch.samplePeriod
  }

  /// It is closed.
  mutating func forget() {
    self = AccelerometerWatch()
  }

  /// Asks it; after a stall it goes on from `now`: old readings can't be made up for.
  mutating func expire(at now: Instant, _ steps: inout Steps) {
    steps.add(.accelerometer(.sample))
    sampleAt = now + period
  }

  /// Takes a reading of `now` and says whether the board moves.
  mutating func receive(
    _ sample: Acceleration, _ mode: AccelerometerMotion.Mode, at now: Instant
  ) -> Bool {
    acceleration = sample
    posture.receive(sample)
    let hasMoved = motion.receive(sample, mode)
    if !isAsked || motion.isInDoubt { sampleAt = now + period }
    return hasMoved
  }

  /// Tells it when a pause begins or ends.
  mutating func settle(_ wanted: Sensing.Pace, at now: Instant, _ steps: inout Steps) {
    guard sensing != nil, wanted != pace else { return }
    pace = wanted
    steps.add(.accelerometer(.pace(wanted)))
    let next = now + period
    sampleAt = isAsked && wanted == .paused ? min(sampleAt ?? next, next) : next
  }

  /// Whether each reading has to be asked for.
  private var isAsked: Bool { sensing?.delivery == .polling || isLeftToEvents }

  /// Whether the chip itself says when the board moves, and nothing else is needed.
  private var isLeftToEvents: Bool { pace == .paused && sensing?.hasEvents == true }

  private var period: Duration {
    if isLeftToEvents {
      return motion.isInDoubt
        ? AccelerometerWatch.pausedSamplePeriod : AccelerometerWatch.sampleCheckPeriod
    }
    switch sensing?.delivery {
    case .buffer: return AccelerometerWatch.sampleSilence
    case .polling, nil:
      return pace == .paused
        ? AccelerometerWatch.pausedSamplePeriod : AccelerometerWatch.samplePeriod
    }
  }
}

extension AccelerometerWatch {
  /// What status says of the latest reading.
  var status: StatusEntry {
    guard let sample = acceleration else { return StatusEntry("acceleration", json: .null) }
    let axes = [sample.x, sample.y, sample.z].map { Figures.decimal($0, digits: 3) }
    return StatusEntry(
      "acceleration", [Phrase.statusAcceleration(axes[0], axes[1], axes[2])],
      json: .object([
        ("x_mg", .integer(sample.x)), ("y_mg", .integer(sample.y)), ("z_mg", .integer(sample.z)),
      ]))
  }
}

/// How an accelerometer is listened to: the best way that its driver has and that is permitted.
package struct Sensing: Hashable, Sendable {
  /// How its readings come.
  package enum Delivery: String, CaseIterable, Hashable, Sendable {
    /// By themselves: the kernel gathers them at the wanted pace.
    case buffer
    /// Each one is asked for.
    case polling

    /// The word for it in sentences.
    var word: Phrase {
      switch self {
      case .buffer: Phrase("sensing.buffer", "buffer")
      case .polling: Phrase("sensing.polling", "polling")
      }
    }
  }

  /// How fast movement has to be known of.
  package enum Pace: Hashable, Sendable {
    /// Capture runs.
    case running
    /// Capture is paused: as seldom as will do.
    case paused
  }

  /// How readings come while capture runs, and while it is paused if there are no events.
  package let delivery: Delivery
  /// Whether the chip itself reports movement, so that nothing has to be read while capture is paused.
  package let hasEvents: Bool

  /// A way of listening.
  package init(by delivery: Delivery, hasEvents: Bool = false) {
    self.delivery = delivery
    self.hasEvents = hasEvents
  }

  /// The best of what it has, in a word for programs.
  package var name: String { hasEvents ? "events" : delivery.rawValue }
}

extension Sensing {
  /// How it is listened to, in a sentence of the status.
  var sentence: Phrase {
    hasEvents
      ? Phrase(
        "status.sensing.events",
        "The accelerometer reports movement by events, and is read by \(delivery.word) while capture runs."
      ) : Phrase("status.sensing", "The accelerometer is read by \(delivery.word).")
  }
}

extension Phrase {
  static func statusAcceleration(_ x: Figure, _ y: Figure, _ z: Figure) -> Phrase {
    Phrase("status.acceleration", "Accelerometer: x \(x) g, y \(y) g, z \(z) g.")
  }

}
