/// The machine's state as people and programs read it.
struct Status {
  private let machine: Machine
  private let measurements: Measurements

  /// The state of `machine`, with what was measured for it.
  init(of machine: Machine, _ measurements: Measurements) {
    self.machine = machine
    self.measurements = measurements
  }

  func text(_ form: StatusQuestion.Form) -> String {
    switch form {
    case .glance: Glance(of: machine, measurements).text(asJSON: false)
    case .sentences: sentences.map(\.english).joined(separator: "\n")
    case .json: json.text
    }
  }

  /// The state in full, a sentence a line.
  var sentences: [Phrase] {
    var sentences = [capture, frames]
    sentences += stance
    sentences += [Phrase(.statusShutter, shutterName), light, pieces, room, button]
    sentences += acceleration + motion + climate
    sentences += [clock, Phrase(.statusUptime, uptime.inWords), absent]
    sentences += machine.faults.map(\.statement)
    return sentences
  }

  private var capture: Phrase {
    guard let mode = machine.capture.mode else { return Phrase(.statusCapture, captureName) }
    return Phrase(.statusCaptureMode, captureName, mode.card, mode.format, mode.size, mode.rate)
  }

  /// What is out of the ordinary with the camera's pictures.
  private var stance: [Phrase] {
    let power = machine.isSubdued ? machine.presentPower : nil
    let orientation = machine.orientation.map { orientation in
      Phrase(
        orientation.isMirrored ? .statusMirrored : .statusTurned, "\(orientation.turn.rawValue)")
    }
    return [power, machine.orientation == .topLeft ? nil : orientation].compactMap { $0 }
  }

  private var frames: Phrase {
    guard let counts = measurements.frames else { return Phrase(.statusNoFrames) }
    return Phrase(
      .statusFrames, rate.map { Figures.decimal(Int(($0 * 10).rounded()), digits: 1) } ?? "-",
      "\(counts.delivered)", "\(counts.lost)", "\(counts.discarded)")
  }

  private var light: Phrase { Phrase(.statusLight, lightName) }

  private var pieces: Phrase {
    guard let thing = measurements.thing, let count = measurements.pieceCount else {
      return Phrase(.statusNoStore)
    }
    return Phrase(.statusPieces, thing, "\(count)")
  }

  private var room: Phrase {
    guard let space = measurements.space else { return Phrase(.statusNoRoom) }
    return Phrase(
      .statusRoom, Figures.bytes(space.free), Figures.bytes(space.total),
      machine.storage.level.rawValue)
  }

  private var button: Phrase {
    let counts = machine.debouncer.counts
    return Phrase(
      .statusButton, "\(counts.edges)", "\(counts.bounces)", "\(counts.repeated)",
      Figures.decimal(Int(counts.worstBounce.nanoseconds / 100_000), digits: 1))
  }

  private var acceleration: [Phrase] {
    guard let sample = machine.acceleration else { return [] }
    let axes = [sample.x, sample.y, sample.z].map { Figures.decimal($0, digits: 3) }
    return [Phrase(.statusAcceleration, axes[0], axes[1], axes[2])]
  }

  private var motion: [Phrase] {
    let threshold = Figures.decimal(Int(machine.accelerometerMotion.threshold.rounded()), digits: 3)
    var phrases = [Phrase(.statusMotion, machine.motionSource.rawValue, threshold)]
    if let sensing = machine.sensing {
      let key = sensing.hasEvents ? Phrase.Key.statusSensingEvents : .statusSensing
      phrases.append(Phrase(key, sensing.delivery.rawValue))
    }
    if let movement = machine.stillness.movement {
      let age = (machine.now - movement.at).inWords
      phrases.append(Phrase(.statusMovement, movement.witness.rawValue, age))
    } else {
      phrases.append(Phrase(.statusNoMovement))
    }
    if let latest = machine.resumeTimes.latest, let slowest = machine.resumeTimes.slowest {
      phrases.append(Phrase(.statusResume, latest.inTenths, slowest.inTenths))
    }
    return phrases
  }

  private var climate: [Phrase] {
    let temperature = measurements.temperature.map {
      Phrase(.statusTemperature, Figures.degrees($0.milliCelsius), $0.zone)
    }
    let supply = measurements.isUnderVoltage.map { isLow in
      Phrase(isLow ? .statusUnderVoltage : .statusSupply)
    }
    return [temperature, supply].compactMap { $0 }
  }

