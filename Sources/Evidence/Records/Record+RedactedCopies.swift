import Core

/// Copies in which faces are blank.
extension Record.Kind {
  static let ofRedactedCopies = [pieceRedacted]

  static let pieceRedacted = Record.Kind(
    "piece.redacted",
    """
    a copy of a piece is to leave in which parts are blank, since faces are there; recorded before it does, once for each \
    copy
    """,
    [
      RecordMember("pieces", .numbers, "one"), .digest("original", "of the stored file"),
      .number("faces", "the record of the faces that were hidden"),
      .text("analyser", "who found them; null: a person put them there").orNull,
      .text("decided", "the requester of that record"),
      RecordMember(
        "areas", .objects,
        "each with `x`, `y`, `width`, `height` in pixels of the stored picture; they grow to whole blocks of it"
      ),
      .digest("sha256", "of the copy, without Exif"), .number("bytes"),
      .digest("crop_sha256", "the same of a document's crop").orNone, .number("crop_bytes").orNone,
      .requester,
    ], [addCopy], where: isRight)

  private static let isRight: @Sendable (JSON) -> Bool = { payload in
    guard payload.integers("pieces").count == 1,
      (payload.member("crop_sha256") == nil) == (payload.member("crop_bytes") == nil),
      case .array(let areas)? = payload.member("areas")
    else { return false }
    return areas.allSatisfy { PixelArea(recorded: $0) != nil }
  }

  private static let addCopy = """
    INSERT INTO redacted_copies (record, piece, original, areas, sha256, byte_count, crop_sha256,
      crop_byte_count)
    SELECT sequence, piece.value, payload ->> 'original', payload -> 'areas', payload ->> 'sha256',
      payload ->> 'bytes', payload ->> 'crop_sha256', payload ->> 'crop_bytes'
    FROM told, json_each(payload, '$.pieces') AS piece
    """
}

extension Record {
  /// This copy is to leave, in which `areas` are blank for the faces that `source` tells of.
  static func pieceRedacted(
    _ copy: RedactedCopy, _ areas: [PixelArea], _ source: FaceSource, by requester: Requester
  ) -> Record {
    let members: [(String, JSON)] = [
      ("pieces", .array([.integer(copy.number)])), ("original", .string(copy.original)),
      ("faces", .integer(source.record)), ("analyser", .optional(source.sheet.analyser)),
      ("decided", .string(source.requester)), ("areas", areas.recorded),
      ("sha256", .string(copy.picture.sha256)), ("bytes", .integer(copy.picture.byteCount)),
    ]
    let crop: [(String, JSON)] =
      copy.crop.map {
        [("crop_sha256", .string($0.sha256)), ("crop_bytes", .integer($0.byteCount))]
      } ?? []
    return Record(.pieceRedacted, members + crop + Record.requester(requester))
  }
}

extension [PixelArea] {
  /// They as records have them.
  var recorded: JSON {
    .array(
      map { area in
        .object([
          ("height", .integer(area.height)), ("width", .integer(area.width)),
          ("x", .integer(area.x)), ("y", .integer(area.y)),
        ])
      })
  }
}

extension PixelArea {
  /// The area that a record has; nil where the object can't be one.
  init?(recorded json: JSON) {
    guard let x = json.integer("x"), let y = json.integer("y"), x >= 0, y >= 0,
      let width = json.integer("width"), let height = json.integer("height"), width > 0, height > 0
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
