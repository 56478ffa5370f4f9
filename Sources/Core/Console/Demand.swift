/// The meaning of a line: who may say it, when its answer is complete, and what is done.
struct Demand: Sendable {
  /// When the answer of a line is complete.
  enum Answer: Sendable {
    /// With what is done.
    case atOnce
    /// When something has been measured, changed or tried first; what does that says so.
    case later
  }

  /// Work for the session that wants it.
  typealias Work = @Sendable (inout Machine, SessionID) throws(CommandError) -> Void

  /// Whether it only asks how things are: whoever may only ask may say it.
  let onlyAsks: Bool
  let answer: Answer
  let work: Work
}

extension Demand {
  /// Only asks how things are.
  static func asks(_ answer: Answer = .atOnce, _ work: @escaping Work) -> Demand {
    Demand(onlyAsks: true, answer: answer, work: work)
  }

  /// Changes something.
  static func changes(_ answer: Answer = .later, _ work: @escaping Work) -> Demand {
    Demand(onlyAsks: false, answer: answer, work: work)
  }

  /// Asks for what the machine knows.
  static func tells(
    _ reply: @escaping @Sendable (inout Machine) throws(CommandError) -> Reply
  ) -> Demand {
    .asks { machine, session throws(CommandError) in
      machine.steps.say(try reply(&machine), to: session)
    }
  }

  /// Asks for what has to be measured.
  static func measures(_ form: Dialogue.Question.Form) -> Demand {
    .asks(.later) { machine, session in machine.dialogue.ask(form, session, &machine.steps) }
  }

  /// Asks for what the store knows.
  static func reads(_ inquiry: Effect.Inquiry, json: Bool) -> Demand {
    .asks { machine, session in machine.read(inquiry, for: session, json) }
  }

  /// Changes what is stored.
  static func changesStore(_ change: StoreChange) -> Demand {
    .changes { machine, session in machine.ask(for: change, by: .console(session)) }
  }
}

extension Machine {
  /// Has the store tell `session`.
  mutating func read(_ inquiry: Effect.Inquiry, for session: SessionID, _ isJSON: Bool) {
    steps.add(.console(.read(inquiry, to: session, json: isJSON)))
  }
}
