import Core

/// A record of the store as whoever watches hears of it, or that records are gone.
package struct RecordEvent {
  /// The longest record that is told whole, in bytes.
  private static let longest = 32_768

  /// The number of the record, or of the last that is gone.
  package let cursor: Int
  /// The event as programs read it.
  package let reply: Reply

  /// About so many bytes are said.
  fileprivate var byteCount: Int { reply.json.utf8.count + 64 }

  /// The event that `record` was made; what can't be read or is very long is told by its number and kind alone.
  fileprivate init(_ record: WrittenRecord) {
    let text = record.payload.text
    let isWhole =
      text.utf8.count <= RecordEvent.longest && JSONParser.value(of: text.utf8) != nil
    let members = record.members.filter { $0.0 != "payload" || isWhole }
    self.init(record.sequence, "record", ("record", .object(members)))
  }

  /// The event that the records up to `cursor` are not there, so many of those that were expected; nil: nobody knows how many.
  fileprivate init(lost count: Int?, upTo cursor: Int) {
    self.init(cursor, "lost", ("lost", .optional(count)))
  }

  private init(_ cursor: Int, _ kind: String, _ member: (String, JSON)) {
    self.cursor = cursor
    reply = Reply(.object([("cursor", .integer(cursor)), ("kind", .string(kind)), member]))
  }
}

extension Archive {
  /// Events that are told at once, so that a frame has its turn.
  private static let mostEvents = 20

  /// What there is to tell of the records after that of the number `cursor`, no more than `byteCount` bytes.
  package func events(after cursor: Int, atMost byteCount: Int) throws(Failure) -> [RecordEvent] {
    var (told, rest, events) = (cursor, byteCount, [RecordEvent]())
    try Failure.inDatabase { () throws(DatabaseError) in
      let latest = try Ledger.head(of: database).sequence
      if latest < cursor {
        let event = RecordEvent(lost: nil, upTo: latest)
        return events = event.byteCount <= byteCount ? [event] : []
      }
      try database.prepare(
        """
        SELECT \(WrittenRecord.columns) FROM records WHERE sequence > \(cursor)
        ORDER BY sequence LIMIT \(Archive.mostEvents)
        """
      ).runWhile { row in
        let record = WrittenRecord(row)
        let gone = record.sequence - told - 1
        var next = [RecordEvent(record)]
        if gone > 0 { next.insert(RecordEvent(lost: gone, upTo: record.sequence - 1), at: 0) }
        rest -= next.reduce(0) { $0 + $1.byteCount }
        guard rest >= 0 else { return false }
        told = record.sequence
        events += next
        return true
      }
    }
    return events
  }
}
