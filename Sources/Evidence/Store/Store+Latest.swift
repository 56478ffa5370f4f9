import Core

/// The link to the newest photo, for whoever wants that and no more.
extension Store {
  /// Points `latest.jpg` at the newest photo that is there, and removes it where there is none.
  ///
  /// What can't be read leaves it as it is: it is a convenience, and the next change puts it right.
  func pointLatest() {
    let file: String?
    do throws(Failure) { file = try archive.newestPhoto() } catch { return }
    folder.pointLatest(at: file)
  }
}

extension Archive {
  /// The file of the newest photo that is neither deleted nor purged nor missing, relative to the store; nil where there
  /// is none.
  func newestPhoto() throws(Failure) -> String? {
    try Failure.inDatabase { () throws(DatabaseError) in
      let found = try database.prepare(
        """
        SELECT local_file FROM evidence CROSS JOIN things ON things.number = thing
        WHERE kind IN ('photo', 'document') AND \(Archive.areThere) AND state <> 'missing'
        ORDER BY evidence.number DESC LIMIT 1
        """
      ).first { $0.text(0) }
      return found ?? nil
    }
  }
}
