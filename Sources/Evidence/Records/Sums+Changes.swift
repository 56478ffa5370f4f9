/// What people change of things and pieces.
extension Sums {
  /// Sets one field of a thing; those in `data` are named `data.` and their member.
  static let setThing = """
    UPDATE things SET
      title = CASE WHEN field = 'title' THEN ifnull(new, title) ELSE title END,
      category = CASE WHEN field = 'category' THEN ifnull(new, 'other') ELSE category END,
      description = CASE WHEN field = 'description' THEN new ELSE description END,
      brand = CASE WHEN field = 'brand' THEN new ELSE brand END,
      model = CASE WHEN field = 'model' THEN new ELSE model END,
      color = CASE WHEN field = 'color' THEN new ELSE color END,
      upc = CASE WHEN field = 'upc' THEN new ELSE upc END,
      tags = CASE WHEN field = 'tags' THEN ifnull(new, '[]') ELSE tags END,
      collect = CASE WHEN field = 'collect' THEN new ELSE collect END,
      data = CASE WHEN field NOT LIKE 'data.%' THEN data
        WHEN new IS NULL THEN json_remove(data, '$.' || substr(field, 6))
        ELSE json_set(data, '$.' || substr(field, 6), new) END,
      updated_at = changed_at
    FROM (SELECT payload ->> 'id' AS changed, payload ->> 'field' AS field,
      payload ->> 'value' AS new, wall_time / 1e6 AS changed_at FROM records WHERE sequence = ?1)
    WHERE id = changed
    """
  static let deleteThing = """
    UPDATE things SET deleted = ?1
    WHERE id = (SELECT payload ->> 'id' FROM records WHERE sequence = ?1) AND deleted IS NULL
    """
  /// The thing that is the current one after another was deleted, where that was.
  static let makeNextCurrent = """
    INSERT OR REPLACE INTO settings (name, value)
    SELECT 'current_thing', payload ->> 'current' FROM records
    WHERE sequence = ?1 AND payload ->> 'current' IS NOT NULL
    """
  static let deletePieces = """
    UPDATE evidence SET deleted = ?1 WHERE \(arePieces) AND deleted IS NULL
    """
  static let undeletePieces = """
    UPDATE evidence SET deleted = NULL WHERE \(arePieces)
    """
  static let lockPieces = """
    UPDATE evidence SET
      locked = CASE (SELECT payload ->> 'locked' FROM records WHERE sequence = ?1)
        WHEN 1 THEN ?1 END
    WHERE \(arePieces)
    """
  static let titlePieces = """
    UPDATE evidence SET
      title = (SELECT payload ->> 'title' FROM records WHERE sequence = ?1)
    WHERE \(arePieces)
    """
  static let decidePieces = """
    UPDATE evidence SET
      decision = (SELECT payload ->> 'decision' FROM records WHERE sequence = ?1)
    WHERE \(arePieces)
    """
  static let purgePieces = """
    UPDATE evidence SET purged = ?1 WHERE \(arePieces) AND purged IS NULL
    """
  /// What was deleted by one of the undone records is so no longer; first of all, because pieces of which one is
  /// the capture are marked by this record.
  static let undeletePiecesOfUndone = """
    UPDATE evidence SET deleted = NULL WHERE deleted IN (\(undone))
    """
  static let undeleteThingsOfUndone = """
    UPDATE things SET deleted = NULL WHERE deleted IN (\(undone))
    """
  static let takeBackPieces = """
    UPDATE evidence SET deleted = ?1
    WHERE number IN (SELECT payload ->> 'number' FROM records WHERE sequence IN (\(undone))
      AND kind IN ('photo.stored', 'clip.stored', 'clip.recovered', 'piece.adopted', 'piece.imported',
        'piece.restored'))
      AND deleted IS NULL
    """

  /// Nobody knows when an imported file was made: the record's time is that of the import.
  static let addImport = """
    INSERT INTO evidence (number, id, thing, kind, data, local_file, sha256, byte_count, width,
      height, clock, state, record, created_at, updated_at)
    SELECT payload ->> 'number', payload ->> 'id',
      (SELECT number FROM things WHERE id = payload ->> 'thing'), 'imported',
      payload -> 'data', payload ->> 'file', payload ->> 'sha256', payload ->> 'bytes',
      payload ->> 'width', payload ->> 'height', 'unset', 'stored', sequence, wall_time / 1e6,
      wall_time / 1e6
    FROM records WHERE sequence = ?1
    """

  private static let arePieces = """
    number IN (SELECT value FROM json_each((SELECT payload -> 'pieces' FROM records
      WHERE sequence = ?1)))
    """
  private static let undone = """
    SELECT value FROM json_each((SELECT payload -> 'records' FROM records WHERE sequence = ?1))
    """
}
