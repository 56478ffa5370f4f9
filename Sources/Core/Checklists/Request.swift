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
    if status == self.status { return .requestIsAlready(number, status.word) }
    return self.status.isFinal ? .requestIsOver(number, self.status.word) : nil
  }

  /// In a sentence, for a list.
  package var sentence: Phrase {
    .requestListed(number, file.title, status.word, file.items.count)
  }

  /// All of it in sentences.
  package var sentences: [Phrase] {
    let facts: [Phrase?] = [
      .requestURL(file.url), .requestKind(file.type), file.priority.map { .requestPriority($0) },
      file.due.map { .requestDue($0) }, file.target.map { .requestTarget($0) },
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
  static func requestIsAlready(_ number: Int, _ status: Phrase) -> Phrase {
    Phrase("request.is-already", "Request {1} is {2} already.", number, status)
  }

  static func requestIsOver(_ number: Int, _ status: Phrase) -> Phrase {
    Phrase(
      "request.is-over", "Request {1} is {2}, and stays so; take in another, with its own url.",
      number, status)
  }

  static func requestListed(
    _ number: Int, _ title: String, _ status: Phrase, _ count: Int
  ) -> Phrase {
    Phrase(
      "request.listed", "Request {1}: {2}, {3}, items: {4}.", number, title, status, count)
  }

  static func requestURL(_ url: String) -> Phrase { Phrase("request.url", "Its url: {1}.", url) }
  static func requestKind(_ type: String) -> Phrase {
    Phrase("request.type", "Its type: {1}.", type)
  }
  static func requestPriority(_ priority: String) -> Phrase {
    Phrase("request.priority", "Its priority: {1}.", priority)
  }
  static func requestDue(_ day: String) -> Phrase { Phrase("request.due", "Due: {1}.", day) }
  static func requestTarget(_ target: String) -> Phrase {
    Phrase("request.target", "To be delivered to: {1}.", target)
  }
  static func requestItem(_ number: Int, _ text: String) -> Phrase {
    Phrase("request.item", "Required is {1}: {2}.", number, text)
  }
}
