import Core

/// What is handed over of things, requests and pieces, by statements that make it of their rows.
extension BundleTables {
  /// The members of the object that `sql` makes, and where it comes from.
  func members(_ sql: String, _ value: SQLValue) throws(Failure) -> [(String, JSON)] {
    let found = try Failure.inDatabase { () throws(DatabaseError) in
      try replay.archive.database.prepare(sql).first(value) { row in
        (row.text(0) ?? "", row.integer(1), row.integer(2), row.text(3))
      }
    }
    guard let found, case .object(let members)? = JSONParser.value(of: found.0.utf8) else {
      throw .refused(.restoreMalformed)
    }
    let device = try device(at: found.2 ?? 0)
    let origin: [(String, JSON)] = [
      ("device", .string(device)), ("number", .optional(found.1)), ("record", .optional(found.2)),
      ("hash", .optional(found.3)),
    ]
    // What came back before comes from there now.
    let own = members.filter { !["origin", "number", "requester"].contains($0.0) }
    return own + [("origin", .object(originMembers + origin))]
  }

  /// The id of the device that wrote the record `sequence`.
  private func device(at sequence: Int) throws(Failure) -> String {
    try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT payload ->> '$.device.id' FROM records INDEXED BY device_records
        WHERE sequence <= ?1 AND kind IN ('store.created', 'device.changed')
        ORDER BY sequence DESC LIMIT 1
        """
      return try replay.archive.database.prepare(sql).first(.integer(sequence)) { $0.text(0) ?? "" }
        ?? ""
    }
  }

  static let thing = """
    SELECT json_object('id', things.id, 'title', title, 'category', category, 'description', description,
        'brand', brand, 'model', model, 'color', color, 'upc', upc, 'tags', json(tags),
        'data', json(data), 'collect', collect, 'created_at', \(microseconds("things.created_at")),
        'updated_at', \(microseconds("things.updated_at"))), number, sequence, hash
    FROM things JOIN thing_records USING (id) JOIN records ON sequence = record
    WHERE number = ?1
    """
  static let request = """
    SELECT json_patch(json(data), json_object('url', url, 'title', ifnull(data ->> 'title', url), 'status', status,
        'completed_at', \(microseconds("completed_at")),
        'created_at', \(microseconds("created_at")))), number, record,
      (SELECT hash FROM records WHERE sequence = record)
    FROM requests WHERE number = ?1
    """
  static let piece = """
    SELECT json_object('id', evidence.id, 'kind', kind, 'sha256', sha256, 'bytes', byte_count,
        'thing', things.id, 'request', request, 'width', width, 'height', height,
        'technique', technique, 'slot', slot, 'title', evidence.title, 'decision', decision,
        'locked', json(iif(locked IS NULL, 'false', 'true')), 'planned', planned,
        'taken', CASE WHEN actual IS NULL THEN NULL ELSE json_object('boot_id', boot_id,
          'monotonic', actual, 'wall_time', \(microseconds("wall_time")),
          'clock', clock) END, 'utc_offset', evidence.utc_offset,
        'data', json(evidence.data), 'options', \(options), 'faces', json(\(faces)),
        'option', choices.text, 'decided_by', choices.requester), evidence.number, evidence.record,
      (SELECT hash FROM records WHERE sequence = evidence.record)
    FROM evidence JOIN things ON things.number = thing
      LEFT JOIN choices ON choices.piece = evidence.number
    WHERE evidence.number = ?1
    """
  private static let options = """
    (SELECT json_group_array(json_object('text', text, 'per_mille', per_mille, 'analyser', analyser,
        'denied', json(iif(denied IS NULL, 'false', 'true'))))
      FROM (SELECT * FROM options WHERE piece = evidence.number ORDER BY record, place))
    """

  private static let faces = """
    (SELECT json_object('analyser', analyser, 'failed', failed, 'active', active,
        'faces', json(nullif(faces, '[]')))
      \(Archive.facesThatHold(of: "evidence.number")))
    """

  /// Unix seconds of a column as microseconds.
  private static func microseconds(_ column: String) -> String {
    "CAST(round(\(column) * 1e6) AS INTEGER)"
  }
}

/// The making of a piece, as whatever comes back from its store says it: who asked for it and when, of which series it is,
/// and the camera as that was when it was opened.
extension Archive {
  /// All that the record `sequence`, or what travelled with the file that it is about, says of the making of its piece; nil
  /// where it says nothing.
  func making(in sequence: Int) throws(Failure) -> JSON? {
    try Failure.inDatabase { () throws(DatabaseError) in try told(sequence) }
  }

  private func told(_ sequence: Int) throws(DatabaseError) -> JSON? {
    let text = try database.prepare(Archive.making).first(.integer(sequence)) { $0.text(0) ?? "" }
    guard case .object(let members)? = text.flatMap({ JSONParser.value(of: $0.utf8) }) else {
      return nil
    }
    let known = members.filter { !$0.1.isNull }
    return known.isEmpty ? nil : .object(known)
  }

  /// A record says of its piece that came back all that the first one said.
  private static let making = """
    WITH found AS (
      SELECT kind, payload, CASE WHEN \(PhotoRequest.isWhole) THEN payload
          WHEN kind = 'piece.adopted' THEN payload -> 'facts' END AS facts,
        \(PhotoRequest.isOurs) AS is_ours
      FROM records WHERE sequence = ?1)
    SELECT CASE kind WHEN 'piece.restored' THEN payload -> 'made' ELSE
      json_object(\(members),
        'camera', json((SELECT opened.payload FROM records AS opened
          WHERE opened.kind = 'camera.opened' AND is_ours
            AND opened.sequence = facts ->> 'camera'))) END
    FROM found WHERE kind = 'piece.restored' OR json_type(facts) = 'object'
    """
  private static let members = [
    "requester", "press", "series", "power_save", "last", "sealed_frames",
  ].map { "'\($0)', json(facts -> '\($0)')" }.joined(separator: ", ")
}
