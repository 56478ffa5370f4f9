import Core

/// What start-up and survey find in the folders of evidence.
extension Record {
  /// A whole picture without a row was found: `piece` is what it became, for `reason`.
  ///
  /// - Parameters:
  ///   - facts: what travelled with the file, if it is believed; without it nobody knows when it was taken.
  ///   - size: of the picture.
  ///   - thing: id of the thing that it belongs to where `facts` don't say.
  static func pieceAdopted(
    _ piece: StoredPiece, _ facts: CanonicalJSON?, _ size: PictureSize, thing: String,
    for reason: Adoption
  ) -> Record {
    let kind = facts == nil ? "imported" : piece.crop == nil ? "photo" : "document"
    let found: [(String, JSON)] = [
      ("kind", .string(kind)), ("thing", .string(thing)),
      ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("facts", facts.map { .spelled($0) } ?? .null), ("reason", .string(reason.rawValue)),
    ]
    let glyphs = piece.glyphs.map { _ in [("glyphs", JSON.bool(true))] } ?? []
    return Record(.pieceAdopted, members(of: piece) + found + glyphs)
  }

  /// Nothing has the number, and nothing ever will.
  static func numberSpent(_ number: Int, _ reason: String) -> Record {
    Record(.numberSpent, [("number", .integer(number)), ("reason", .string(reason))])
  }

  /// What is in the folders of evidence and is no piece.
  static func fileRejected(_ file: RejectedFile) -> Record {
    Record(
      .fileRejected,
      [
        ("file", .string(file.file)), ("moved_to", .optional(file.movedTo)),
        ("reason", .string(file.reason.rawValue)), ("number", .optional(file.number)),
        ("bytes", .optional(file.byteCount)),
      ])
  }

  /// The file of piece `number` is not there.
  static func fileMissing(_ number: Int, _ file: String) -> Record {
    Record(.fileMissing, [("number", .integer(number)), ("file", .string(file))])
  }

  /// The file of piece `number` has another length than it had.
  static func fileAltered(_ number: Int, _ file: String, byteCount: Int) -> Record {
    Record(
      .fileAltered,
      [("number", .integer(number)), ("file", .string(file)), ("bytes", .integer(byteCount))])
  }

  /// The file of piece `number` is there again, as long as it was.
  static func fileFound(_ number: Int, _ file: String) -> Record {
    Record(.fileFound, [("number", .integer(number)), ("file", .string(file))])
  }
}

/// Why a picture had no row.
enum Adoption: String, CaseIterable {
  /// The board lost its power, in an earlier boot.
  case powerCut = "power_cut"
  /// The program ended without being told to, in this boot.
  case crash
  /// The program ended in good order: somebody put the picture there, or its row could not be written.
  case cleanStop = "clean_stop"
  /// It lies among pieces that were stored later.
  case numberGap = "number_gap"
  /// Its row could not be written while the program ran.
  case rowFailed = "row_failed"
  /// Its record was lost with a damaged database.
  case recordLost = "record_lost"
}

/// Something in the folders of evidence that is no piece.
struct RejectedFile: Hashable {
  /// Why it is none.
  enum Reason: String, CaseIterable {
    /// Its name is a piece's, and it is no whole picture.
    case incomplete
    /// It can't be read: the medium fails, or this user may not.
    case unreadable
    /// Its name is no piece's, or it is no file; it stays where it is.
    case stranger
  }

  /// Where it was found, relative to the store.
  let file: String
  /// Where it is now; nil where it stayed.
  var movedTo: String?
  let reason: Reason
  /// The number that nothing else gets because of it.
  var number: Int?
  /// Its size, where that is known.
  var byteCount: Int?
}

/// The size of a picture in pixels.
package struct PictureSize: Hashable, Sendable {
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int

  /// A picture of `width` × `height` pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
