import Core

/// Clips: begun, stored, or found cut off.
extension Record {
  /// The file of a clip is there, durable and without a frame.
  static func pieceBegun(_ clip: BegunClip) -> Record { Record(.pieceBegun, clip.members) }

  /// A clip is durable, with its last frame at `last`.
  static func clipStored(_ clip: StoredClip, _ begun: BegunClip, last: Instant) -> Record {
    Record(
      .clipStored,
      members(of: clip.piece) + begun.known
        + content(clip.content.frameCount, clip.content.length, clip.content.droppedCount, last))
  }

  /// The file of a clip that was cut off has whole frames.
  static func clipRecovered(_ clip: RecoveredClip, for reason: Adoption) -> Record {
    let found = clip.found
    let recovery: [(String, JSON)] = [
      ("kind", .string(clip.kind)), ("reason", .string(reason.rawValue)),
      ("sealed_frames", .integer(found.sealedFrameCount)),
      ("whole_bytes", .integer(found.wholeByteCount)),
    ]
    return Record(
      .clipRecovered,
      members(of: clip.piece) + clip.begun.known
        + content(found.frameCount, clip.length, nil, clip.last) + recovery)
  }

  /// What all records of a clip say of it, besides its thing.
  ///
  /// - Parameter camera: sequence of the record of its camera; nil where nothing is known of that.
  static func facts(of clip: ClipFacts, camera: Int?) -> [(String, JSON)] {
    var data: [(String, JSON)] = [("format", .string(clip.format))]
    if let orientation = clip.request.orientation {
      data.append(("orientation", .integer(orientation.rawValue)))
    }
    return [
      ("width", .integer(clip.width)), ("height", .integer(clip.height)),
      ("requester", .string(clip.request.requester.name)), ("planned", .instant(clip.planned)),
      ("taken", .moment(clip.first)), ("camera", .optional(camera)),
      ("power_save", .bool(clip.request.savesPower)), ("data", .object(data)),
    ] + (clip.request.task?.slot.members ?? [])
  }

  private static func content(
    _ frames: Int, _ length: Duration, _ dropped: Int?, _ last: Instant
  ) -> [(String, JSON)] {
    [
      ("frames", .integer(frames)), ("length", .integer(Int(length.nanoseconds))),
      ("dropped", .optional(dropped)), ("last", .instant(last)),
    ]
  }
}

extension BegunClip {
  /// How the name of a clip's file ends.
  static let ending = ImportedKind.mkv.ending

  /// What the record says by which it begins.
  var members: [(String, JSON)] {
    [
      ("id", .string(id)), ("number", .integer(number)), ("kind", .string("clip")),
      ("file", .string(file)),
    ] + known
  }

  /// What all its records say.
  fileprivate var known: [(String, JSON)] { [("thing", .string(thing))] + facts }
}
