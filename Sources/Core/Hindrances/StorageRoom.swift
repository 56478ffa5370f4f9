/// Whether there is room for evidence, with a floor under which capture pauses.
package struct StorageRoom: Sendable {
  /// How much room there is.
  enum Level: String, Hashable, Sendable {
    /// Nobody has measured yet, or it can't be measured.
    case unknown
    /// More than twice the floor.
    case ample
    /// Under twice the floor.
    case low
    /// It fell under the floor, and has not come back over 1.2 times the floor.
    case exhausted

    /// The word for it in sentences.
    var word: Phrase {
      switch self {
      case .unknown: Phrase("storage.level.unknown", "unknown")
      case .ample: Phrase("storage.level.ample", "enough")
      case .low: Phrase("storage.level.low", "low")
      case .exhausted: Phrase("storage.level.exhausted", "too little")
      }
    }
  }

  /// How often room is measured, since others may fill the file system too.
  static let period = Duration.seconds(60)
  /// How often it is measured while capture waits for it: a person who has made room will not wait long.
  static let waitingPeriod = Duration.seconds(10)
  /// How often it is measured while a clip is recorded, which may fill a small card within a minute.
  static let recordingPeriod = Duration.seconds(5)
  /// After something was removed to make room.
  static let shortestPeriod = Duration.seconds(1)

  /// How much room there is.
  private(set) var level = Level.unknown
  /// What was measured last.
  private(set) var space: Space?
  /// When to measure next.
  private(set) var deadline: Instant?
  /// Free bytes under which capture pauses; nil: the least of 500 MB and a tenth of the file system.
  var floor: Int?

  /// Room with a floor of `floor` free bytes; nil: the least of 500 MB and a tenth of the file system.
  package init(floor: Int?) {
    self.floor = floor
  }

  /// Free bytes under which capture pauses on a file system of `total` bytes.
  package func floor(total: Int) -> Int {
    floor ?? min(500_000_000, total / 10)
  }

  /// How many bytes more should be free so that capture needn't pause for a while; nil where there is room.
  var lacking: Int? {
    guard let space else { return nil }
    let floor = floor(total: space.total)
    return space.free < floor + floor / 5 ? floor + floor / 5 + floor / 10 - space.free : nil
  }

  /// There should be more room, or less, within `period` after `now`.
  mutating func expect(within period: Duration = shortestPeriod, at now: Instant) {
    let soon = now + period
    deadline = min(deadline ?? soon, soon)
  }

  /// The next time to measure is a period after `now`.
  mutating func schedule(at now: Instant) {
    deadline = now + StorageRoom.period
    expedite(at: now)
  }

  /// Takes a measurement; room that ran out has to be seen again before it counts.
  mutating func measured(_ space: Space?, at now: Instant) {
    defer { expedite(at: now) }
    self.space = space
    if let space {
      level = level(of: space)
    } else if level != .exhausted {
      level = .unknown
    }
  }

  /// Brings the next time forward while somebody waits for it.
  private mutating func expedite(at now: Instant) {
    guard level == .exhausted else { return }
    deadline = min(deadline ?? now + StorageRoom.period, now + StorageRoom.waitingPeriod)
  }

  private func level(of space: Space) -> Level {
    let floor = floor(total: space.total)
    let back = level == .exhausted ? floor + floor / 5 : floor
    if space.free < back { return .exhausted }
    return space.free < 2 * floor ? .low : .ample
  }
}
