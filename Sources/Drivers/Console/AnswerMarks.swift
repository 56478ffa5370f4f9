import Core

/// What tells a program that asks by the socket how each line of an answer is meant, and how it has ended.
///
/// A line that ends in `--marked` wants it. Each line of its answer begins with a word, `out`, `err` or `ask`, and the
/// answer ends with `end` and the code that a command of a shell ends with.
struct AnswerMarks: Hashable {
  /// The word of a line that wants an answer with marks.
  static let flag = "--marked"

  private var next: Effect.AnswerOutcome?
  private var worst: Effect.AnswerOutcome?

  /// `line` without the word that wants marks, and those, where it has it.
  static func wanted(by line: String) -> (line: String, marks: AnswerMarks?) {
    let rest = line[...].dropLast(while: { $0 == " " })
    guard rest.hasSuffix(" " + flag) || rest == flag[...] else { return (line, nil) }
    return (String(rest.dropLast(flag.count).dropLast(while: { $0 == " " })), AnswerMarks())
  }

  /// What is said next is such news.
  mutating func note(_ outcome: Effect.AnswerOutcome) {
    next = outcome
    if worst != .misunderstood { worst = outcome }
  }

  /// It was said.
  mutating func haveSaid() { next = nil }

  /// What the next line begins with.
  var word: String {
    switch next {
    case nil: "out "
    case .asks: "ask "
    case .failed, .misunderstood: "err "
    }
  }

  /// The line that ends the answer.
  var end: String { "end \(code)" }

  /// The code, as `sysexits.h` has it; a question that waits is nothing done.
  private var code: Int {
    switch worst {
    case nil: 0
    case .failed, .asks: 1
    case .misunderstood: 64
    }
  }
}

extension Substring {
  /// Without what is at its end and so.
  fileprivate func dropLast(while isSo: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isSo(last) { rest.removeLast() }
    return rest
  }
}
