import Core

/// Clips: begun, stored, or found cut off; those that were begun and have no end are a setting each, which their end
/// removes.
extension Record.Kind {
  static let ofClips = [pieceBegun, clipStored, clipRecovered]

  static let pieceBegun = Record.Kind(
    "piece.begun", "the file of a piece is being written",
    [
      .number("number"), .text("kind", "of a clip `clip`, which has [more](#clips)"),
      .text("file"),
    ], [noteBegun, reserveNumber])
  static let clipStored = Record.Kind(
    "clip.stored", "a clip is durable",
    RecordMember.file + clip + [
      .count("frames", "whole ones"), .whole("length", "nanoseconds from the first to the last"),
      .count("dropped", "frames of that time that are missing"),
      .whole("last", "when it was taken"),
    ], [addClip("'clip'", adopted: "NULL"), endBegun],
    where: isClipRight)
  static let clipRecovered = Record.Kind(
    "clip.recovered", "the file of a clip that nobody finished has whole frames",
    RecordMember.file
      + [.text("kind", "`clip`, or `imported` where no frame is sealed")] + clip + [
        .count("frames"), .whole("length"), .count("dropped", "null: nobody counted them").orNull,
        .whole("last"), .text("reason", "why nobody finished it, as of `piece.adopted`"),
        .count("sealed_frames", "so many stand before a [seal](#the-file-of-a-clip)"),
        .count("whole_bytes", "where the last whole frame or seal ends"),
        RecordMember.count("broken_bytes", "of those before, that are of nothing whole").orNone,
      ], [addClip("payload ->> 'kind'", adopted: "payload ->> 'reason'"), endBegun],
    where: isClipRight)

  /// What all records of a clip say, besides its file.
  private static let clip: [RecordMember] =
    [
      .text("thing"), .count("width"), .count("height"), .requester, .whole("planned"),
      .object("taken", "its first frame"),
    ] + RecordMember.moment("taken") + [
      .number("camera").orNull, .flag("power_save"), .object("data"), .text("data.format"),
      .number("data.orientation").orNone, .text("technique", "`test` or `train`").orNone,
      .number("slot").orNone,
    ]

  private static let isClipRight: @Sendable (JSON) -> Bool = { payload in
    payload.text("file") == EvidenceFolder.file(payload.integer("number") ?? 0, BegunClip.ending)
  }

  /// What the settings are called that name the records by which clips were begun; the clip's number follows.
  static let begunPrefix = "begun."

  private static let noteBegun = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT '\(begunPrefix)' || (payload ->> 'number'), sequence FROM told
    WHERE payload ->> 'kind' = 'clip' AND payload ->> 'id' IS NOT NULL
    """
  /// The clip is a piece, or nothing has its number.
  static let endBegun = """
    DELETE FROM settings WHERE name = '\(begunPrefix)' || (SELECT payload ->> 'number'
      FROM told)
    """
  /// The clip's own file was moved away; another of its number, or one that stays, ends nothing.
  static let endRejected = """
    DELETE FROM settings WHERE (name, value) IN (
      SELECT '\(begunPrefix)' || (begun.payload ->> 'number'), CAST(begun.sequence AS TEXT)
      FROM records AS rejected
        JOIN settings ON name = '\(begunPrefix)' || (rejected.payload ->> 'number')
        JOIN records AS begun ON begun.sequence = CAST(value AS INTEGER)
      WHERE rejected.sequence = ?1 AND rejected.payload ->> 'moved_to' IS NOT NULL
        AND begun.payload ->> 'file' = rejected.payload ->> 'file')
    """
  /// One that was cut off says why, and whether the device vouches for its frames.
  private static func addClip(_ kind: String, adopted: String) -> String {
    """
    INSERT INTO evidence (number, id, thing, request, kind, technique, slot, data, local_file, sha256,
      byte_count, width, height, planned, actual, boot_id, wall_time, clock, utc_offset, adopted, state, record,
      created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), \(activeRequest),
      \(kind), payload ->> 'technique', payload ->> 'slot',
      json_set(payload -> 'data', '$.frames', payload ->> 'frames',
        '$.length', payload ->> 'length', '$.dropped', payload ->> 'dropped'),
      payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes', payload ->> 'width',
      payload ->> 'height', payload ->> 'planned', payload ->> '$.taken.monotonic',
      payload ->> '$.taken.boot_id', payload ->> '$.taken.wall_time' / 1e6,
      payload ->> '$.taken.clock', \(utcOffset), \(adopted), iif(\(adopted) IS NULL, 'stored', 'adopted'),
      sequence, wall_time / 1e6, wall_time / 1e6
    FROM told
    \(AddedPiece.returning)
    """
  }
}

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
    let broken: [(String, JSON)] =
      found.brokenByteCount > 0 ? [("broken_bytes", .integer(found.brokenByteCount))] : []
    let content = content(found.frameCount, clip.length, nil, clip.last)
    return Record(
      .clipRecovered, members(of: clip.piece) + clip.begun.known + content + recovery + broken)
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
