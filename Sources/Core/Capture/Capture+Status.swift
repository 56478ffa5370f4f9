extension Capture {
  /// What status says of capture and its camera.
  func status(_ counts: FrameCounts?) -> [StatusEntry] {
    [
      StatusEntry("capture", [sentence], json: .string(state.word.english)),
      StatusEntry("camera", json: .optional(mode?.json)),
      StatusEntry("frames", [frames(counts)], json: framesJSON(counts)),
    ]
  }

  /// What status says of the power that the camera takes.
  func powerStatus(_ presentPower: Phrase) -> StatusEntry {
    StatusEntry("subdued", isSubdued ? [presentPower] : [], json: .bool(isSubdued))
  }

  /// What status says of the ends of pauses.
  var resumeStatus: StatusEntry {
    StatusEntry("resume", resumeTimes.sentences, json: resumeTimes.json)
  }

  private var sentence: Phrase {
    guard let mode else { return Phrase.statusCapture(state.word) }
    return Phrase.statusCaptureMode(state.word, mode.card, mode.format, mode.size, mode.rate)
  }

  private func frames(_ counts: FrameCounts?) -> Phrase {
    guard let counts else { return Phrase.statusNoFrames }
    return Phrase.statusFrames(
      rate.map { Figures.decimal(Int(($0 * 10).rounded()), digits: 1) } ?? "-", counts.delivered,
      counts.lost, counts.discarded)
  }

  private func framesJSON(_ counts: FrameCounts?) -> JSON {
    guard let counts else { return .null }
    return .object(
      [("per_second", .optional(rate))] + counts.named.map { ($0.name, .integer($0.count)) })
  }

  private var rate: Double? { state == .running ? flow.perSecond : nil }
}

extension ResumeTimes {
  /// They for people; nothing before there are any.
  fileprivate var sentences: [Phrase] {
    guard let latest, let slowest else { return [] }
    return [Phrase.statusResume(latest.inTenths, slowest.inTenths)]
  }

  /// They for programs.
  fileprivate var json: JSON {
    .object([
      ("latest_s", .optional(latest?.inSeconds)), ("slowest_s", .optional(slowest?.inSeconds)),
      ("up_to_s", .array(ResumeTimes.bounds.map { .number($0.inSeconds) })),
      ("counts", .array(counts.map { .integer($0) })),
    ])
  }
}

extension Phrase {
  static func statusResume(_ latest: String, _ slowest: String) -> Phrase {
    Phrase("status.resume", "Back from a pause in {1} s, at the slowest in {2} s.", latest, slowest)
  }

  static func statusCapture(_ state: Phrase) -> Phrase {
    Phrase("status.capture", "Capture: {1}.", state)
  }

  static func statusCaptureMode(
    _ state: Phrase, _ card: String, _ format: String, _ size: String, _ rate: String
  ) -> Phrase {
    Phrase(
      "status.capture-mode", "Capture: {1}, {2}, {3} {4} at {5}.", state, card, format, size, rate)
  }

  static func statusFrames(
    _ rate: String, _ delivered: Int, _ lost: Int, _ discarded: Int
  ) -> Phrase {
    Phrase(
      "status.frames",
      """
      Frames: {1} per second, {2} delivered, {3} lost, {4} discarded.
      """, rate, delivered, lost, discarded)
  }

  static let statusNoFrames = Phrase("status.no-frames", "Frames: none, the camera is closed.")
}
