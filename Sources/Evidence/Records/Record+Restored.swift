import Core

/// What came back from a bundle: under new numbers, with its own ids, and with the record that it comes from.
extension Record {
  /// The records of another store are durable as a file of this one.
  static func recordsKept(_ item: Restorable, in file: String) -> Record {
    Record(
      .recordsKept,
      item.members(["store", "head", "device", "sha256", "bytes"]) + [("file", .string(file))])
  }

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
    return Record(.pieceRestored, members(of: piece) + item.members(pieceMembers) + own)
  }

  private static let thingMembers = [
    "id", "title", "category", "description", "brand", "model", "color", "upc", "tags", "data",
    "collect", "origin",
  ]
  private static let requestMembers = [
    "id", "url", "type", "title", "required_evidence", "priority", "due_date", "delivery_target",
    "completed_at", "origin",
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

extension Sums {
  static let keepRecords = """
    INSERT OR REPLACE INTO origins (store, head, device, file, sha256, byte_count, record)
    SELECT payload ->> 'store', payload ->> 'head', payload ->> 'device', payload ->> 'file',
      payload ->> 'sha256', payload ->> 'bytes', sequence
    FROM records WHERE sequence = ?1
    """
  static let restoreThing = """
    INSERT INTO things (number, id, title, category, description, brand, model, color, upc, tags,
      data, collect, origin, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id', payload ->> 'title', payload ->> 'category',
      payload ->> 'description', payload ->> 'brand', payload ->> 'model', payload ->> 'color',
      payload ->> 'upc', ifnull(payload ->> 'tags', '[]'), ifnull(payload ->> 'data', '{}'),
      payload ->> 'collect', payload -> 'origin', wall_time / 1e6, wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
  static let restoreRequest = """
    INSERT INTO requests (id, url, type, data, delivery_target, created_at, completed_at, status,
      number, record, origin)
    SELECT payload ->> 'id', payload ->> 'url', payload ->> 'type', payload,
      payload ->> 'delivery_target', wall_time / 1e6, payload ->> 'completed_at' / 1e6,
      payload ->> 'status', payload ->> 'number', sequence, payload -> 'origin'
    FROM records WHERE sequence = ?1
    """
  /// The date is the one that the other store told: its calendar of boots is not here.
  static let restorePiece = """
    INSERT INTO evidence (number, id, thing, request, kind, technique, slot, data, local_file,
      sha256, byte_count, width, height, planned, actual, boot_id, wall_time, clock, title, decision,
      locked, state, record, origin, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), payload ->> 'request',
      payload ->> 'kind', payload ->> 'technique', payload ->> 'slot', payload -> 'data',
      payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes', payload ->> 'width',
      payload ->> 'height', payload ->> 'planned', payload ->> '$.taken.monotonic',
      payload ->> '$.taken.boot_id', payload ->> '$.captured.wall_time' / 1e6,
      ifnull(payload ->> '$.captured.clock', 'unset'), payload ->> 'title', payload ->> 'decision',
      iif(payload ->> 'locked', sequence, NULL), 'stored', sequence, payload -> 'origin',
      wall_time / 1e6, wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
}
