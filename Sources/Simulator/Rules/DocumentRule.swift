import Core

/// What a mask frames becomes a document, and nothing else does; what was wanted as glyphs has them, and nothing else.
struct DocumentRule {
  /// The shots under way that a mask frames.
  private var framed: Set<Shot.ID> = []
  /// Those that are wanted as glyphs too.
  private var drawn: Set<Shot.ID> = []

  mutating func check(_ step: Step) throws(Violation) {
    switch step.event {
    case .started: (framed, drawn) = ([], [])
    case .photo(.stored(let id, let piece, _)):
      try check(piece, isFramed: framed.remove(id) != nil)
      try check(piece, isDrawn: drawn.remove(id) != nil)
    case .deadline, .device, .camera, .accelerometer, .edge, .photo, .clip, .store, .console,
      .voice,
      .hook, .measured, .signal, .reconfigured:
      break
    }
    for case .photo(.keep(let shot)) in step.effects {
      if shot.mask != nil { framed.insert(shot.id) }
      if shot.series.hasGlyphs { drawn.insert(shot.id) }
    }
  }

  /// The simulated camera sends nothing that can't be drawn.
  private func check(_ piece: StoredPiece, isDrawn: Bool) throws(Violation) {
    guard isDrawn == (piece.glyphs != nil) else {
      let words = isDrawn ? "wanted as glyphs and has none" : "drawn, and nobody wants glyphs"
      throw Violation(Self.self, "piece \(piece.number) is \(words)")
    }
  }

  /// The simulated camera sends nothing that can't be cropped.
  private func check(_ piece: StoredPiece, isFramed: Bool) throws(Violation) {
    guard isFramed == (piece.crop != nil) else {
      let words = isFramed ? "framed by a mask and has no crop" : "cropped, and no mask frames it"
      throw Violation(Self.self, "piece \(piece.number) is \(words)")
    }
  }
}
