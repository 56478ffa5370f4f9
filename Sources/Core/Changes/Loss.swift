/// Pieces or texts that somebody wants gone and nothing brings back, as the store has named them for a question.
package enum Loss: Hashable, Sendable {
  /// Words in which somebody means them.
  package enum Choice: Hashable, Sendable {
    case pieces(Removal.Choice)
    case texts(Redaction.Choice)
    /// The active face of a piece, or all of them.
    case faces(of: Int)
  }

  case pieces(Removal)
  case texts(Redaction)
  /// Faces of a piece: all where none is active, else the active one.
  case faces(of: Int, count: Int)

  /// Whether somebody has to say yes first; a single face goes at once, and comes back by an undo.
  var isAsked: Bool { if case .faces(_, count: 1) = self { false } else { true } }

  /// The question whether it is to go.
  var question: Phrase {
    switch self {
    case .pieces(let removal): removal.question
    case .texts(let redaction): redaction.question
    case .faces(let number, let count):
      Phrase("question.remove-faces", "Remove all \(count) faces of piece \(number)? y or n.")
    }
  }

  /// Change that a yes asks for: all that was named goes, or nothing.
  var change: StoreChange {
    switch self {
    case .pieces(let removal): .remove(removal)
    case .texts(let redaction): .redact(redaction.choice, asked: redaction)
    case .faces(let number, let count):
      .changeFaces(number, .remove(isAsked ? .asked(count) : .one))
    }
  }
}

extension Machine {
  /// Asks `session`, as soon as the store has named it, whether the chosen is to go; a program has to say yes at once.
  mutating func ask(
    toLose choice: Loss.Choice, for session: SessionID, isProgram: Bool
  ) throws(CommandError) {
    if isProgram { throw CommandError(.questionNeedsYes) }
    if published.isEnding { throw CommandError(.shuttingDown) }
    steps.add(.store(.name(choice, for: session)))
  }

  /// The store has named what `session` wants gone, or has said why that can't be.
  mutating func named(_ found: Result<Loss, Failure>, for session: SessionID) {
    switch found {
    case .success(let loss):
      guard loss.isAsked else { return ask(for: loss.change, by: .console(session)) }
      ask(.lose(loss), session)
    case .failure(let failure): steps.refuse(failure.phrase, to: session)
    }
    steps.ended(session)
  }
}