  private var clock: Phrase { Phrase(.statusClock, measurements.wall.source) }

  private var absent: Phrase {
    let roles = absentRoles.map(\.rawValue)
    return roles.isEmpty
      ? Phrase(.statusNoneAbsent) : Phrase(.statusAbsent, roles.joined(separator: ", "))
  }

  private var json: JSON {
    .object([
      ("capture", .string(captureName)), ("camera", cameraJSON), ("frames", framesJSON),
      ("subdued", .bool(machine.isSubdued)), ("orientation", .optional(machine.orientation?.json)),
      ("shutter", .string(shutterName)), ("light", .string(lightName)),
      ("thing", .optional(measurements.thing)),
      ("pieces", .optional(measurements.pieceCount)),
      ("storage", storageJSON), ("button", buttonJSON), ("acceleration", accelerationJSON),
      ("motion", motionJSON), ("resume", resumeJSON),
      ("temperature", temperatureJSON),
      ("under_voltage", .optional(measurements.isUnderVoltage)),
      ("clock", .string(measurements.wall.source)),
      ("uptime_s", .number(uptime.inSeconds)),
      ("console_dropped_bytes", .integer(measurements.droppedByteCount)),
      ("absent", .array(absentRoles.map { .string($0.rawValue) })),
      ("faults", .array(machine.faults.map(\.json))),
      ("version", .string(machine.settings.version)),
    ])
  }

  private var cameraJSON: JSON {
    .optional(machine.capture.mode?.json)
  }

  private var framesJSON: JSON {
    guard let counts = measurements.frames else { return .null }
    return .object(
      [("per_second", .optional(rate))]
        + counts.named.map { ($0.name, .integer($0.count)) })
  }

  private var storageJSON: JSON {
    .object([
      ("level", .string(machine.storage.level.rawValue)),
      ("free_bytes", .optional(measurements.space?.free)),
      ("total_bytes", .optional(measurements.space?.total)),
      ("floor_bytes", .optional(measurements.space.map { machine.storage.floor(total: $0.total) })),
    ])
  }

  private var buttonJSON: JSON {
    let counts = machine.debouncer.counts
    return .object([
      ("edges", .integer(counts.edges)), ("bounces", .integer(counts.bounces)),
      ("repeated", .integer(counts.repeated)),
      ("worst_bounce_ms", .number(counts.worstBounce.inSeconds * 1000)),
    ])
  }

  private var accelerationJSON: JSON {
    guard let sample = machine.acceleration else { return .null }
    return .object([
      ("x_mg", .integer(sample.x)), ("y_mg", .integer(sample.y)), ("z_mg", .integer(sample.z)),
    ])
  }

  private var motionJSON: JSON {
    let movement = machine.stillness.movement
    return .object([
      ("source", .string(machine.motionSource.rawValue)),
      ("threshold_mg", .number(machine.accelerometerMotion.threshold)),
      ("sensing", .optional(machine.sensing?.name)),
      ("readings", .optional(machine.sensing?.delivery.rawValue)),
      ("witness", .optional(movement?.witness.rawValue)),
      ("ago_s", .optional(movement.map { (machine.now - $0.at).inSeconds })),
    ])
  }

  private var resumeJSON: JSON {
    let times = machine.resumeTimes
    return .object([
      ("latest_s", .optional(times.latest?.inSeconds)),
      ("slowest_s", .optional(times.slowest?.inSeconds)),
      ("up_to_s", .array(ResumeTimes.bounds.map { .number($0.inSeconds) })),
      ("counts", .array(times.counts.map { .integer($0) })),
    ])
  }

  private var temperatureJSON: JSON {
    guard let temperature = measurements.temperature else { return .null }
    return .object([
      ("zone", .string(temperature.zone)),
      ("celsius", .number(Double(temperature.milliCelsius) / 1000)),
      ("level", .string(machine.heat.level.rawValue)),
    ])
  }
}

extension Status {
  private var rate: Double? {
    machine.capture.state == .running ? machine.frameRate.perSecond : nil
  }

  private var uptime: Duration { machine.now - (machine.startedAt ?? machine.now) }

  private var devices: [Device] { [machine.capture.device] + machine.others }

  private var absentRoles: [Role] { devices.filter { $0.state == .absent }.map(\.role) }

  private var captureName: String { machine.capture.state.name }

  private var shutterName: String { machine.shutter.shown.name }

  private var lightName: String { machine.indicator.situation.name }
}
