import Core

/// What a check of the board has come to.
struct Finding: Hashable {
  /// How grave it is.
  enum Verdict: String, Comparable {
    case good, warning, bad

    static func < (milder: Verdict, graver: Verdict) -> Bool { milder.rank < graver.rank }

    /// Its word, at the beginning of a line.
    var phrase: Phrase {
      switch self {
      case .good: Phrase.doctorGood
      case .warning: Phrase.doctorWarning
      case .bad: Phrase.doctorBad
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

  /// What was looked at, one word for programs.
  let name: String
  let verdict: Verdict
  /// What was seen.
  let sentence: Phrase
  /// What to do about it, where the sentence does not say so itself.
  let fix: Phrase?
  /// What to type for that.
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

extension Phrase {
  static let doctorGood = Phrase("doctor.good", "Good")
  static let doctorWarning = Phrase("doctor.warning", "Warning")
  static let doctorBad = Phrase("doctor.bad", "Bad")
}
