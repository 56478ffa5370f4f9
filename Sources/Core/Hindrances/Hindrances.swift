/// What forbids capture whoever wants it: no room for evidence, or heat.
struct Hindrances: Sendable {
  /// What falls due within this time of a hindrance is finished; the floor leaves room for it.
  static let grace = Duration.seconds(30)

  /// So long what can be removed may be removed before photos are cancelled for want of room: none that would be
  /// cancelled falls due in that time.
  static let roomPatience = Duration.seconds(10)

  private(set) var storage: StorageRoom
  private(set) var heat: Heat
  /// Since when there is any.
  private var since: Instant?
  /// Whether something is left that can be removed to make room.
  private var canMakeRoom = false

  /// Nothing is known of room and heat.
  init(_ settings: Settings) {
    storage = StorageRoom(floor: settings.storageFloor)
    heat = Heat(settings.heatLimits)
  }

  /// The gravest that is there.
  var gravest: Capture.PauseCause? {
    if hinders(.lowStorage) { return .lowStorage }
    return hinders(.overTemperature) ? .overTemperature : nil
  }

  /// Whether so little room is left that capture pauses.
  var isRoomExhausted: Bool { storage.level == .exhausted }
  /// Whether room for evidence runs short, or there is none left.
  var isRoomLow: Bool { storage.level == .low || storage.level == .exhausted }

  /// How many bytes more should be free; nil where there is room, or nobody can tell.
  var lackingRoom: Int? { storage.lacking }

  /// When room is measured next.
  var roomDeadline: Instant? { storage.deadline }

  /// When heat is measured next.
  var heatDeadline: Instant? { heat.deadline }

  /// The last instant for which a photo may still be planned; nil while nothing forbids any.
  var lastPlanned: Instant? { since.map { $0 + Hindrances.grace } }

  /// Whether room may still be made before photos are cancelled for want of it.
  func expectsRoom(at now: Instant) -> Bool {
    guard canMakeRoom, hinders(.lowStorage), !hinders(.overTemperature), let since else {
      return false
    }
    return now - since < Hindrances.roomPatience
  }

  /// Whether `cause` is there; those of a person never are.
  func hinders(_ cause: Capture.PauseCause) -> Bool {
    switch cause {
    case .idle, .manual: false
    case .lowStorage: storage.level == .exhausted
    case .overTemperature: heat.level == .excessive
    }
  }

  /// Why no photo is taken because of `cause`.
  func reason(of cause: Capture.PauseCause) -> Phrase {
    cause == .overTemperature ? tooHot : Phrase.storageLow
  }

  /// What people hear when `cause` has ended.
  func news(ofEndOf cause: Capture.PauseCause) -> Phrase {
    guard cause == .overTemperature else {
      return Phrase("storage.back", "There is room again: capture goes on.")
    }
    guard let latest = heat.latest else { return Phrase.temperatureLost }
    return Phrase(
      "heat.cooled-down",
      "Cooled down to \(Figures.degrees(latest.milliCelsius)) °C: capture goes on.")
  }

  /// What a person hears who wants a photo of a board that is too hot.
  private var tooHot: Phrase {
    let latest = heat.latest.map { Figures.degrees($0.milliCelsius) } ?? .unknown
    return Phrase.tooHot(latest, Figures.degrees(heat.limits.resume))
  }

  /// Other limits hold from now on.
  mutating func adopt(_ settings: Settings) {
    storage.floor = settings.storageFloor
    heat.limits = settings.heatLimits
  }

  /// Room was measured at `now`.
  ///
  /// - Parameter canMakeRoom: whether something is left that can be removed to make room.
  mutating func measured(_ space: Space?, canMakeRoom: Bool, at now: Instant) {
    self.canMakeRoom = canMakeRoom
    storage.measured(space, at: now)
    settle(at: now)
  }

  /// It is so warm at `now`; nil: nobody can tell.
  ///
  /// - Returns: whether a thermometer has just been given up.
  mutating func measured(_ temperature: Temperature?, at now: Instant) -> Bool {
    let isLost = heat.receive(temperature, at: now)
    settle(at: now)
    return isLost
  }

  /// Something was removed to make room, at `now`: that is looked at soon.
  mutating func expectRoom(at now: Instant) { storage.expect(at: now) }

  /// A clip takes room all the time, from `now` on too: that is looked at every few seconds.
  mutating func expectClip(at now: Instant) {
    storage.expect(within: StorageRoom.recordingPeriod, at: now)
  }

  /// Has everything measured.
  mutating func measureRoom(at now: Instant, _ steps: inout Steps) {
    storage.schedule(at: now)
    steps.add(.measure(.all))
  }

  /// Has the temperature measured.
  mutating func measureHeat(at now: Instant, _ steps: inout Steps) {
    heat.ask(at: now)
    steps.add(.measure(.temperature))
  }

  private mutating func settle(at now: Instant) {
    since = gravest == nil ? nil : since ?? now
  }
}

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
      "temperature",
      [Phrase("status.temperature", "Temperature: \(degrees) °C (\(temperature.zone)).")],
      json: .object([
        ("zone", .string(temperature.zone)),
        ("celsius", .number(Double(temperature.milliCelsius) / 1000)),
        ("level", .string(heat.level.rawValue)),
      ]))
  }

  private var room: Phrase {
    guard let space = storage.space else { return Phrase("status.no-room", "Room: unknown.") }
    return Phrase(
      "status.room",
      "Room: \(Figures.bytes(space.free)) free of \(Figures.bytes(space.total)), \(storage.level.word)."
    )
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

extension Phrase {
  package static let storageLow = Phrase(
    "storage.low",
    "Storage is nearly full: capture pauses until there is room; move evidence away or fit a larger card."
  )

  static func tooHot(_ degrees: Figure, _ limit: Figure) -> Phrase {
    Phrase(
      "heat.too-hot",
      "Too hot, \(degrees) °C: capture pauses until it is under \(limit) °C; give the board shade or air."
    )
  }

}
