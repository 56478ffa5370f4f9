extension Hindrances {
  /// What status says of room.
  var roomStatus: StatusEntry {
    StatusEntry("storage", [room], json: storageJSON)
  }

  /// What status says of the temperature, measured as `temperature`.
  func heatStatus(_ temperature: Temperature?) -> StatusEntry {
    guard let temperature else { return StatusEntry("temperature", json: .null) }
    let degrees = Figures.degrees(temperature.milliCelsius)
    return StatusEntry(
      "temperature", [Phrase(.statusTemperature, degrees, temperature.zone)],
      json: .object([
        ("zone", .string(temperature.zone)),
        ("celsius", .number(Double(temperature.milliCelsius) / 1000)),
        ("level", .string(heat.level.rawValue)),
      ]))
  }

  private var room: Phrase {
    guard let space = storage.space else { return Phrase(.statusNoRoom) }
    return Phrase(
      .statusRoom, Figures.bytes(space.free), Figures.bytes(space.total), storage.level.rawValue)
  }

  private var storageJSON: JSON {
    .object([
      ("level", .string(storage.level.rawValue)),
      ("free_bytes", .optional(storage.space?.free)),
      ("total_bytes", .optional(storage.space?.total)),
      ("floor_bytes", .optional(storage.space.map { storage.floor(total: $0.total) })),
    ])
  }
}
