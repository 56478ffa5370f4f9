import Core

/// Exports: evidence that left the store, with its proof.
extension Record.Kind {
  static let ofExports = [exportMade]

  static let exportMade = Record.Kind(
    "export.made", "an export was written; its records end here",
    [
      .text("head", "that at which it was made"),
      .digest("list", "of [the list of its files](#the-list)"), .number("files", "in that list"),
      .text(
        "choice", "what was asked for: `all`, `thing`, `request`, or `new`: what a stick lacked"),
      RecordMember.number("number", "the thing's, or the request's").orNone,
      .text("program", "the version of what wrote it"), .text("language", "of its words"),
      .requester,
    ],
    where: { payload in
      let choice = MadeExport.Choice(payload.text("choice") ?? "", payload.integer("number"))
      return choice != nil && payload.text("head").map { Head($0)?.text == $0 } ?? false
    })
}

extension Record {
  /// This export was written.
  static func exportMade(_ export: MadeExport, by requester: Requester) -> Record {
    let (name, number) = export.choice.named
    let members: [(String, JSON)] = [
      ("head", .string(export.head)), ("list", .string(export.list)),
      ("files", .integer(export.fileCount)), ("choice", .string(name)),
    ]
    let numbered = number.map { [("number", JSON.integer($0))] } ?? []
    let words: [(String, JSON)] = [
      ("program", .string(export.program)), ("language", .string(export.language)),
    ]
    return Record(.exportMade, members + numbered + words + Record.requester(requester))
  }
}
