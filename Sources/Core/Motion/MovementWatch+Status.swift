extension MovementWatch {
  /// What status says of movement, looked for by `source`.
  func status(
    _ source: MotionSource, _ accelerometer: AccelerometerWatch, at now: Instant
  ) -> StatusEntry {
    let threshold = Figures.decimal(Int(accelerometer.threshold.rounded()), digits: 3)
    var sentences = [Phrase.statusMotion(source.rawValue, threshold)]
    if let sensing = accelerometer.sensing { sentences.append(sensing.sentence) }
    sentences.append(
      latest.map { Phrase.statusMovement($0.witness.rawValue, (now - $0.at).inWords) }
        ?? Phrase.statusNoMovement)
    return StatusEntry("motion", sentences, json: json(source, accelerometer, at: now))
  }

  private func json(
    _ source: MotionSource, _ accelerometer: AccelerometerWatch, at now: Instant
  ) -> JSON {
    .object([
      ("source", .string(source.rawValue)),
      ("threshold_mg", .number(accelerometer.threshold)),
      ("sensing", .optional(accelerometer.sensing?.name)),
      ("readings", .optional(accelerometer.sensing?.delivery.rawValue)),
      ("witness", .optional(latest?.witness.rawValue)),
      ("ago_s", .optional(latest.map { (now - $0.at).inSeconds })),
    ])
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

extension Sensing {
  fileprivate var sentence: Phrase {
    hasEvents ? Phrase.statusSensingEvents(delivery.rawValue) : .statusSensing(delivery.rawValue)
  }
}

extension Phrase {
  static func statusMotion(_ source: String, _ threshold: String) -> Phrase {
    Phrase(
      "status.motion", "Movement is looked for by: {1}; the threshold is {2} g.", source, threshold)
  }

  static let statusNoMovement = Phrase("status.no-movement", "Nothing has moved yet.")

  static func statusMovement(_ witness: String, _ ago: String) -> Phrase {
    Phrase("status.movement", "Last movement: {1}, {2} ago.", witness, ago)
  }

  static func statusAcceleration(_ x: String, _ y: String, _ z: String) -> Phrase {
    Phrase("status.acceleration", "Accelerometer: x {1} g, y {2} g, z {3} g.", x, y, z)
  }

  static func statusSensing(_ delivery: String) -> Phrase {
    Phrase("status.sensing", "The accelerometer is read by {1}.", delivery)
  }

  static func statusSensingEvents(_ delivery: String) -> Phrase {
    Phrase(
      "status.sensing.events",
      """
      The accelerometer reports movement by events, and is read by {1} while capture runs.
      """, delivery)
  }
}
