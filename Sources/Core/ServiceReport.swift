/// What the service manager hears: that the program is ready, what is going on, and proof that it is alive.
struct ServiceReport: Sendable {
  private var heartbeat: Heartbeat
  private var statusLine = StatusLine()
  private var isReadyTold = false

  /// A report to a manager that gives up after `watchdog` without a sign; nil: nobody does.
  init(watchdog: Duration?) {
    heartbeat = Heartbeat(watchdog: watchdog)
  }

  /// When something is to be said, if nothing happens before.
  ///
  /// - Parameter isAtEase: whether silence is proof enough, because nothing has to come from the camera.
  func deadline(isAtEase: Bool) -> Instant? {
    .earlier(isAtEase ? heartbeat.deadline : nil, statusLine.deadline)
  }

  /// There was progress at `now`.
  mutating func prove(_ proof: Heartbeat.Proof, at now: Instant, _ steps: inout Steps) {
    if heartbeat.receive(proof, at: now) { steps.add(.service(.notify(.alive))) }
  }

  /// Says what was held back, at its deadline.
  mutating func expire(isAtEase: Bool, at now: Instant, _ steps: inout Steps) {
    if isAtEase { prove(.rest, at: now, &steps) }
    if let line = statusLine.due(at: now) { steps.add(.service(.notify(.status(line)))) }
  }

  /// Says what is news at `now`.
  ///
  /// - Parameter isReady: whether the first attempt of everything has come to something.
  mutating func update(
    _ condition: Condition, isReady: Bool, isAtEase: Bool, at now: Instant, _ steps: inout Steps
  ) {
    // A rest may begin when a sign is long due.
    if isAtEase { prove(.rest, at: now, &steps) }
    if isReady, !isReadyTold {
      isReadyTold = true
      steps.add(.service(.notify(.ready)))
    }
    if let line = statusLine.update(condition, at: now) {
      steps.add(.service(.notify(.status(line))))
    }
  }
}

/// What the service manager is told of the program (sd_notify(3)).
package enum Notice: Hashable, Sendable {
  /// Everything was tried once; what did not work is being retried.
  case ready
  /// What is going on, in one short line.
  case status(Phrase)
  /// There was progress: the watchdog may wait anew.
  case alive
  /// The program has begun to end.
  case stopping
}

/// What the service manager's one line is about.
struct Condition: Hashable, Sendable {
  /// What the light shows.
  let situation: Situation
  /// Why capture pauses, if it does.
  let pause: Capture.PauseCause?
  /// The most important fault, if there is one.
  let failure: Failure?

  /// The line: a fault's own sentence, or what is going on.
  var phrase: Phrase {
    if let failure, situation == .fault || situation == .starting { return failure.phrase }
    guard let pause else { return Phrase.serviceState(situation.word) }
    return Phrase.servicePaused(situation.word, pause.word)
  }
}

/// The one line that the service manager shows of the program, not more often than a person can read.
struct StatusLine: Sendable {
  /// The least time from one line to the next.
  static let period = Duration.seconds(1)

  private var told: Phrase?
  private var latest: Condition?
  private var isWaiting = false
  private var nextAt = Instant.zero

  /// When a line that was held back is due; nil while none is.
  var deadline: Instant? { isWaiting ? nextAt : nil }

  /// Takes the condition of `now`.
  ///
  /// - Returns: the line to be told, if it is another one and its time has come.
  mutating func update(_ condition: Condition, at now: Instant) -> Phrase? {
    guard condition != latest else { return nil }
    latest = condition
    isWaiting = true
    return due(at: now)
  }

  /// The line that was held back, if it is still news and its time has come.
  mutating func due(at now: Instant) -> Phrase? {
    guard isWaiting, now >= nextAt, let phrase = latest?.phrase else { return nil }
    isWaiting = false
    guard phrase != told else { return nil }
    (told, nextAt) = (phrase, now + StatusLine.period)
    return phrase
  }
}

/// When the service manager hears that the program makes progress: never without proof, and seldom.
///
/// A free-running timer would go on beating for a camera that has been silent for hours. What counts
/// is what came out of the devices, or a good reason why nothing does.
struct Heartbeat: Sendable {
  /// Why the program is known to do what it is there for.
  enum Proof: Hashable {
    /// A frame was taken from the running camera.
    case frame
    /// Nothing has to come: capture pauses, there is no camera, or its next try is ahead.
    case rest
    /// A photo became durable.
    case durableWrite
  }

  /// How many signs fit into the time after which the manager gives up.
  static let signsPerWatchdog = 4

  /// The least time from one sign to the next; nil if nobody waits for signs.
  let period: Duration?
  private var nextAt = Instant.zero

  /// A heartbeat for a manager that gives up after `watchdog` without a sign; nil: nobody does.
  init(watchdog: Duration?) {
    period = watchdog.map { $0 / Heartbeat.signsPerWatchdog }
  }

  /// From when on the next sign is due; nil if nobody waits for it.
  var deadline: Instant? { period == nil ? nil : nextAt }

  /// Takes a proof of `now`.
  ///
  /// A durable write is always told: the next one may stop the loop for long on a slow card.
  ///
  /// - Returns: whether to give a sign.
  mutating func receive(_ proof: Proof, at now: Instant) -> Bool {
    guard let period, proof == .durableWrite || now >= nextAt else { return false }
    nextAt = now + period
    return true
  }
}

extension Phrase {
  static func serviceState(_ situation: Phrase) -> Phrase {
    Phrase("service.state", "State: \(situation).")
  }

  static func servicePaused(_ situation: Phrase, _ cause: Phrase) -> Phrase {
    Phrase("service.paused", "State: \(situation) (\(cause)).")
  }
}
