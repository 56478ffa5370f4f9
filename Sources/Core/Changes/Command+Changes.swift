/// Deleting pieces, bringing them back, and keeping them from that.
extension Command {
  static let changes = [
    Command(
      name: "delete", usage: "delete NUMBER… [--now [--yes]]",
      help: Phrase(
        "help.delete",
        "deletes pieces; \"undo\" brings them back, but not after \"--now\"."), access: .full,
      words: [
        .helpPieceNumbers,
        Phrase("help.delete.now", "\"--now\" asks, and then removes the files too, for good."),
        .helpYesAtOnce,
      ], example: "delete 17 19-21",
      read: readDelete),
    Command(
      name: "undelete", usage: "undelete NUMBER…",
      help: Phrase("help.undelete", "brings pieces back that were deleted or taken back."),
      access: .full,
      words: [.helpPieceNumbers], example: "undelete 17"
    ) { words throws(CommandError) in .changesStore(.undeletePieces(try words.pieceNumbers())) },
    Command(
      name: "undo", usage: "undo",
      help: Phrase(
        "help.undo", "takes back the latest capture, or brings back what was deleted last."),
      access: .full, example: "undo"
    ) { _ in
      .changesStore(.undo(nil))
    },
    Command(
      name: "lock", usage: "lock NUMBER… [on|off]",
      help: Phrase("help.lock", "keeps pieces from being deleted, or with \"off\" no longer."),
      access: .full,
      words: [.helpPieceNumbers, Phrase("help.lock.off", "\"off\" lets them be deleted again.")],
      example: "lock 17"
    ) { words throws(CommandError) in
      let numbers = try words.pieceNumbers()
      let isLocked = try words.toggle(of: "lock") ?? true
      return .changesStore(.lockPieces(numbers, isLocked: isLocked))
    },
    Command(
      name: "purge", usage: "purge [--yes]",
      help: Phrase("help.purge", "asks, and then removes the files of all that is deleted."),
      access: .full,
      words: [.helpYesAtOnce], example: "purge"
    ) { words in
      words.flag("--yes")
        ? .changesStore(.purge) : .loses(.pieces(.deleted), json: words.areOfProgram)
    },
    Command(
      name: "exported", usage: "exported NUMBER… --sha256 DIGEST [--medium ID]",
      help: Phrase(
        "help.exported",
        "says that copies of pieces were read back elsewhere; \"exhibit export\" does that itself."),
      access: .local,
      words: [
        .helpPieceNumbers,
        Phrase(
          "help.exported.digest",
          "DIGEST is the SHA-256 of the pieces' numbers and their SHA-256, a line for each."),
        Phrase(
          "help.exported.medium",
          "ID is the UUID or serial number of the file system that has them."),
        Phrase(
          "help.exported.list",
          """
          --list DIGEST is of an export's list of files; --head, --files, --choice, --program and --language \
          say the rest.
          """),
        Phrase(
          "help.exported.redacted",
          """
          --redacted NUMBER is of a copy of a piece without faces; --original, --faces, --copy and --bytes, and for a crop \
          --crop and --crop-bytes, say what it is.
          """),
      ],
      example:
        "exported 17 --sha256 0000000000000000000000000000000000000000000000000000000000000000"
    ) { words throws(CommandError) in .changesStore(try words.exported()) },
  ]

  private static func readDelete(_ words: inout CommandWords) throws(CommandError) -> Demand {
    let isForGood = words.flag("--now")
    let isSure = words.flag("--yes")
    let numbers = try words.pieceNumbers()
    guard isForGood, !isSure else {
      return .changesStore(.deletePieces(numbers, isForGood: isForGood))
    }
    return .loses(.pieces(.numbered(numbers)), json: words.areOfProgram)
  }
}

extension Demand {
  /// Has something taken out for good, after a question.
  static func loses(_ loss: Loss.Choice, json: Bool) -> Demand {
    .changes { machine, session throws(CommandError) in
      try machine.ask(toLose: loss, for: session, isProgram: json)
    }
  }
}

extension CommandWords {
  /// The most pieces that are named at once.
  private static let mostPieces = 1000
  private static let highestNumber = 999_999_999

  /// Takes the numbers of pieces that come next, at least one: `17`, or several as `3-5`.
  mutating func pieceNumbers() throws(CommandError) -> [Int] {
    var numbers: Set<Int> = []
    while let word = peek(), word.first?.isNumber == true {
      _ = next()
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first > 0, first <= last, last <= CommandWords.highestNumber,
        numbers.count + last - first < CommandWords.mostPieces
      else {
        throw CommandError(
          Phrase(
            "piece.number-wrong",
            """
            \(word) is no number of a piece; 17 is one, and 3-5 are three, at most \(CommandWords.mostPieces) at \
            once.
            """))
      }
      numbers.formUnion(first...last)
    }
    guard !numbers.isEmpty else {
      throw CommandError(
        Phrase("piece.number-needed", "Which? Say its number, such as 17, or several as 3-5."))
    }
    return numbers.sorted()
  }
}

/// Copies of pieces that were read back elsewhere, and exports: for programs, because no person knows the digests.
extension CommandWords {
  fileprivate mutating func exported() throws(CommandError) -> StoreChange {
    if let list = value(of: "--list") { return .exportMade(try export(list)) }
    if let number = value(of: "--redacted") { return .copyRedacted(try redactedCopy(of: number)) }
    let (digest, medium) = (value(of: "--sha256") ?? "", value(of: "--medium"))
    guard CommandWords.isDigest(digest) else {
      throw CommandError(
        Phrase(
          "exported.digest-needed",
          "\"exported\" is for programs that have read the copies: it takes --sha256 and a digest.")
      )
    }
    if let medium, medium.isEmpty || medium.hasPrefix("--") {
      throw CommandError(
        Phrase(
          "exported.medium-needed",
          "--medium takes the UUID or serial number of the file system that has the copies."))
    }
    return .piecesExported(try pieceNumbers(), sha256: digest, medium: medium)
  }

  private mutating func export(_ list: String) throws(CommandError) -> MadeExport {
    guard CommandWords.isDigest(list), let export = MadeExport(&self, list: list) else {
      throw CommandError(
        Phrase(
          "exported.facts-needed",
          """
          "exported --list" is for programs that have written an export: it takes a digest, --head, --files, \
          --choice, --program and --language.
          """))
    }
    return export
  }

  private mutating func redactedCopy(of number: String) throws(CommandError) -> RedactedCopy {
    guard let copy = RedactedCopy(&self, of: number), isEmpty else {
      throw CommandError(
        Phrase(
          "exported.copy-needed",
          """
          "exported --redacted" is for programs that make copies without faces: it takes the number of a piece, \
          --original, --faces, --copy and --bytes, and for a crop --crop and --crop-bytes.
          """))
    }
    return copy
  }

  /// Whether `text` is a SHA-256 as records have it.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy(isHexadecimal)
  }

  /// Whether `letter` is a digit as digests are written, in lower case.
  @Sendable private static func isHexadecimal(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}

extension Phrase {
  static let helpPieceNumbers = Phrase(
    "help.piece-numbers", "NUMBER is that of a piece, such as 17; several are 17 18, or 3-5.")
}
