import Core

/// What came back from a bundle: under new numbers, with its own ids, and with the record that it comes from.
extension Record.Kind {
  static let ofReturns = [recordsKept, thingRestored, requestRestored, pieceRestored]

  static let recordsKept = Record.Kind(
    "records.kept",
    """
    the records of another store are durable here, as they were in a bundle; `thing.restored`, `request.restored` and \
    `piece.restored` name them
    """,
    [
      .text("store", "its id"), .text("head", "theirs"),
      .text("device", "the id of who signed last"),
      .text(
        "file", "`restored/STORE/NUMBER-HASH.jsonl`, by number and first 16 digits of the head"),
      .digest("sha256"), .count("bytes"),
      .flag(
        "remains",
        """
        true, and only where they are what damage has left: records by which keys are known, and those that can be read \
        behind a hole; the file is `NUMBER-HASH-remains.jsonl` then
        """
      ).orNone,
    ], [keepRecords],
    where: { payload in
      Origin(payload)?.file == payload.text("file") && payload.member("remains")?.isTrue ?? true
    })
  static let thingRestored = Record.Kind(
    "thing.restored", "a thing came back; it is not the current one by that",
    [.text("id"), .number("number"), .text("title").told, .text("category")]
      + ["description", "brand", "model", "color", "upc"].map { .text($0).orNull.told }
      + [.text("collect").orNull, RecordMember("tags", .texts).told, .object("data").told]
      + times(["created_at", "updated_at"]) + origin, [restoreThing],
    where: isOriginRight)
  static let requestRestored = Record.Kind(
    "request.restored", "a request came back",
    request + [.text("status"), .whole("completed_at", "microseconds").orNull]
      + times(["created_at"]) + origin,
    [restoreRequest], where: isOriginRight)
  static let pieceRestored = Record.Kind(
    "piece.restored", "a piece came back, byte for byte",
    RecordMember.file + restored + [
      .object("data", "as in its row there; crop and glyphs under the new number"),
      .text("data.source").orNone.orNull.told,
      .text("batch", "the same for all of one command"),
    ] + held + origin, [restorePiece, restoreOptions, restoreChoice, restoreFaces],
    where: isPieceRight)

  private static let restored: [RecordMember] =
    [
      .text("kind"), .text("thing"), .text("request", "its id").orNull, .count("width").orNull,
      .count("height").orNull, .whole("planned").orNull, .object("taken", "as of a photo").orNull,
    ] + RecordMember.moment("taken") + [
      .object("captured", "by which its store dated it").orNull, .whole("captured.wall_time"),
      .text("captured.clock"), .utcOffset, .text("technique").orNull, .number("slot").orNull,
      .text("title").orNull.told, .text("decision").orNull, .flag("locked"),
    ]
  /// What its store held of it besides, where it did.
  private static let held: [RecordMember] = [
    .object(
      "made",
      """
      as far as its record there says it, `requester`, `press`, `series`, `power_save`, `last`, `sealed_frames`, and \
      `camera`, which is the payload of the `camera.opened` that it names
      """
    ).orNone,
    RecordMember(
      "options", .objects,
      "each with `text`, `per_mille`, `analyser`, and `denied`, true where a person said that it is not so"
    ).orNone.told,
    .text("option", "the one by which it was decided").orNone.told,
    .text("decided_by", "who did that; only with it `option` counts").orNone,
    .object("faces", "as the latest record of them there has them").orNone,
    .text("faces.analyser").orNull, .text("faces.failed").orNull,
    RecordMember("faces.faces", .objects, "[below](#faces); null: none").orNull,
    .number("faces.active").orNull,
  ]
  private static let origin: [RecordMember] = [
    .object("origin", "[below](#what-came-back)"), .text("origin.store"), .text("origin.head"),
    .text("origin.device"), .number("origin.number"), .number("origin.record"),
    .digest("origin.hash"), .flag("origin.remains", "true, or it lacks").orNone,
    .number(
      "origin.redacted",
      "only of a piece: its record there of the copy, in which faces are blank, that came back in its place"
    ).orNone,
  ]

  /// When it began and was changed there, in microseconds; an earlier program did not say so.
  private static func times(_ names: [String]) -> [RecordMember] {
    names.map { .whole($0, "there, microseconds").orNull.orNone }
  }

