/// Whether anything moves, and when it has been still for long enough to pause.
///
/// The picture is looked at only while it counts: to compare two of them costs more than to take them.
struct MovementWatch: Sendable {
  /// How often the picture is looked at while capture runs.
  static let lookPeriod = Duration.milliseconds(500)
  /// How often the camera is opened for a look while capture is paused.
  static let pausedLookPeriod = Duration.seconds(2)

  /// What it has to know of the others.
  struct Circumstances {
    /// Whether the camera delivers, and if not, why not.
    let capture: Capture.State
    /// Where movement is looked for.
    let source: MotionSource
    /// Whether the picture may end a pause.
    let wake: PictureWake
    /// Whether somebody looks who wants to see where something moves, wherever movement is looked for.
    let isSpotlightWanted: Bool
  }

  private var stillness: Stillness
  /// Where a person wants movement to be looked for, in place of what is configured.
  private var chosen: MotionSource?
  /// When the picture was last looked at.
  private var lookedAt = Instant.zero
  /// Whether there was a look since the picture counts, with which the next can be compared.
  private var hasScene = false

  /// Nothing has moved yet; capture may pause after `patience` of that.
  init(patience: Duration) {
    stillness = Stillness(from: .zero, patience: patience)
  }

  /// The latest movement, if there was any.
  var latest: Movement? { stillness.movement }

  /// Where movement is looked for: the picture stands in for an accelerometer that does not answer.
  func source(configured: MotionSource?, hasAccelerometer: Bool) -> MotionSource {
    let wanted = chosen ?? configured ?? .accelerometer
    return wanted.usesAccelerometer && !hasAccelerometer ? .picture : wanted
  }

  /// When capture pauses for want of movement.
  func idleAt(_ circumstances: Circumstances) -> Instant? {
    guard circumstances.capture == .running, circumstances.source != .off else { return nil }
    return stillness.deadline
  }

  /// When the picture is to be looked at next.
  func lookAt(_ circumstances: Circumstances) -> Instant? {
    let usesPicture = circumstances.source.usesPicture
    switch circumstances.capture {
    case .running:
      guard usesPicture || circumstances.isSpotlightWanted else { return nil }
      return lookedAt + MovementWatch.lookPeriod
    case .paused(.idle):
      guard usesPicture, wakes(circumstances) else { return nil }
      return lookedAt + MovementWatch.pausedLookPeriod
    case .starting, .paused, .faulted, .stopped: return nil
    }
  }

  private func wakes(_ circumstances: Circumstances) -> Bool {
    switch circumstances.wake {
    case .auto: !circumstances.source.usesAccelerometer
    case .always: true
    case .never: false
    }
  }

  /// A person wants movement to be looked for elsewhere.
  ///
  /// - Returns: whether that is another wish than the one before.
  mutating func choose(_ source: MotionSource) -> Bool {
    defer { chosen = source }
    return chosen != source
  }

  /// It has to be still for so long from now on.
  mutating func wait(for patience: Duration) {
    stillness.patience = patience
  }

  /// The picture was looked at, or could not be, at `now`.
  mutating func looked(at now: Instant) {
    lookedAt = now
  }

  /// A look found that `part` of the picture, 0 to 1, has changed since the one before.
  ///
  /// - Returns: whether that is a movement; the first look has nothing to compare with.
  mutating func receive(_ part: Double, usesPicture: Bool) -> Bool {
    let hasMoved = part >= Stillness.leastChange && hasScene
    hasScene = usesPicture
    return hasMoved
  }

  /// Something has moved at `instant`, which may be a moment ago.
  mutating func moved(_ witness: Movement.Witness, at instant: Instant) {
    stillness.moved(witness, at: instant)
  }

  /// What forbids a pause puts it off; from its end the time without movement is counted again.
  ///
  /// While another witness counts nobody looks: the first look afterwards would find what moved long ago.
  mutating func settle(forbidsPause: Bool, usesPicture: Bool, at now: Instant) {
    if forbidsPause { stillness.restart(at: now) }
    if !usesPicture { hasScene = false }
  }
}

/// How long nothing has moved, and whether that is long enough to pause.
struct Stillness: Sendable {
  /// The part of a picture that has to change for a movement.
  static let leastChange = 0.005

  /// The latest movement, if there was any.
  private(set) var movement: Movement?
  /// How long it has to be still.
  var patience: Duration
  /// From when on it is counted: the latest movement, or the end of what forbids a pause.
  private var since: Instant

  /// Stillness that is counted from `start` on.
  init(from start: Instant, patience: Duration) {
    since = start
    self.patience = patience
  }

  /// When it will have been still for long enough.
  var deadline: Instant { since + patience }

  /// Something moved at `instant`, which may be a while ago.
  mutating func moved(_ witness: Movement.Witness, at instant: Instant) {
    movement = Movement(witness: witness, at: instant)
    since = max(since, instant)
  }

  /// Something forbids a pause at `now`; when that ends, it is counted from there.
  mutating func restart(at now: Instant) {
    since = now
  }
}

/// The latest movement: what showed it, and when.
struct Movement: Hashable, Sendable {
  /// What showed it: the accelerometer or the picture.
  enum Witness: String, Hashable, Sendable {
    case accelerometer, picture

    /// The word for it in sentences.
    var word: Phrase {
      switch self {
      case .accelerometer: Role.accelerometer.word
      case .picture: Phrase.pictureWord
      }
    }
  }

  /// What showed it.
  let witness: Witness
  /// When it was seen.
  let at: Instant
}

extension MovementWatch {
  /// What status says of movement, looked for by `source`.
  func status(
    _ source: MotionSource, _ accelerometer: AccelerometerWatch, at now: Instant
  ) -> StatusEntry {
    var sentences = [sentence(source, accelerometer)]
    if let sensing = accelerometer.sensing { sentences.append(sensing.sentence) }
    sentences.append(
      latest.map {
        Phrase(
          "status.movement", "Last movement: \($0.witness.word), \((now - $0.at).inWords) ago.")
      }
        ?? Phrase("status.no-movement", "Nothing has moved yet."))
    return StatusEntry("motion", sentences, json: json(source, accelerometer, at: now))
  }

  /// A picture has no threshold in g.
  private func sentence(_ source: MotionSource, _ accelerometer: AccelerometerWatch) -> Phrase {
    guard source.usesAccelerometer else { return Phrase.motionIs(source.word) }
    let threshold = Figures.decimal(Int(accelerometer.threshold.rounded()), digits: 3)
    return Phrase(
      "status.motion",
      "Movement is looked for by: \(source.word); the threshold is \(threshold) g.")
  }

  private func json(
    _ source: MotionSource, _ accelerometer: AccelerometerWatch, at now: Instant
  ) -> JSON {
    .object([
      ("source", .string(source.rawValue)),
      ("threshold_g", .optional(source.usesAccelerometer ? accelerometer.thresholdInG : nil)),
      ("sensing", .optional(accelerometer.sensing?.name)),
      ("readings", .optional(accelerometer.sensing?.delivery.rawValue)),
      ("witness", .optional(latest?.witness.rawValue)),
      ("ago_s", .optional(latest.map { (now - $0.at).inSeconds })),
    ])
  }
}
