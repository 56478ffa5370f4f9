import Core

/// What programs find of faces, and what people do with them.
extension Store {
  /// Keeps what a program found, which takes the place of nothing that a person did, unless a person wanted it now.
  mutating func add(
    _ examination: FaceExamination, to number: Int, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    var records = [Record.pieceExamined(number, examination)]
    let isKept = try archive.latestFaceAction(of: number) == nil || requester == .analyser
    if !isKept, case .found(let faces) = examination.outcome {
      let action = FaceAction.find(faces, by: examination.analyser)
      records.append(try facesChanged(number, by: action, for: requester))
    }
    try append(records, at: now)
    return try archive.faceReport(of: number).news
  }

  /// Does `action` with the faces of piece `number`, which have to be those that are there now.
  mutating func changeFaces(
    of number: Int, by action: FaceAction, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    try append([try facesChanged(number, by: action, for: requester)], at: now)
    let report = try archive.faceReport(of: number)
    guard case .select = action, report.sheet.active == nil else { return report.news }
    return .followed(Phrase("face.missed", "No face is there, so none is active."), report.news)
  }

  private func facesChanged(
    _ number: Int, by action: FaceAction, for requester: Requester
  ) throws(Failure) -> Record {
    guard let piece = try archive.piece(number) else { throw .refused(.noSuchPiece(number)) }
    let sheet = try archive.faces(of: number).after(action, in: piece.uprightSize)
    return .facesChanged(number, action, to: sheet, by: requester)
  }

  /// Takes the latest action with the faces of piece `number` back.
  mutating func undoFaces(
    of number: Int, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([number])
    guard let record = try archive.latestFaceAction(of: number) else {
      throw .refused(
        Phrase(
          "face.nothing-to-undo",
          "Nobody has done anything with the faces of piece \(number) that could be undone."))
    }
    try append([.facesUndone(number, record, by: requester)], at: now)
    return .followed(
      Phrase("face.undone", "Undone."), try archive.faceReport(of: number).news)
  }
}

extension Store {
  /// The faces of piece `number`, of which the picture is there, for files of their own.
  package func savableFaces(of number: Int) throws(Failure) -> FaceSheet {
    try refuseAway([number])
    return try archive.faces(of: number)
  }

  /// Writes `sheet`, the faces of piece `number`, and `png`, its picture with them, into files; blocks in the flushes.
  package func saveFaces(
    _ sheet: FaceSheet, of number: Int, drawn png: [UInt8]
  ) throws(Failure) -> Phrase {
    let json = Array("\(sheet.json(number).text)\n".utf8)
    let files = try folder.saveFaces(of: number, json: json, png: png)
    return Phrase(
      "face.saved",
      "The faces of piece \(number) are in \(files.json), the picture with them is in \(files.png), in the store."
    )
  }
}

extension Piece {
  /// The size of the picture as it is seen upright; four to three where nobody knows.
  fileprivate var uprightSize: PictureSize {
    guard let width, let height else { return PictureSize(width: 4, height: 3) }
    let isOnItsSide = orientation.map { $0.turn == .left || $0.turn == .right } ?? false
    return isOnItsSide
      ? PictureSize(width: height, height: width) : PictureSize(width: width, height: height)
  }
}
