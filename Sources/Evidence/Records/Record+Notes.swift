import Core

/// What the camera and the photos that failed have recorded.
extension Record.Kind {
  static let ofCamera = [cameraOpened, captureGap]

  static let cameraOpened = Record.Kind(
    "camera.opened", "a camera, or a mode, other than that of the photo before",
    [
      .text("card"), .text("driver"), .text("bus"), .text("serial").orNull, .text("path"),
      .text("format"), .count("width", "pixels"), .count("height"),
      .count("frames_per_1000_s").orNull, .object("controls", "name to value"),
    ])
  static let captureGap = Record.Kind(
    "capture.gap", "the camera should have delivered, and did not",
    [.whole("from"), .whole("to"), .text("cause", "`fault`, `unplugged` or `stall`")], [addGap])

  /// The wall time of a gap is that of its record.
  private static let addGap = """
    INSERT INTO gaps (record, began, ended, cause, boot_id, wall_time, clock)
    SELECT sequence, payload ->> 'from', payload ->> 'to', payload ->> 'cause', boot_id,
      wall_time / 1e6, clock
    FROM told
    """
}

/// What the machine has recorded besides photos.
extension Record {
  /// The record of `note`, made at the moment `now`; instants in it are of that boot.
  ///
  /// - Parameter identifiers: names the series of photos that failed.
  init(_ note: Note, _ identifiers: Identifiers, at now: Moment) {
    switch note {
    case .gap(let gap):
      self.init(
        .captureGap,
        [
          ("from", .instant(gap.from)), ("to", .instant(gap.to)),
          ("cause", .string(gap.cause.rawValue)),
        ])
    case .photoFailed(let photo):
      self.init(Kind.photoFailed, Record.members(of: photo, identifiers))
    case .settingChanged(let change):
      self.init(
        .settingChanged,
        [
          ("name", .string(change.name)), ("value", .optional(change.value)),
          ("requester", .string(change.requester.name)),
        ])
    case .configurationChanged(let digest):
      self.init(.configurationChanged, [("configuration", .string(digest))])
    case .clockChanged(let source, let previous):
      self.init(
        source == .told ? .clockTold : .clockSynchronised,
        [("previous", .string(previous.rawValue))] + Record.utcOffset(now))
    case .programStopped(let isShutdown):
      self.init(.programStopped, [("shutdown", .bool(isShutdown))])
    }
  }

  private static func members(
    of photo: FailedPhoto, _ identifiers: Identifiers
  ) -> [(String, JSON)] {
    request(photo.series, photo.index, identifiers) + [
      ("planned", .instant(photo.series.planned(photo.index))),
      ("reason", .string(photo.reason.key)), ("sentence", .sentence(photo.reason)),
    ]
  }

  /// Who asked for photo `index` of `series`, when, and where it stands in it.
  static func request(
    _ series: Series, _ index: Int, _ identifiers: Identifiers
  ) -> [(String, JSON)] {
    [
      ("requester", .string(series.requester.name)),
      ("press", .optional(series.press.map { .instant($0) })),
      (
        "series",
        .object([
          ("id", .string(identifiers.series(from: series.origin))),
          ("index", .integer(index + 1)), ("count", .integer(series.count)),
        ])
      ),
    ]
  }
}

extension JSON {
  /// Nanoseconds on the monotonic clock of its boot.
  static func instant(_ instant: Instant) -> JSON { .integer(Int(instant.nanoseconds)) }

  /// When something happened, by both clocks.
  static func moment(_ moment: Moment) -> JSON {
    .object([
      ("boot_id", .string(moment.bootID)), ("monotonic", .instant(moment.instant)),
      ("wall_time", .optional(moment.wall.microseconds.map { Int($0) })),
      ("clock", .string(moment.wall.source.rawValue)),
    ])
  }
}
