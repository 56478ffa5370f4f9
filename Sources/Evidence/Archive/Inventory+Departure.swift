import Core

/// Ways out: what leaves of a piece, and what is blank in it then.
extension Inventory {
  /// What was ever said of faces.
  package func faceMarks() throws(Failure) -> FaceMarks { try replay.archive.faceMarks() }

  /// The departure of `item` where `treatment` holds.
  package func departure(
    of item: Item, under treatment: FaceTreatment
  ) throws(Failure) -> Departure {
    // Only there faces make a difference.
    let sheet = treatment == .hide ? try replay.archive.faces(of: item.piece.number) : nil
    return item.piece.departure(by: sheet ?? FaceSheet(.unexamined), under: treatment)
  }

  /// The copy of `item` with these `areas` blank, of which a record tells; nil where none does.
  package func recordedCopy(of item: Item, _ areas: [PixelArea]) throws(Failure) -> RecordedCopy? {
    try replay.archive.redactedCopy(of: item.piece.number, item.piece.sha256, areas)
  }

  /// The copy of piece `number` of which the record `sequence` tells; nil where it tells of none.
  package func recordedCopy(of number: Int, in sequence: Int) throws(Failure) -> RecordedCopy? {
    try Failure.inDatabase { () throws(DatabaseError) in
      try replay.archive.redactedCopy(of: number, in: sequence)
    }
  }

  /// Sequence of the record of the faces that piece `number` has; nil where there is none.
  package func facesRecord(of number: Int) throws(Failure) -> Int? {
    try replay.archive.faceSource(of: number)?.record
  }
}

/// A piece as it was stored, of which a copy leaves.
package struct BlankFaces: Hashable, Sendable {
  /// The blank parts of the copy.
  package let areas: [PixelArea]
  /// Sequence of the record that tells of it.
  package let record: Int
  package let original: StoredFile
  /// A document's crop, as it was stored.
  package let crop: StoredCrop?

  /// `piece` with these `areas` blank, of which the record tells; 0 where none does yet.
  package init(_ areas: [PixelArea], of piece: Piece, record: Int = 0) {
    (self.areas, self.record) = (areas, record)
    (original, crop) = (piece.stored, piece.crop)
  }
}

extension Inventory.Item {
  /// The files of the store that it, or what it is a copy of, has.
  package var storedFiles: [StoredFile] {
    if let blank { return [blank.original] + (blank.crop.map { [$0.stored] } ?? []) }
    return [piece.stored] + piece.companions.inOrder
  }

  /// The copy of it with these `areas` blank: another file, and nothing that shows what was in them.
  package func redacted(_ areas: [PixelArea], as copy: RecordedCopy) -> Inventory.Item {
    var item = self
    item.blank = BlankFaces(areas, of: piece, record: copy.record)
    item.piece = piece.redacted(as: copy)
    return item
  }
}

extension Piece {
  /// Its departure with the faces of `sheet` where `treatment` holds.
  func departure(by sheet: FaceSheet, under treatment: FaceTreatment) -> Departure {
    sheet.departure(of: PieceFilter.Kind(rawValue: kind), storedPicture, under: treatment)
  }

  private var storedPicture: StoredPicture? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return StoredPicture(
      PictureSize(width: width, height: height), seen: orientation ?? .topLeft)
  }

  /// It as this `copy` of it: without glyphs, which would show what is blank.
  func redacted(as copy: RecordedCopy) -> Piece {
    var piece = self
    piece.file = RedactedCopy.file(of: number)
    (piece.sha256, piece.byteCount) = (copy.picture.sha256, copy.picture.byteCount)
    piece.glyphs = nil
    piece.crop = crop.flatMap { crop in
      copy.crop.map {
        StoredCrop(
          file: RedactedCopy.file(of: number, .crop), sha256: $0.sha256, byteCount: $0.byteCount,
          area: crop.area)
      }
    }
    return piece
  }
}
