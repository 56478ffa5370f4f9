/// Clips, and those that were begun and have no end yet: a setting each, which its end removes.
extension Sums {
  /// What the settings are called that name the records by which clips were begun; the clip's number follows.
  static let begunPrefix = "begun."

  static let noteBegun = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT '\(begunPrefix)' || (payload ->> 'number'), sequence FROM records
    WHERE sequence = ?1 AND payload ->> 'kind' = 'clip' AND payload ->> 'id' IS NOT NULL
    """
  /// The clip is a piece, or nothing has its number.
  static let endBegun = """
    DELETE FROM settings WHERE name = '\(begunPrefix)' || (SELECT payload ->> 'number'
      FROM records WHERE sequence = ?1)
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
  static let addClip = """
    INSERT INTO evidence (number, id, thing, kind, technique, slot, data, local_file, sha256,
      byte_count, width, height, planned, actual, boot_id, wall_time, clock, adopted, state, record,
      created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), ifnull(payload ->> 'kind', 'clip'),
      payload ->> 'technique', payload ->> 'slot',
      json_set(ifnull(payload -> 'data', '{}'), '$.frames', payload ->> 'frames',
        '$.length', payload ->> 'length', '$.dropped', payload ->> 'dropped'),
      payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes', payload ->> 'width',
      payload ->> 'height', payload ->> 'planned', payload ->> '$.taken.monotonic',
      payload ->> '$.taken.boot_id', payload ->> '$.taken.wall_time' / 1e6,
      ifnull(payload ->> '$.taken.clock', 'unset'), payload ->> 'reason',
      iif(payload ->> 'reason' IS NULL, 'stored', 'adopted'), sequence, wall_time / 1e6,
      wall_time / 1e6
    FROM records WHERE sequence = ?1
    """
}