  private static let areOptionsRight: @Sendable (JSON) -> Bool = { payload in
    guard case .array(let options)? = payload.member("options") else { return true }
    return options.allSatisfy { option in
      let isDenied = option.member("denied")
      let isFlag = if case .bool? = isDenied { true } else { false }
      return option.text("text") != nil && option.text("analyser") != nil && isFlag
        && 0...1000 ~= option.integer("per_mille") ?? -1
    }
  }

  private static let isPieceRight: @Sendable (JSON) -> Bool = { payload in
    let (number, data) = (payload.integer("number") ?? 0, payload.member("data"))
    return isOriginRight(payload) && isOffsetPossible(payload) && areOptionsRight(payload)
      && areFacesRight(payload.member("faces") ?? .object([]))
      && EvidenceFolder.isFile(payload.text("file") ?? "", of: number)
      && areBesideRight(
        data, of: number, hasCrop: payload.text("kind") == "document",
        hasGlyphs: data?.member("glyphs") != nil)
  }

  private static let isOriginRight: @Sendable (JSON) -> Bool = { payload in
    payload.member("origin").flatMap { Origin($0) } != nil
  }

  private static let keepRecords = """
    INSERT OR REPLACE INTO origins (store, head, device, file, sha256, byte_count, record)
    SELECT payload ->> 'store', payload ->> 'head', payload ->> 'device', payload ->> 'file',
      payload ->> 'sha256', payload ->> 'bytes', sequence
    FROM told
    """
  private static let restoreThing = """
    INSERT INTO things (number, id, title, category, description, brand, model, color, upc, tags,
      data, collect, origin, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', ifnull(payload ->> 'title', ''),
      payload ->> 'category', payload ->> 'description', payload ->> 'brand', payload ->> 'model', payload ->> 'color',
      payload ->> 'upc', ifnull(payload ->> 'tags', '[]'), ifnull(payload ->> 'data', '{}'),
      payload ->> 'collect', payload -> 'origin', \(time("created_at")), \(time("updated_at"))
    FROM told
    """
  private static let restoreRequest = """
    INSERT INTO requests (id, url, type, data, delivery_target, created_at, completed_at, status,
      number, record, origin)
    SELECT payload ->> 'id', \(url), payload ->> 'type', payload,
      payload ->> 'delivery_target', \(time("created_at")), payload ->> 'completed_at' / 1e6,
      payload ->> 'status', payload ->> 'number', sequence, payload -> 'origin'
    FROM told
    """
  /// The date is the one that the other store told: its calendar of boots is not here.
  private static let restorePiece = """
    INSERT INTO evidence (number, id, thing, request, kind, technique, slot, data, local_file,
      sha256, byte_count, width, height, planned, actual, boot_id, wall_time, clock, utc_offset, title,
      decision,
      locked, state, record, origin, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), payload ->> 'request',
      payload ->> 'kind', payload ->> 'technique', payload ->> 'slot', payload -> 'data',
      payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes', payload ->> 'width',
      payload ->> 'height', payload ->> 'planned', payload ->> '$.taken.monotonic',
      payload ->> '$.taken.boot_id', payload ->> '$.captured.wall_time' / 1e6,
      ifnull(payload ->> '$.captured.clock', 'unset'), payload ->> 'utc_offset', payload ->> 'title', payload ->> 'decision',
      iif(payload ->> 'locked', sequence, NULL), 'stored', sequence, payload -> 'origin',
      wall_time / 1e6, wall_time / 1e6
    FROM told
    \(AddedPiece.returning)
    """
  private static let restoreOptions = """
    INSERT INTO options (record, place, piece, text, per_mille, analyser, denied)
    SELECT sequence, guess.key, payload ->> 'number', guess.value ->> 'text',
      guess.value ->> 'per_mille', guess.value ->> 'analyser',
      iif(guess.value ->> 'denied', sequence, NULL)
    FROM told, json_each(payload, '$.options') AS guess WHERE guess.type = 'object'
    """
  private static let restoreChoice = """
    INSERT OR REPLACE INTO choices (piece, record, text, requester)
    SELECT payload ->> 'number', sequence, ifnull(payload ->> 'option', ''),
      payload ->> 'decided_by'
    FROM told WHERE payload ->> 'decided_by' IS NOT NULL
    """

