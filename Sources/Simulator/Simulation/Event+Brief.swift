import Core

extension Event {
  /// It in a few words that are the same everywhere: no text of the system, no random identifier.
  var brief: String {
    switch self {
    case .started: "started"
    case .deadline: "deadline"
    case .opened(let role): "opened \(role.rawValue)"
    case .cameraOpened(let mode): "camera opened \(mode.format)"
    case .accelerometerOpened(let sensing): "accelerometer opened \(sensing.name)"
    case .cameraChanged(let isOpening): "camera changed \(isOpening)"
    case .cameraStays: "camera stays"
    case .failed(let failure): "failed \(failure.role.rawValue) \(failure.phrase.key.rawValue)"
    case .plugged(let role): "plugged \(role.rawValue)"
    case .edge(let edge): "edge \(edge.direction) at \(edge.stamped.nanoseconds / 1000)"
    case .frame(let frame, _): "frame \(frame.sequence) of \(frame.stamped.nanoseconds / 1000)"
    case .frameDamaged: "frame damaged"
    case .acceleration(let sample): "acceleration \(sample.x) \(sample.y) \(sample.z)"
    case .jolted(let stamped): "jolted at \(stamped.nanoseconds / 1000)"
    case .sceneChanged(let part): "scene changed by \(Int(part * 10_000))"
    case .kept(let id): "kept \(id)"
    case .stored(let id, let piece, _): "stored \(id) as \(piece.number)"
    case .shotFailed(let id, let failure): "shot \(id) failed \(failure.phrase.key.rawValue)"
    case .measured(let measurements): "measured \(measurements.space?.free ?? -1) bytes"
    case .temperature(let temperature): "temperature \(temperature?.milliCelsius ?? -1)"
    case .line(let line, let session, _): "line \(session.number) '\(line)'"
    case .interrupted(let session): "interrupted \(session.number)"
    case .signal(let signal): "signal \(signal)"
    case .reconfigured(_, let changed): "reconfigured \(changed.map(\.rawValue).sorted())"
    }
  }
}

extension Effect {
  /// It in a few words that are the same everywhere: no text of the system, no random identifier.
  var brief: String {
    switch self {
    case .open(let role): "open \(role.rawValue)"
    case .power(let power): "power \(power.rawValue)"
    case .close(let role): "close \(role.rawValue)"
    case .light(let isOn): isOn ? "light on" : "light off"
    case .buzzer(let isOn): isOn ? "buzzer on" : "buzzer off"
    case .sample: "sample"
    case .pace(let pace): "pace \(pace)"
    case .look: "look"
    case .keep(let shot): "keep \(shot.id) of \(shot.planned.nanoseconds / 1000)"
    case .store(let shot): "store \(shot.id)"
    case .drop(let id): "drop \(id)"
    case .note(let gap):
      "note \(gap.cause.rawValue) \(gap.from.nanoseconds / 1000) \(gap.to.nanoseconds / 1000)"
    case .tidy: "tidy"
    case .measure: "measure"
    case .readThermometer: "read thermometer"
    case .say(_, let session): "say to \(session.number)"
    case .list(let session, _): "list to \(session.number)"
    case .camera(let request, let session): "camera \(request) to \(session.number)"
    case .answered(let session): "answered \(session.number)"
    case .announce(let phrase, _): "announce \(phrase.key.rawValue)"
    case .notify(let notice): "notify \(notice.brief)"
    case .log(let level, _, let phrase): "log \(level) \(phrase.key.rawValue)"
    }
  }
}

extension Notice {
  fileprivate var brief: String {
    switch self {
    case .ready: "ready"
    case .status(let phrase): "status \(phrase.key.rawValue)"
    case .alive: "alive"
    case .stopping: "stopping"
    }
  }
}
