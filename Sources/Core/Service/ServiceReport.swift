/// What the service manager hears: that the program is ready, what is going on, and proof that it is alive.
struct ServiceReport: Sendable {
  private var heartbeat: Heartbeat
  private var bulletin = Bulletin()
  private var isReadyTold = false

  /// A report to a manager that gives up after `watchdog` without a sign; nil: nobody does.
  init(watchdog: Duration?) {
    heartbeat = Heartbeat(watchdog: watchdog)
  }

  /// When something is to be said, if nothing happens before.
  ///
  /// - Parameter isAtEase: whether silence is proof enough, because nothing has to come from the camera.
  func deadline(isAtEase: Bool) -> Instant? {
    .earlier(isAtEase ? heartbeat.deadline : nil, bulletin.deadline)
  }

  /// There was progress at `now`.
  mutating func prove(_ proof: Heartbeat.Proof, at now: Instant, _ steps: inout Steps) {
    if heartbeat.take(proof, at: now) { steps.add(.service(.notify(.alive))) }
  }

  /// Says what was held back, at its deadline.
  mutating func expire(isAtEase: Bool, at now: Instant, _ steps: inout Steps) {
    if isAtEase { prove(.rest, at: now, &steps) }
    if let line = bulletin.tell(at: now) { steps.add(.service(.notify(.status(line)))) }
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
    if let line = bulletin.update(condition, at: now) {
      steps.add(.service(.notify(.status(line))))
    }
  }
}
