/// The wish to undo, from the long press that says it until the store has told what that would be.
enum UndoSearch: Sendable {
  case none
  /// Somebody wants to undo; what, can be told when nothing is being stored any more.
  case wanted
  /// The store was asked what can be undone.
  case searching

  /// Whether the store is to be asked what can be undone.
  var isWanted: Bool { if case .wanted = self { true } else { false } }

  /// Whether the question may come at any moment.
  var isUnderWay: Bool { if case .none = self { false } else { true } }

  /// What was to be undone came to nothing.
  mutating func withdraw() {
    if isWanted { self = .none }
  }

  /// Asks the store what can be undone.
  mutating func search(_ steps: inout Steps) {
    self = .searching
    steps.add(.store(.findUndo))
  }

  /// The store has answered; whether people wait for that.
  mutating func found() -> Bool {
    guard case .searching = self else { return false }
    self = .none
    return true
  }
}

/// Undoing by the button: from the long press to the answer.
extension Machine {
  /// What can be undone is told once nothing is being stored: that would be the latest capture.
  mutating func settleUndo() {
    guard asking.undo.isWanted else { return }
    if let problem = problem(of: ChangeQueue.Wish(change: .undo(nil), requester: .button)) {
      asking.undo.withdraw()
      return refuse(problem)
    }
    if published.activity.isAtRest, changes.isEmpty, published.storeWorks {
      asking.undo.search(&steps)
    }
  }

  /// The store has found what can be undone.
  mutating func foundUndo(_ step: UndoStep?) {
    guard asking.undo.found() else { return }
    guard let step else { return refuse(.nothingToUndo) }
    asking.put(BoardQuestion(step, at: now))
    tellQuestion()
  }

  /// The button or a console has answered, or nobody has in time.
  mutating func answerUndo(_ isYes: Bool, by requester: Requester = .button) {
    asking.undo = .none
    guard asking.asksToUndo, let step = asking.endBoard()?.step else { return }
    if isYes { return ask(for: .undo(step), by: requester) }
    steps.report(
      .info, "Button", .undoDeclined, spoken: .undoDeclined, to: requester.session)
  }

  /// A change was made: where it can have been about what the button asks, that is asked no longer.
  mutating func settleUndo(after change: StoreChange) {
    guard change.takesOrBringsBack, asking.asksToUndo, let question = asking.endBoard() else {
      return
    }
    let news = Phrase.questionChanged(question.question)
    steps.report(.info, "Button", news, spoken: news)
  }
}

extension Phrase {
  package static let nothingToUndo = Phrase("undo.nothing", "There is nothing to undo.")

  static let undoDeclined = Phrase("undo.declined", "Nothing is undone.")
}
