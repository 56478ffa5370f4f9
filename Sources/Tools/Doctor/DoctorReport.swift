import Core

/// Findings of all checks, for people and for programs.
struct DoctorReport {
  let findings: [Finding]

  /// The gravest verdict.
  var verdict: Finding.Verdict { findings.map(\.verdict).max() ?? .good }

  /// A finding a line, what to type for it below, and the count of each verdict.
  var text: String { (findings.flatMap(\.lines) + [count.told]).joined(separator: "\n") }

  /// One object.
  var json: JSON {
    .object([
      ("verdict", .string(verdict.rawValue)), ("findings", .array(findings.map(\.json))),
    ])
  }

  private var count: Phrase {
    let numbers = [Finding.Verdict.good, .warning, .bad].map { verdict in
      "\(findings.filter { $0.verdict == verdict }.count)"
    }
    return Phrase(
      "doctor.count", "\(numbers[0]) good, \(numbers[1]) to be warned of, \(numbers[2]) bad.")
  }
}

extension Finding {
  fileprivate var lines: [String] {
    let advice = fix.map { [Phrase("doctor.fix", "To do: \($0)").told] } ?? []
    let line = Phrase("doctor.finding", "\(verdict.phrase): \(sentence)").told
    return [line.printable] + (advice + commands).map { "    " + $0.printable }
  }

  fileprivate var json: JSON {
    .object([
      ("check", .string(name)), ("verdict", .string(verdict.rawValue)),
      ("sentence", .sentence(sentence)), ("fix", .sentence(fix)),
      ("commands", .array(commands.map { .string($0) })),
    ])
  }
}

/// Finding of one check of the board.
struct Finding: Hashable {
  /// Gravity of the finding.
  enum Verdict: String, Comparable {
    case good, warning, bad

    static func < (milder: Verdict, graver: Verdict) -> Bool { milder.rank < graver.rank }

    /// Its word, at the beginning of a line.
    var phrase: Phrase {
      switch self {
      case .good: Phrase("doctor.good", "Good")
      case .warning: Phrase("doctor.warning", "Warning")
      case .bad: Phrase("doctor.bad", "Bad")
      }
    }

    private var rank: Int {
      switch self {
      case .good: 0
      case .warning: 1
      case .bad: 2
      }
    }
  }

  /// Name of the check, one word for programs.
  let name: String
  let verdict: Verdict
  /// Sentence of the finding.
  let sentence: Phrase
  /// Advice, where the sentence does not say it itself.
  let fix: Phrase?
  /// Commands to type for that.
  let commands: [String]

  /// A finding of the check `name`.
  init(
    _ name: String, _ verdict: Verdict, _ sentence: Phrase, fix: Phrase? = nil,
    commands: [String] = []
  ) {
    self.name = name
    self.verdict = verdict
    self.sentence = sentence
    self.fix = fix
    self.commands = commands
  }

  /// A finding that all is well.
  static func good(_ name: String, _ sentence: Phrase) -> Finding {
    Finding(name, .good, sentence)
  }
}
