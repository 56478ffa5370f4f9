extension Capture.State {
  /// The word for it in status and on screens.
  package var word: Phrase {
    switch self {
    case .starting: Phrase("capture.state.starting", "starting")
    case .running: Phrase("capture.state.running", "running")
    case .paused(let cause): Phrase("capture.state.paused", "paused ({1})", cause.rawValue)
    case .faulted: Phrase("capture.state.faulted", "faulted")
    case .stopped: Phrase("capture.state.stopped", "stopped")
    }
  }
}

extension Shutter.State {
  /// The word for it in status.
  var word: Phrase {
    switch self {
    case .ready: Phrase("shutter.state.ready", "ready")
    case .counting: Phrase("shutter.state.counting", "counting")
    case .triggering: Phrase("shutter.state.triggering", "triggering")
    case .interval: Phrase("shutter.state.interval", "interval")
    case .complete: Phrase("shutter.state.complete", "complete")
    case .stopped: Phrase("shutter.state.stopped", "stopped")
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
  package var word: Phrase {
    switch self {
    case .shuttingDown: Phrase("situation.shutting-down", "shutting down")
    case .fault: Phrase("situation.fault", "fault")
    case .asked: Phrase("situation.asked", "asked")
    case .recording: Phrase("situation.recording", "recording")
    case .counting: Phrase("situation.counting", "counting")
    case .storing: Phrase("situation.storing", "storing")
    case .storageLow: Phrase("situation.storage-low", "storage low")
    case .starting, .resuming: Phrase("situation.starting", "starting")
    case .ready: Phrase("situation.ready", "ready")
    case .paused: Phrase("situation.paused", "paused")
    case .off: Phrase("situation.off", "off")
    }
  }
}

extension Role {
  /// The word for it in sentences.
  package var word: Phrase {
    switch self {
    case .camera: Phrase("role.camera", "camera")
    case .button: Phrase("role.button", "button")
    case .light: Phrase("role.light", "light")
    case .buzzer: Phrase("role.buzzer", "buzzer")
    case .accelerometer: Phrase("role.accelerometer", "accelerometer")
    case .console: Phrase("role.console", "console")
    case .store: Phrase("role.store", "store")
    case .clock: Phrase("role.clock", "clock")
    }
  }
}
