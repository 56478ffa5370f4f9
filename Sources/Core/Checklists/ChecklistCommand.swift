/// Asking for the checklist, and steering it.
enum ChecklistCommand: Hashable, Sendable {
  case show(json: Bool)
  case change(StoreChange)

  static let entries = [
    CommandEntry(
      name: "checklist", usage: "checklist [N|skip|untick N] [--json]", help: Phrase.helpChecklist,
      access: .full, parse: parse,
      words: [.helpChecklistItem, .helpChecklistSkip, .helpChecklistUntick],
      example: "checklist skip")
  ]

  /// Whether it only asks.
  var isQuestion: Bool {
    switch self {
    case .show: true
    case .change: false
    }
  }

  @Sendable private static func parse(_ words: inout CommandWords) throws(CommandError) -> Command {
    let json = words.areOfProgram
    switch words.peek() {
    case nil: return .checklist(.show(json: json))
    case "skip":
      _ = words.next()
      return .checklist(.change(.checklist(.skip, item: nil)))
    case "untick":
      _ = words.next()
      return .checklist(.change(.checklist(.untick, item: try item(&words))))
    case let word?:
      guard word.first?.isNumber == true else {
        throw Command.unknown(
          "checklist \(word)", among: ["checklist skip", "checklist untick"])
      }
      return .checklist(.change(.checklist(.aim, item: try item(&words))))
    }
  }

  private static func item(_ words: inout CommandWords) throws(CommandError) -> Int {
    try words.number(of: "checklist", in: 1...Checklist.mostItems)
  }
}

extension Machine {
  mutating func obey(_ command: ChecklistCommand, from session: SessionID) {
    switch command {
    case .show(let json): steps.add(.console(.read(.checklist, to: session, json: json)))
    case .change(let change): ask(for: change, by: .console(session))
    }
  }
}

extension Phrase {
  static let helpChecklist = Phrase(
    "help.checklist",
    "says what is still to be captured; each new piece ticks the first that is open.")
  static let helpChecklistItem = Phrase(
    "help.checklist.item", "N has the next piece tick that item.")
  static let helpChecklistSkip = Phrase(
    "help.checklist.skip", "\"skip\" goes on without the item that is next.")
  static let helpChecklistUntick = Phrase(
    "help.checklist.untick", "\"untick\" and a number open that item again.")
}
