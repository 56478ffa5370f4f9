import Core

/// How texts are told, and that they are gone.
extension Record.Kind {
  static let ofTexts = [formatChanged, textRedacted]

  static let formatChanged = Record.Kind(
    "format.changed", "the records from this one on are of another version",
    [.number("format", "that version")])
  static let textRedacted = Record.Kind(
    "text.redacted", "texts are gone for good: nobody can tell what they were",
    [
      RecordMember(
        "texts", .objects, "each with `record`, a sequence, and `member`, as in the table of texts"),
      .text("reason", "`asked`"), .requester,
    ], [noteRedacted, dropOptions, emptyChoices, clearSources, readRequestsAgain],
    where: { payload in
      guard case .array(let texts)? = payload.member("texts") else { return false }
      return texts.allSatisfy {
        $0.integer("record") ?? 0 > 0 && $0.text("member")?.isEmpty == false
      }
    })

  private static let noteRedacted = """
    INSERT OR IGNORE INTO redactions (record, member, redacted)
    SELECT value ->> 'record', value ->> 'member', sequence FROM told, json_each(payload, '$.texts')
    """
  private static let dropOptions = "DELETE FROM options WHERE record IN (\(redacted("options")))"
  private static let emptyChoices = """
    UPDATE choices SET text = '' WHERE record IN (\(redacted("option")))
      AND piece IN (SELECT ifnull(payload ->> '$.pieces[0]', payload ->> 'number') FROM records
        WHERE sequence IN (\(sequences)))
    """
  private static let clearSources = """
    UPDATE evidence SET data = json_replace(data, '$.source', NULL)
    WHERE record IN (\(redacted("data.source"))) AND number IN (\(named("$.number")))
    """
  private static let readRequestsAgain = """
    UPDATE requests SET (url, data, delivery_target) = (
      SELECT \(url), payload, payload ->> 'delivery_target'
      FROM (SELECT \(requestImported.payload) AS payload FROM records WHERE sequence = requests.record))
    WHERE id IN (\(named("$.id"))) AND record IN (\(sequences))
    """

  /// The records of which a text is gone, and what stands at `path` of them.
  private static let sequences =
    "SELECT value ->> 'record' FROM told, json_each(payload, '$.texts')"
  private static func named(_ path: String) -> String {
    "SELECT payload ->> '\(path)' FROM records WHERE sequence IN (\(sequences))"
  }

  /// Those whose text `member` is gone.
  private static func redacted(_ member: String) -> String {
    "\(sequences) WHERE value ->> 'member' = '\(member)'"
  }

  /// Takes away what the record `?1`, which is one of these, says is gone; the newest alone can.
  static let eraseTexts = """
    DELETE FROM texts WHERE (record, member) IN (SELECT value ->> 'record', value ->> 'member'
      FROM records, json_each(payload, '$.texts') WHERE sequence = ?1)
    """
}

extension Record {
  /// The records from this one on are of this program's version.
  static let formatChanged = Record(.formatChanged, [("format", .integer(version))])

  /// A text as a record of redaction names it.
  struct TextPlace: Hashable, Sendable {
    /// Sequence of the record that tells it.
    let record: Int
    /// Its member there.
    let member: String
  }

  /// The texts at `places` are gone, because somebody asked for that.
  static func textRedacted(_ places: [TextPlace], by requester: Requester) -> Record {
    let texts = places.map { place in
      JSON.object([("record", .integer(place.record)), ("member", .string(place.member))])
    }
    return Record(
      .textRedacted,
      [("texts", .array(texts)), ("reason", .string("asked"))] + Record.requester(requester))
  }
}
