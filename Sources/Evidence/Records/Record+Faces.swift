import Core

/// What programs find of faces in pieces, and what people make of that.
extension Record.Kind {
  static let ofFaces = [pieceExamined, facesChanged, facesUndone]

  static let pieceExamined = Record.Kind(
    "piece.examined",
    "a program has looked for faces in a piece; what it found holds where no person has done anything with them",
    [
      onePiece, .text("analyser", "its name"),
      .digest("program", "the SHA-256 of its file, as it says").orNull,
      .digest("model", "the same of its model").orNull,
      .digest("mesh", "the same of the model that finds points").orNone,
      .text("failed", "a word: why it could not; null: it could").orNull, faces,
      .text("requester", "`analyser`"),
    ], [addFaces], where: isRight)
  static let facesChanged = Record.Kind(
    "faces.changed", "a person does something with the faces of a piece, which are these then",
    [
      onePiece,
      .text(
        "action",
        "as it is typed after `face`; `find`: what a program found holds, and what was hidden stays so"
      ),
      .text("analyser", "whose find they are; null: a person's").orNull, faces,
      .number("active", "which of them actions are about, from 1; null: all").orNull, .requester,
    ], [changeFaces], where: isRight)
  static let facesUndone = Record.Kind(
    "faces.undone",
    "one of the two before this is undone: the faces of the piece are what they were without it",
    [onePiece, .number("record", "its sequence"), .requester], [undoFaces], where: isOfOnePiece)

  private static let onePiece = RecordMember("pieces", .numbers, "one")
  private static let faces = RecordMember("faces", .objects, "[below](#faces); null: none").orNull

  private static let isOfOnePiece: @Sendable (JSON) -> Bool = { $0.integers("pieces").count == 1 }

  private static let isRight: @Sendable (JSON) -> Bool = { isOfOnePiece($0) && areFacesRight($0) }

  static let areFacesRight: @Sendable (JSON) -> Bool = { payload in
    guard case .array(let faces)? = payload.member("faces") else { return true }
    return faces.allSatisfy { Face(record: $0) != nil }
  }

  /// The text of a list in a payload, which is null for none.
  static func facesText(_ path: String) -> String {
    "ifnull(nullif(payload -> '\(path)', 'null'), '[]')"
  }

  private static let addFaces = """
    INSERT INTO faces (record, piece, analyser, failed, faces, requester)
    SELECT sequence, piece.value, payload ->> 'analyser', payload ->> 'failed',
      \(facesText("$.faces")), payload ->> 'requester'
    FROM told, json_each(payload, '$.pieces') AS piece
    """
  private static let changeFaces = """
    INSERT INTO faces (record, piece, analyser, faces, active, requester)
    SELECT sequence, piece.value, payload ->> 'analyser',
      \(facesText("$.faces")), payload ->> 'active', payload ->> 'requester'
    FROM told, json_each(payload, '$.pieces') AS piece
    """
  private static let undoFaces = """
    UPDATE faces SET undone = ?1
    WHERE record = (SELECT payload ->> 'record' FROM told)
      AND piece IN (\(pieces))
    """
}

extension Record {
  /// A program has looked at piece `number`.
  static func pieceExamined(_ number: Int, _ examination: FaceExamination) -> Record {
    let sheet = examination.sheet
    let mesh = examination.mesh.map { [("mesh", JSON.string($0))] } ?? []
    return Record(
      .pieceExamined,
      [
        ("pieces", .array([.integer(number)])), ("analyser", .string(examination.analyser)),
        ("program", .optional(examination.program)), ("model", .optional(examination.model)),
        ("failed", .optional(sheet.failure?.rawValue)), ("faces", sheet.record),
        ("requester", .string(Requester.analyser.name)),
      ] + mesh)
  }

  /// The faces of piece `number` are those of `sheet` by this action.
  static func facesChanged(
    _ number: Int, _ action: FaceAction, to sheet: FaceSheet, by requester: Requester
  ) -> Record {
    Record(
      .facesChanged,
      [
        ("pieces", .array([.integer(number)])), ("action", .string(action.name)),
        ("analyser", .optional(sheet.analyser)), ("faces", sheet.record),
        ("active", .optional(sheet.active.map { $0 + 1 })), ("requester", .string(requester.name)),
      ])
  }

  /// What the record `sequence` made of the faces of piece `number` is undone.
  static func facesUndone(_ number: Int, _ sequence: Int, by requester: Requester) -> Record {
    Record(
      .facesUndone,
      [
        ("pieces", .array([.integer(number)])), ("record", .integer(sequence)),
        ("requester", .string(requester.name)),
      ])
  }
}

extension FaceSheet {
  /// Its faces in a record; null for none.
  fileprivate var record: JSON { faces.isEmpty ? .null : .array(faces.map(\.record)) }
}
