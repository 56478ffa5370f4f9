/// Asking for the checklist, and steering it.
extension Command {
  static let checklist = [
    Command(
      name: "checklist", usage: "checklist [N|skip|untick N] [--json]",
      help: Phrase(
        "help.checklist",
        "says what is still to be captured; each new piece ticks the first open item that it fits."),
      access: .full,
      words: [
        Phrase("help.checklist.item", "N has the next piece tick that item."),
        Phrase("help.checklist.skip", "\"skip\" goes on without the item that is next."),
        Phrase("help.checklist.untick", "\"untick\" and a number open that item again."),
      ],
      example: "checklist skip", read: readChecklist)
  ]

  private static func readChecklist(_ words: inout CommandWords) throws(CommandError) -> Demand {
    guard let word = words.peek() else { return .reads(.checklist, json: words.areOfProgram) }
    if words.take("skip") { return .changesStore(.checklist(.skip, item: nil)) }
    if words.take("untick") {
      return .changesStore(.checklist(.untick, item: try words.item()))
    }
    guard word.first?.isNumber == true else {
      throw unknown("checklist \(word)", among: ["checklist skip", "checklist untick"])
    }
    return .changesStore(.checklist(.aim, item: try words.item()))
  }
}

extension CommandWords {
  fileprivate mutating func item() throws(CommandError) -> Int {
    try number(of: "checklist", in: 1...Checklist.mostItems)
  }
}
