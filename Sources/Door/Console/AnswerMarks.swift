import Core

/// Marks that tell a program how each line of an answer is meant, and how it has ended.
///
/// Each line of an answer begins with a word, `out`, `err` or `ask`, and the answer ends with `end` and the code that a
/// command of a shell ends with.
struct AnswerMarks: Hashable {
  private var next: Effect.AnswerOutcome?
  private var worst: Effect.AnswerOutcome?

  /// The next line is such news.
  mutating func note(_ outcome: Effect.AnswerOutcome) {
    next = outcome
    if worst != .misunderstood { worst = outcome }
  }

  /// It was said.
  mutating func haveSaid() { next = nil }

  /// The next line, which says `text`.
  func part(_ text: String) -> AnswerPart {
    switch next {
    case nil: .out(text)
    case .asks: .ask(text)
    case .failed, .misunderstood: .err(text)
    }
  }

  /// The end of the answer.
  var end: AnswerPart { .end(code) }

  /// The code, as `sysexits.h` has it; a question that waits is nothing done.
  private var code: Int32 {
    switch worst {
    case nil: 0
    case .failed, .asks: 1
    case .misunderstood: 64
    }
  }
}
