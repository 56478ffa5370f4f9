import Core

/// The faces of pieces, as programs found and people left them.
extension Archive {
  /// The row that holds of those of the piece with the number `number`: people's go before programs', and later ones
  /// before earlier ones.
  static func facesThatHold(of number: String) -> String {
    """
    FROM faces WHERE piece = \(number) AND undone IS NULL
    ORDER BY requester = 'analyser', record DESC LIMIT 1
    """
  }

  /// The faces of piece `number`, which is there or was.
  package func faces(of number: Int) throws(Failure) -> FaceSheet {
    let sql = "SELECT analyser, failed, faces, active \(Archive.facesThatHold(of: "?1"))"
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(sql).first(.integer(number)) { FaceSheet($0) } ?? FaceSheet(.unexamined)
    }
  }

  /// The faces of piece `number`, and where they come from; nil where nobody has said anything of them.
  func faceSource(of number: Int) throws(Failure) -> FaceSource? {
    let sql = """
      SELECT analyser, failed, faces, active, record, requester
      \(Archive.facesThatHold(of: "?1"))
      """
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(sql).first(.integer(number)) { row in
        FaceSource(
          sheet: FaceSheet(row), record: row.integer(4) ?? 0, requester: row.text(5) ?? "")
      }
    }
  }

  /// What was ever said of faces, be it undone since.
  func faceMarks() throws(Failure) -> FaceMarks {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM faces), EXISTS (
        SELECT 1 FROM faces, json_each(faces.faces) AS face WHERE face.value ->> 'hidden')
      """
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(sql).first { row in
        FaceMarks(isAnyKnown: row.integer(0) == 1, wasAnyHidden: row.integer(1) == 1)
      } ?? FaceMarks(isAnyKnown: true, wasAnyHidden: true)
    }
  }

  /// The latest record by which a person did something with the faces of piece `number`, and which is not undone; nil
  /// where there is none.
  func latestFaceAction(of number: Int) throws(Failure) -> Int? {
    let sql = "SELECT record, requester \(Archive.facesThatHold(of: "?1"))"
    let found = try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(sql).first(.integer(number)) { ($0.integer(0) ?? 0, $0.text(1)) }
    }
    return found.flatMap { $0.1 == Requester.analyser.name ? nil : $0.0 }
  }

  /// The newest piece of these `kinds` with a number below `number` in which nobody has looked for faces; nil for none.
  ///
  /// What is deleted, or came back from elsewhere, is left as it is.
  package func unexamined(
    below number: Int?, of kinds: Set<PieceFilter.Kind>
  ) throws(Failure) -> Int? {
    let names = kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    return try Failure.inDatabase { () throws(DatabaseError) in
      try database.prepare(
        """
        SELECT evidence.number FROM evidence CROSS JOIN things ON things.number = thing
        WHERE evidence.number < ?1 AND kind IN (\(names)) AND evidence.deleted IS NULL
          AND purged IS NULL AND things.deleted IS NULL AND evidence.origin IS NULL
          AND NOT EXISTS (SELECT 1 FROM faces WHERE piece = evidence.number AND undone IS NULL)
        ORDER BY evidence.number DESC LIMIT 1
        """
      ).first(.integer(number ?? Int.max)) { $0.integer(0) ?? 0 }
    }
  }

  /// The number of faces of piece `number` that are meant where nobody says which; there has to be one.
  package func removableFaces(of number: Int) throws(Failure) -> Int {
    try faces(of: number).meant().count
  }

  /// What is told of the faces of piece `number`.
  package func faceReport(of number: Int) throws(Failure) -> FaceReport {
    guard let piece = try piece(number) else { throw .refused(.noSuchPiece(number)) }
    return FaceReport(piece: piece, sheet: try faces(of: number))
  }
}

/// The faces of a piece that hold, and the record that tells them.
struct FaceSource {
  let sheet: FaceSheet
  /// Sequence of the record.
  let record: Int
  /// The name of the requester whose they are.
  let requester: String
}

/// What somebody reads who asks for the faces of a piece.
package struct FaceReport {
  /// The piece.
  package let piece: Piece
  /// Its faces.
  package let sheet: FaceSheet

  /// A sentence of all and one a face, or an object.
  package func reply(asJSON isJSON: Bool) -> Reply {
    sheet.reply(of: piece.nameInWords, piece.number, asJSON: isJSON)
  }

  /// The sentence of the active one, or that of all.
  var news: Phrase { sheet.news(of: piece.nameInWords) }
}

extension Piece {
  /// Its kind and number in a sentence.
  fileprivate var nameInWords: Phrase {
    let kind = PieceFilter.Kind(rawValue: kind)
    return .onePiece(PieceFilter.Kind.word(for: 1, kind == .imported ? nil : kind), number)
  }
}

extension FaceSheet {
  /// Reads a row of the columns `analyser`, `failed`, `faces` and `active`.
  init(_ row: borrowing Row) {
    var faces: [Face] = []
    if let text = row.text(2), case .array(let elements)? = JSONParser.value(of: text.utf8) {
      faces = elements.compactMap { Face(record: $0) }
    }
    let origin: Origin =
      switch (row.text(0), row.text(1).flatMap { FaceFailure(rawValue: $0) }) {
      case (nil, _): .byHand
      case (let name?, nil): .examined(by: name)
      case (let name?, let reason?): .failed(by: name, reason)
      }
    self.init(origin, faces, active: row.integer(3).map { $0 - 1 })
  }
}
