import Core

/// Copies in which faces are blank, as records tell of them.
extension Archive {
  /// The latest copy of a piece that was made of the file with the digest `original`, and in which `areas` are blank; nil
  /// where there is none.
  func redactedCopy(
    of number: Int, _ original: String, _ areas: [PixelArea]
  ) throws(Failure) -> RecordedCopy? {
    let sql = """
      SELECT record, sha256, byte_count, crop_sha256, crop_byte_count FROM redacted_copies
      WHERE piece = ?1 AND original = ?2 AND areas = ?3 ORDER BY record DESC LIMIT 1
      """
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(sql).first(
        .integer(number), .text(original), .text(CanonicalJSON(areas.recorded).text)
      ) { RecordedCopy($0) }
    }
  }

  /// The latest copy of a piece with the digest `sha256`; nil where no record tells of one.
  func redactedCopy(of number: Int, _ sha256: String) throws(Failure) -> RecordedCopy? {
    let sql = """
      SELECT record, sha256, byte_count, crop_sha256, crop_byte_count FROM redacted_copies
      WHERE piece = ?1 AND sha256 = ?2 ORDER BY record DESC LIMIT 1
      """
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(sql).first(.integer(number), .text(sha256)) { RecordedCopy($0) }
    }
  }

  /// The copy of piece `number` of which the record `sequence` tells; nil where it tells of none.
  func redactedCopy(
    of number: Int, in sequence: Int
  ) throws(DatabaseError) -> RecordedCopy? {
    let sql = """
      SELECT record, sha256, byte_count, crop_sha256, crop_byte_count FROM redacted_copies
      WHERE record = ?1 AND piece = ?2
      """
    return try database.prepare(sql).first(.integer(sequence), .integer(number)) {
      RecordedCopy($0)
    }
  }

  /// How `piece` leaves where `treatment` holds.
  func departure(of piece: Piece, under treatment: FaceTreatment) throws(Failure) -> Departure {
    let sheet = treatment == .hide ? try faces(of: piece.number) : FaceSheet(.unexamined)
    return piece.departure(by: sheet, under: treatment)
  }
}

extension Piece {
  /// How it leaves with the faces of `sheet` where `treatment` holds.
  func departure(by sheet: FaceSheet, under treatment: FaceTreatment) -> Departure {
    sheet.departure(of: PieceFilter.Kind(rawValue: kind), storedPicture, under: treatment)
  }

  private var storedPicture: StoredPicture? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return StoredPicture(
      PictureSize(width: width, height: height), seen: orientation ?? .topLeft)
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
