import Core

/// Copies in which faces are blank, as records tell of them.
extension Archive {
  /// The latest copy of a piece that was made of the file with the digest `original`, and in which `areas` are blank; nil
  /// where there is none.
  func redactedCopy(
    of number: Int, _ original: String, _ areas: [PixelArea]
  ) throws(Failure) -> RecordedCopy? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try redactedCopy(
        "piece = ?1 AND original = ?2 AND areas = ?3",
        [.integer(number), .text(original), .text(CanonicalJSON(areas.recorded).text)])
    }
  }

  /// The latest copy of a piece with the digest `sha256`; nil where no record tells of one.
  func redactedCopy(of number: Int, _ sha256: String) throws(DatabaseError) -> RecordedCopy? {
    try redactedCopy("piece = ?1 AND sha256 = ?2", [.integer(number), .text(sha256)])
  }

  /// The copy of piece `number` of which the record `sequence` tells; nil where it tells of none.
  func redactedCopy(of number: Int, in sequence: Int) throws(DatabaseError) -> RecordedCopy? {
    try redactedCopy("piece = ?1 AND record = ?2", [.integer(number), .integer(sequence)])
  }

  private func redactedCopy(
    _ condition: String, _ values: [SQLValue]
  ) throws(DatabaseError) -> RecordedCopy? {
    let sql = """
      SELECT record, sha256, byte_count, crop_sha256, crop_byte_count FROM redacted_copies
      WHERE \(condition) ORDER BY record DESC LIMIT 1
      """
    return try database.prepare(sql).first(values) { RecordedCopy($0) }
  }
}

/// A copy in which faces are blank, and the record that tells of it.
package struct RecordedCopy: Hashable, Sendable {
  /// Sequence of the record.
  package let record: Int
  package let picture: RedactedCopy.File
  /// The same of a document's crop.
  package let crop: RedactedCopy.File?
}

extension RecordedCopy {
  /// Reads a row of record, digest and size, and those of the crop.
  init(_ row: borrowing Row) {
    let (record, byteCount) = (row.integer(0) ?? 0, row.integer(2) ?? 0)
    let picture = RedactedCopy.File(sha256: row.text(1) ?? "", byteCount: byteCount)
    let cropByteCount = row.integer(4) ?? 0
    let crop = row.text(3).map { RedactedCopy.File(sha256: $0, byteCount: cropByteCount) }
    self.init(record: record, picture: picture, crop: crop)
  }
}
