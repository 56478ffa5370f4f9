import Core

extension Archive {
  /// What the latest start found where the store was not what its device had written; nil where it was.
  package func latestResumption() throws(Failure) -> Resumption? {
    try Failure.inDatabase { () throws(DatabaseError) in
      var started: Int?
      var found: Resumption?
      try database.prepare(Archive.latestStart).run { row in
        let sequence = row.integer(0) ?? 0
        guard let seen = row.text(1), let head = row.text(2) else { return started = sequence }
        // Beside it a start records at most that the database was made anew.
        guard started.map({ $0 - sequence <= 2 }) ?? true else { return }
        found = found ?? Resumption(seen: seen, head: head)
      }
      return found
    }
  }

  /// The latest start, and what one has found, the later of both first.
  private static let latestStart = """
    SELECT sequence, CASE WHEN json_valid(payload) THEN payload ->> 'seen' END,
      CASE WHEN json_valid(payload) THEN payload ->> 'head' END
    FROM records WHERE kind IN ('\(Record.Kind.programStarted.name)', '\(Record.Kind.historyResumed.name)')
    ORDER BY sequence DESC LIMIT 2
    """
}
