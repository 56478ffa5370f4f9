import Core

/// How a piece was made, as whatever comes back from its store says it: who asked for it and when, of which series it is, and
/// the camera as that was when it was opened.
extension Archive {
  /// What the record `sequence`, or what travelled with the file that it is about, says of the making of its piece; nil
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

  /// What a record says of its piece that came back is what the first one said.
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
