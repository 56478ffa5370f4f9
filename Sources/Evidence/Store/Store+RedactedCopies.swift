import Core

/// Copies in which faces are blank, before they leave.
extension Store {
  /// Records `copy`, which has to be one of the piece as it is stored and of the faces that it has now; the same copy is
  /// recorded once.
  mutating func note(
    _ copy: RedactedCopy, for requester: Requester, at now: Moment
  ) throws(Failure) -> Phrase {
    try refuseAway([copy.number])
    guard let piece = try archive.piece(copy.number),
      let source = try archive.faceSource(of: copy.number), source.record == copy.faces,
      piece.sha256 == copy.original, (piece.crop == nil) == (copy.crop == nil),
      case .redacted(let areas) = piece.departure(by: source.sheet, under: .hide)
    else { throw .refused(.copyOvertaken(copy.number)) }
    let known = try archive.redactedCopy(of: copy.number, copy.original, areas)
    if known?.picture != copy.picture || known?.crop != copy.crop {
      try append([.pieceRedacted(copy, areas, source, by: requester)], at: now)
    }
    return .copyRecorded(copy.number)
  }
}

extension Phrase {
  package static func copyRecorded(_ number: Int) -> Phrase {
    Phrase("copy.recorded", "A copy of piece \(number) in which faces are hidden is recorded.")
  }

  static func copyOvertaken(_ number: Int) -> Phrase {
    Phrase(
      "copy.overtaken",
      "Nothing was recorded: piece \(number) or its faces are others by now. Export again.")
  }
}
