/// Everything that waits for an instant, the light aside, in the order in which ties are settled.
enum Timer: Sendable {
  case debouncer, gesture, shutter, camera, sample, look, idle, lead, storage, heat, finish,
    heartbeat, bulletin, watch
  case device(Int)

  /// All of them; the devices other than the camera have one each.
  static let all: [Timer] =
    [
      .debouncer, .gesture, .shutter, .camera, .sample, .look, .idle, .lead, .storage, .heat,
      .finish, .heartbeat, .bulletin, .watch,
    ]
    + Machine.otherRoles.indices.map { .device($0) }
}

extension Machine {
  /// More deadlines than this are never passed at one event; the rest follows at the next.
  private static let mostExpirations = 64

  /// The timer that is due first; none once the program may end.
  var nextTimer: (timer: Timer, instant: Instant)? {
    if isFinished { return nil }
    var next: (timer: Timer, instant: Instant)?
    for timer in Timer.all {
      guard let instant = deadline(of: timer) else { continue }
      if let found = next, found.instant <= instant { continue }
      next = (timer, instant)
    }
    return next
  }

  /// Passes every deadline up to `instant`, in their order.
  mutating func advance(to instant: Instant) {
    for _ in 0..<Machine.mostExpirations {
      guard let (timer, due) = nextTimer, due <= instant else { return }
      expire(timer)
    }
  }

  /// When a camera that owes a frame is judged next.
  ///
  /// That is done in a turn in which nothing else happened: while the loop was away the frame may have
  /// come, and wait to be read.
  var judgedAt: Instant? { .earlier(shutter.missedAt, stallAt) }

  /// Judges by what is missing when the world had nothing to tell.
  mutating func judge() {
    judgeShutter()
    judgeStall()
  }

  private func deadline(of timer: Timer) -> Instant? {
    switch timer {
    case .debouncer: debouncer.deadline
    case .gesture: recognizer.deadline
    case .shutter: shutter.dueAt
    case .camera: capture.deadline
    case .sample: sampleAt
    case .look: lookAt
    case .idle: idleAt
    case .lead: resumeAt
    case .storage: storage.deadline
    case .heat: heatAt
    case .finish: storing.isEmpty && flushes.isEmpty ? finishAt : nil
    case .heartbeat: isAtEase ? heartbeat.deadline : nil
    case .bulletin: bulletin.deadline
    case .watch: watch.deadline
    case .device(let index): others[index].deadline
    }
  }

  private mutating func expire(_ timer: Timer) {
    switch timer {
    case .debouncer: if let edge = debouncer.settle() { believe(edge) }
    case .gesture: if let outcome = recognizer.expire() { react(to: outcome) }
    case .shutter: shutter.trigger()
    case .camera: retryCamera()
    case .sample: sample()
    case .look: look()
    case .idle: idle()
    case .lead: resume(from: .idle, Phrase(.resumedForPhoto))
    case .storage: measureStorage()
    case .heat: readThermometer()
    case .finish: finish()
    case .heartbeat: prove(.rest)
    case .bulletin: tellBulletin()
    case .watch: tellWatchers(watch.tell(at: now))
    case .device(let index): retry(index)
    }
  }
}
