import Core

/// Photos that are durable, and those that failed.
extension Record.Kind {
  static let ofPhotos = [photoStored, photoFailed]

  static let photoStored = Record.Kind(
    "photo.stored", "a photo is durable; [more](#photos)",
    RecordMember.file + photo + series, [addPhoto],
    where: { payload in
      let (number, data) = (payload.integer("number") ?? 0, payload.member("data"))
      return payload.text("file") == EvidenceFolder.file(number)
        && areBesideRight(
          data, of: number, hasCrop: data?.member("crop") != nil,
          hasGlyphs: data?.member("glyphs") != nil)
    })
  static let photoFailed = Record.Kind(
    "photo.failed", "one that was asked for is not",
    series + [
      .whole("planned"), .text("reason", "a sentence's key"), .text("sentence", "in English").told,
    ])

  private static let photo = [shot, RecordMember.moment("taken"), data, crop, glyphs].flatMap { $0 }

  private static let shot: [RecordMember] = [
    .text("thing"), .count("width"), .count("height"), .whole("planned"), .object("taken"),
  ]

  private static let data: [RecordMember] = [
    .number("camera").orNull, .flag("power_save"), .object("data"), .text("data.format"),
    .count("data.sequence"), .flag("data.tables_inserted").orNone, .flag("data.end_added").orNone,
    .count("data.bytes_cut").orNone, .flag("data.under_voltage").orNone,
    .number("data.orientation").orNone, .text("data.mask").orNone,
  ]

  private static let crop =
    [RecordMember.object("data.crop").orNone] + RecordMember.companion("data.crop")
    + ["x", "y", "width", "height"].map { RecordMember.count("data.crop.\($0)") }

  private static let glyphs =
    [
      RecordMember.object("data.glyphs").orNone, RecordMember.object("data.glyphs.text"),
      RecordMember.object("data.glyphs.ansi"), RecordMember.count("data.glyphs.columns"),
      RecordMember.count("data.glyphs.rows"), RecordMember.object("data.glyphs.settings"),
    ] + RecordMember.companion("data.glyphs.text") + RecordMember.companion("data.glyphs.ansi")

  /// Who asked for a photo, when, and where it stands in its series.
  private static let series: [RecordMember] = [
    .requester, .whole("press").orNull, .object("series"), .text("series.id"),
    .number("series.index"), .number("series.count"),
  ]

  private static let addPhoto = """
    INSERT INTO evidence (number, id, thing, request, kind, data, local_file, sha256, byte_count,
      width, height, planned, actual, boot_id, wall_time, clock, utc_offset, state, record, created_at,
      updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), \(activeRequest),
      CASE WHEN payload -> '$.data.crop' IS NULL THEN 'photo' ELSE 'document' END,
      payload -> 'data', payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes',
      payload ->> 'width', payload ->> 'height', payload ->> 'planned',
      payload ->> '$.taken.monotonic', payload ->> '$.taken.boot_id',
      payload ->> '$.taken.wall_time' / 1e6, payload ->> '$.taken.clock', \(utcOffset), 'stored', sequence,
      wall_time / 1e6, wall_time / 1e6
    FROM told
    \(AddedPiece.returning)
    """

  /// Whether `data` tells of the files beside that of piece `number` what can be.
  static func areBesideRight(
    _ data: JSON?, of number: Int, hasCrop: Bool, hasGlyphs: Bool
  ) -> Bool {
    let (crop, glyphs) = (data?.member("crop"), data?.member("glyphs"))
    return (!hasCrop || isRight(crop, .crop, of: number))
      && (!hasGlyphs
        || isRight(glyphs?.member("text"), .text, of: number)
          && isRight(glyphs?.member("ansi"), .ansi, of: number))
  }

  /// Whether `told` is what a record can tell of the file that piece `number` has as `companion`.
  private static func isRight(_ told: JSON?, _ companion: Companion, of number: Int) -> Bool {
    guard let told else { return false }
    return told.text("file") == EvidenceFolder.file(number, companion)
      && told.text("sha256")?.isDigits(64) == true && told.integer("bytes") ?? -1 >= 0
  }
}

/// Photos and what they were taken with.
extension Record {
  /// A camera was opened, and runs so.
  static func cameraOpened(_ camera: CameraMode) -> Record {
    let controls = camera.controls.map { ($0.name, JSON.integer($0.value)) }
    return Record(
      .cameraOpened,
      [
        ("card", .string(camera.card)), ("driver", .string(camera.driver)),
        ("bus", .string(camera.bus)), ("serial", .optional(camera.serial)),
        ("path", .string(camera.path)), ("format", .string(camera.format)),
        ("width", .integer(camera.width)), ("height", .integer(camera.height)),
        ("frames_per_1000_s", .optional(camera.framesPerSecond.map { Int(($0 * 1000).rounded()) })),
        ("controls", .object(Dictionary(controls) { $1 }.map { ($0.key, $0.value) })),
      ])
  }

  /// The payload of the record that the bytes of `piece` are durable, and `photo` is what is known of them.
  ///
  /// - Parameters:
  ///   - thing: id of the thing that it documents.
  ///   - camera: sequence of the record of its camera; nil where nothing is known of that.
  ///   - identifiers: names its series.
  static func photoStored(
    _ piece: StoredPiece, of photo: PhotoFacts, thing: String, camera: Int?,
    _ identifiers: Identifiers
  ) -> [(String, JSON)] {
    let shot = photo.shot
    let facts: [(String, JSON)] = [
      ("thing", .string(thing)), ("width", .integer(photo.width)),
      ("height", .integer(photo.height)), ("planned", .instant(shot.planned)),
      ("taken", .moment(photo.taken)), ("camera", .optional(camera)),
      ("power_save", .bool(shot.savesPower)), ("data", data(of: photo, piece)),
    ]
    let request = request(shot.series, shot.index, identifiers)
    return members(of: piece) + facts + request
  }

  /// The file, by what it is found again and checked.
  static func members(of piece: StoredPiece) -> [(String, JSON)] {
    [
      ("id", .string(piece.id)), ("number", .integer(piece.number)), ("file", .string(piece.file)),
      ("sha256", .string(piece.sha256)), ("bytes", .integer(piece.byteCount)),
    ]
  }

  private static func data(of photo: PhotoFacts, _ piece: StoredPiece) -> JSON {
    var members: [(String, JSON)] = [
      ("format", .string(photo.format)), ("sequence", .integer(Int(photo.shot.frame.sequence))),
    ]
    members += changes(photo.changes)
    if let isLow = photo.isUnderVoltage { members.append(("under_voltage", .bool(isLow))) }
    if let orientation = photo.shot.orientation {
      members.append(("orientation", .integer(orientation.rawValue)))
    }
    if let mask = photo.shot.mask { members.append(("mask", .string(mask.text))) }
    if let crop = piece.crop { members.append(("crop", crop.json)) }
    if let glyphs = piece.glyphs { members.append(("glyphs", glyphs.json)) }
    return .object(members)
  }

  /// Only what was changed is said.
  private static func changes(_ changes: PictureChanges) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    if changes.hasInsertedTables { members.append(("tables_inserted", .bool(true))) }
    if changes.hasAddedEnd { members.append(("end_added", .bool(true))) }
    if changes.cutByteCount > 0 { members.append(("bytes_cut", .integer(changes.cutByteCount))) }
    return members
  }
}
