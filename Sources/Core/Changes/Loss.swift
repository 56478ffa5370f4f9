/// Pieces or texts that somebody wants gone and nothing brings back, as the store has named them for a question.
package enum Loss: Hashable, Sendable {
  /// Words in which somebody means them.
  package enum Choice: Hashable, Sendable {
    case pieces(Removal.Choice)
    case texts(Redaction.Choice)
  }

  case pieces(Removal)
  case texts(Redaction)

  /// The question whether it is to go.
  var question: Phrase {
    switch self {
    case .pieces(let removal): removal.question
    case .texts(let redaction): redaction.question
    }
  }

  /// Change that a yes asks for: all that was named goes, or nothing.
  var change: StoreChange {
    switch self {
    case .pieces(let removal): .remove(removal)
    case .texts(let redaction): .redact(redaction.choice, asked: redaction)
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
    case .success(let loss): ask(.lose(loss), session)
    case .failure(let failure): steps.refuse(failure.phrase, to: session)
    }
    steps.ended(session)
  }
}
