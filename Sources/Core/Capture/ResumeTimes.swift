/// How long the camera takes to come back: from whatever ended a pause to the first good frame.
struct ResumeTimes: Hashable, Sendable {
  /// The upper bounds of the histogram's columns but the last, which has none.
  static let bounds: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2),
    .seconds(5),
  ]

  /// The latest.
  private(set) var latest: Duration?
  /// The slowest.
  private(set) var slowest: Duration?
  /// How many there were up to each bound, and above the last.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// When the pause ended from which the camera is coming back.
  private(set) var began: Instant?

  /// A pause ended at `now`.
  mutating func begin(at now: Instant) {
    began = now
  }

  /// The camera will not come back for now: it is paused again, or has failed.
  mutating func forget() {
    began = nil
  }

  /// A good frame came at `now`; the first one after a pause is what counts.
  mutating func finish(at now: Instant) {
    guard let began else { return }
    let duration = now - began
    self.began = nil
    latest = duration
    slowest = max(slowest ?? .zero, duration)
    let column = ResumeTimes.bounds.firstIndex { duration <= $0 } ?? ResumeTimes.bounds.count
    counts[column] += 1
  }
}

extension ResumeTimes {
  /// What status says of the ends of pauses; sentences only once there are any.
  var status: StatusEntry { StatusEntry("resume", sentences, json: json) }

  private var sentences: [Phrase] {
    guard let latest, let slowest else { return [] }
    return [
      Phrase(
        "status.resume",
        "Back from a pause in \(latest.inTenths) s, at the slowest in \(slowest.inTenths) s.")
    ]
  }

  private var json: JSON {
    .object([
      ("latest_s", .optional(latest?.inSeconds)), ("slowest_s", .optional(slowest?.inSeconds)),
      ("up_to_s", .array(ResumeTimes.bounds.map { .number($0.inSeconds) })),
      ("counts", .array(counts.map { .integer($0) })),
    ])
  }
}