  /// People who change them later count for more, and nobody undoes what came back.
  private static let restoreFaces = """
    INSERT INTO faces (record, piece, analyser, failed, faces, active, requester)
    SELECT sequence, payload ->> 'number', payload ->> '$.faces.analyser',
      payload ->> '$.faces.failed', \(facesText("$.faces.faces")),
      payload ->> '$.faces.active', 'analyser'
    FROM told WHERE json_type(payload, '$.faces') = 'object'
    """

  /// The time that a member tells in microseconds; where it is not there, that of the record.
  private static func time(_ member: String) -> String {
    "iif(json_type(payload, '$.\(member)') IS NULL, wall_time, payload ->> '\(member)') / 1e6"
  }
}

extension Record {
  /// The records of another store are durable as a file of this one.
  static func recordsKept(_ item: Restorable, in file: String) -> Record {
    let own: [(String, JSON)] = [("file", .string(file))] + (item.origin?.remains ?? [])
    return Record(
      .recordsKept, item.members(["store", "head", "device", "sha256", "bytes"]) + own)
  }

  /// The records of an earlier state of this store are durable as a file.
  static func recordsKept(_ kept: KeptRecords) -> Record { Record(.recordsKept, kept.members) }

  /// A thing is there again; it is not the current one by that.
  static func thingRestored(_ item: Restorable, as number: Int) -> Record {
    Record(.thingRestored, item.members(thingMembers) + [("number", .integer(number))])
  }

  /// A request is there again.
  static func requestRestored(
    _ item: Restorable, as number: Int, _ status: Request.Status
  ) -> Record {
    Record(
      .requestRestored,
      item.members(requestMembers)
        + [("number", .integer(number)), ("status", .string(status.rawValue))])
  }

  /// The bytes of `piece`, which another store told of, are durable here; nothing of this device vouches for them.
  static func pieceRestored(
    _ piece: StoredPiece, _ item: Restorable, request: String?, of batch: String
  ) -> Record {
    let own: [(String, JSON)] = [
      ("request", .optional(request)), ("data", item.data(as: piece)), ("batch", .string(batch)),
    ]
    let held = item.known(["utc_offset", "made", "options", "option", "decided_by", "faces"])
    return Record(.pieceRestored, members(of: piece) + item.members(pieceMembers) + held + own)
  }

  private static let thingMembers = [
    "id", "title", "category", "description", "brand", "model", "color", "upc", "tags", "data",
    "collect", "created_at", "updated_at", "origin",
  ]
  private static let requestMembers = [
    "id", "url", "type", "title", "required_evidence", "priority", "due_date", "delivery_target",
    "completed_at", "created_at", "origin",
  ]
  private static let pieceMembers = [
    "kind", "thing", "width", "height", "planned", "taken", "captured", "technique", "slot",
    "title", "decision", "locked", "origin",
  ]
}

extension Restorable {
  /// The members of these `names`; null where it has none.
  fileprivate func members(_ names: [String]) -> [(String, JSON)] {
    names.map { ($0, json.member($0) ?? .null) }
  }

  /// The members of these `names` that it has; an empty list is none.
  fileprivate func known(_ names: [String]) -> [(String, JSON)] {
    names.compactMap { name in
      switch json.member(name) {
      case nil, .null?: nil
      case .array(let elements)? where elements.isEmpty: nil
      case let value?: (name, value)
      }
    }
  }

  /// Its `data`, with the files beside its own under the new number; a crop that was lost did not come along.
  fileprivate func data(as piece: StoredPiece) -> JSON {
    guard case .object(let members)? = json.member("data") else { return .object([]) }
    return .object(
      members.compactMap { (name, value) -> (String, JSON)? in
        switch name {
        case "crop": piece.crop.map { (name, value.named($0.file)) }
        case "glyphs": (name, piece.glyphs?.json ?? value)
        default: (name, value)
        }
      })
  }
}

extension JSON {
  /// It with another `file`.
  fileprivate func named(_ file: String) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.0 == "file" ? ("file", .string(file)) : $0 })
  }
}
