/// What the service manager hears: that it is ready, what is going on, and proof that it is alive.
extension Machine {
  /// Whether nothing has to come from the camera now, for a reason that ends by itself or by a person.
  ///
  /// A camera that is being opened, or should deliver, is no excuse: whoever is silent then hangs.
  var isAtEase: Bool {
    guard startedAt != nil else { return false }
    return switch capture.state {
    case .paused, .stopped: true
    case .faulted(_, let retryAt): retryAt > now
    case .starting, .running: false
    }
  }

  /// Looks for proof of progress in an event that was dealt with.
  mutating func takeProof(from event: Event) {
    if case .camera(.frame) = event, capture.state == .running { prove(.frame) }
    if case .photo(.stored) = event { prove(.durableWrite) }
  }

  mutating func prove(_ proof: Heartbeat.Proof) {
    if heartbeat.take(proof, at: now) { emit(.service(.notify(.alive))) }
  }

  /// Tells what is news; before a photo is written, because writing may stop the loop.
  mutating func refreshNotices() {
    guard !isFinished else { return }
    // A rest may begin when a sign is long due.
    if isAtEase { prove(.rest) }
    if !isReadyTold, finishAt == nil, isAnswered {
      isReadyTold = true
      emit(.service(.notify(.ready)))
    }
    if let line = bulletin.update(condition, at: now) { emit(.service(.notify(.status(line)))) }
  }

  mutating func tellBulletin() {
    if let line = bulletin.tell(at: now) { emit(.service(.notify(.status(line)))) }
  }

  /// Whether the first attempt of everything has come to something.
  private var isAnswered: Bool {
    capture.isAnswered && others.allSatisfy(\.isAnswered)
  }

  private var condition: Condition {
    var pause: Capture.PauseCause?
    if case .paused(let cause) = capture.state { pause = cause }
    return Condition(situation: situation, pause: pause, failure: gravestFailure)
  }

  /// The camera's, or that of a device without which no photo can be asked for or stored.
  private var gravestFailure: Failure? {
    capture.device.failure ?? device(.store)?.failure ?? device(.button)?.failure
  }
}

extension Device {
  /// Whether its first attempt to open has come to something.
  fileprivate var isAnswered: Bool { state != .opening(after: nil) }
}

extension Capture {
  /// Whether the first attempt to open the camera has come to something; its frames may come later.
  fileprivate var isAnswered: Bool { mode != nil || state != .starting || device.isAnswered }
}
