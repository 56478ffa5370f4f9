extension Capture.State {
  /// The word for it in status and on screens.
  package var name: String {
    switch self {
    case .starting: "starting"
    case .running: "running"
    case .paused(let cause): "paused (\(cause.rawValue))"
    case .faulted: "faulted"
    case .stopped: "stopped"
    }
  }
}

extension Shutter.State {
  /// The word for it in status.
  var name: String {
    switch self {
    case .ready: "ready"
    case .counting: "counting"
    case .triggering: "triggering"
    case .interval: "interval"
    case .complete: "complete"
    case .stopped: "stopped"
    }
  }

  /// What is left until the next photo is due, while one is counted down to.
  package func countdown(at now: Instant) -> Duration? {
    switch self {
    case .ready, .triggering, .complete, .stopped: nil
    case .counting(let series): max(.zero, series.planned(0) - now)
    case .interval(let series, let next): max(.zero, series.planned(next) - now)
    }
  }
}

extension Situation {
  /// The word for it in status and on screens.
  package var name: String {
    switch self {
    case .shuttingDown: "shutting down"
    case .fault: "fault"
    case .asked: "asked"
    case .recording: "recording"
    case .counting: "counting"
    case .storing: "storing"
    case .storageLow: "storage low"
    case .starting, .resuming: "starting"
    case .ready: "ready"
    case .paused: "paused"
    case .off: "off"
    }
  }
}
