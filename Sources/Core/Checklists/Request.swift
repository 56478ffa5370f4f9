/// What somebody wants evidence of: what it has to show is the checklist while the request is active.
package struct Request: Hashable, Sendable {
  /// How it stands.
  package enum Status: String, CaseIterable, Hashable, Sendable {
    case active, pending, completed, expired, cancelled

    /// Whether it is over: nothing follows on that.
    package var isFinal: Bool {
      switch self {
      case .active, .pending: false
      case .completed, .expired, .cancelled: true
      }
    }

    /// The word for it in sentences.
    package var word: Phrase {
      switch self {
      case .active: Phrase("request.active", "active")
      case .pending: Phrase("request.pending", "pending")
      case .completed: Phrase("request.completed", "completed")
      case .expired: Phrase("request.expired", "expired")
      case .cancelled: Phrase("request.cancelled", "cancelled")
      }
    }
  }

  /// Counted from 1 in its store.
  package let number: Int
  /// Unique everywhere.
  package let id: String
  /// What somebody wrote that they want.
  package let file: RequestFile
  /// How it stands.
  package let status: Status

  /// A request as the store has it.
  package init(number: Int, id: String, file: RequestFile, status: Status) {
    (self.number, self.id, self.file, self.status) = (number, id, file, status)
  }

  /// Why it can't become `status`; nil where it can.
  package func refusal(of status: Status) -> Phrase? {
    if status == self.status {
      return Phrase("request.is-already", "Request \(number) is \(status.word) already.")
    }
    return self.status.isFinal
      ? Phrase(
        "request.is-over",
        "Request \(number) is \(self.status.word), and stays so; take in another, with its own url."
      ) : nil
  }

  /// In a sentence, for a list.
  package var sentence: Phrase {
    Phrase(
      "request.listed",
      "Request \(number): \(file.title), \(status.word), items: \(file.items.count).")
  }

  /// All of it in sentences.
  package var sentences: [Phrase] {
    let facts: [Phrase?] = [
      Phrase("request.url", "Its url: \(file.url)."),
      Phrase("request.type", "Its type: \(file.type)."),
      file.priority.map { Phrase("request.priority", "Its priority: \($0).") },
      file.due.map { Phrase("request.due", "Due: \($0).") },
      file.target.map { Phrase("request.target", "To be delivered to: \($0).") },
    ]
    let items = file.items.enumerated().map { Phrase.requestItem($0.offset + 1, $0.element) }
    return [sentence] + facts.compactMap { $0 } + items
  }

  /// For programs.
  package var json: JSON {
    .object(
      [("number", .integer(number)), ("id", .string(id)), ("status", .string(status.rawValue))]
        + file.members)
  }
}

extension Phrase {
  static func requestItem(_ number: Int, _ text: String) -> Phrase {
    Phrase("request.item", "Required is \(number): \(text).")
  }
}
