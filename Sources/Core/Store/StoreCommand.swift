/// Asking what is stored.
package enum StoreCommand: Hashable, Sendable {
  case list(json: Bool)

  static let entries = [
    CommandEntry(
      name: "list", usage: "list [--json]", help: Phrase.helpList, access: .status, parse: list)
  ]

  @Sendable private static func list(_ words: inout Words) throws(Misunderstanding) -> Command {
    .store(.list(json: words.areOfProgram))
  }
}

extension Machine {
  mutating func obey(_ command: StoreCommand, from session: SessionID) {
    switch command {
    case .list(let json): steps.add(.console(.list(to: session, json: json)))
    }
  }
}

extension Phrase {
  static let helpList = Phrase("help.list", "lists the pieces, oldest first.")
}
