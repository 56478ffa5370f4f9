/// Deleting pieces, bringing them back, and keeping them from that.
enum PieceCommand: Hashable, Sendable {
  case change(StoreChange)
  /// To remove files, which can't be taken back, after a question.
  case ask(Removal.Choice, json: Bool)

  static let entries = [
    CommandEntry(
      name: "delete", usage: "delete NUMBER… [--now [--yes]]", help: Phrase.helpDelete,
      access: .full,
      parse: delete, words: [.helpPieceNumbers, .helpDeleteNow, .helpYesAtOnce],
      example: "delete 17 19-21"),
    CommandEntry(
      name: "undelete", usage: "undelete NUMBER…", help: Phrase.helpUndelete, access: .full,
      parse: undelete, words: [.helpPieceNumbers], example: "undelete 17"),
    CommandEntry(
      name: "undo", usage: "undo", help: Phrase.helpUndo, access: .full, parse: undo,
      example: "undo"),
    CommandEntry(
      name: "lock", usage: "lock NUMBER… [on|off]", help: Phrase.helpLock, access: .full,
      parse: lock, words: [.helpPieceNumbers, .helpLockOff], example: "lock 17"),
    CommandEntry(
      name: "purge", usage: "purge [--yes]", help: Phrase.helpPurge, access: .full, parse: purge,
      words: [.helpYesAtOnce], example: "purge"),
    exported,
  ]

  @Sendable private static func delete(_ words: inout CommandWords) throws(CommandError) -> Command
  {
    let isForGood = words.flag("--now")
    let isSure = words.flag("--yes")
    let numbers = try words.pieceNumbers()
    guard isForGood, !isSure else {
      return .piece(.change(.deletePieces(numbers, isForGood: isForGood)))
    }
    return .piece(.ask(.numbered(numbers), json: words.areOfProgram))
  }

  @Sendable private static func undelete(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    .piece(.change(.undeletePieces(try words.pieceNumbers())))
  }

  @Sendable private static func undo(_ words: inout CommandWords) throws(CommandError) -> Command {
    .piece(.change(.undo(nil)))
  }

  @Sendable private static func lock(_ words: inout CommandWords) throws(CommandError) -> Command {
    let numbers = try words.pieceNumbers()
    let isLocked = try words.toggle(of: "lock") ?? true
    return .piece(.change(.lockPieces(numbers, isLocked: isLocked)))
  }

  @Sendable private static func purge(_ words: inout CommandWords) throws(CommandError) -> Command {
    words.flag("--yes")
      ? .piece(.change(.purge)) : .piece(.ask(.deleted, json: words.areOfProgram))
  }
}

extension Machine {
  mutating func obey(_ command: PieceCommand, from session: SessionID) throws(CommandError) {
    switch command {
    case .ask(let choice, let json):
      try ask(toLose: .pieces(choice), for: session, isProgram: json)
    case .change(let change): ask(for: change, by: .console(session))
    }
  }
}

extension CommandWords {
  /// So many pieces at most are named at once.
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
      else { throw CommandError(.pieceNumberWrong(word, CommandWords.mostPieces)) }
      numbers.formUnion(first...last)
    }
    guard !numbers.isEmpty else { throw CommandError(.pieceNumberNeeded) }
    return numbers.sorted()
  }
}

extension Phrase {
  static let helpPieceNumbers = Phrase(
    "help.piece-numbers", "NUMBER is that of a piece, such as 17; several are 17 18, or 3-5.")
  static let helpDeleteNow = Phrase(
    "help.delete.now", "\"--now\" asks, and then removes the files too, for good.")
  static let helpLockOff = Phrase("help.lock.off", "\"off\" lets them be deleted again.")
  static let helpDelete = Phrase(
    "help.delete", "deletes pieces; \"undo\" brings them back, but not after \"--now\".")
  static let helpUndelete = Phrase(
    "help.undelete", "brings pieces back that were deleted or taken back.")
  static let helpUndo = Phrase(
    "help.undo", "takes back the latest capture, or brings back what was deleted last.")
  static let helpLock = Phrase(
    "help.lock", "keeps pieces from being deleted, or with \"off\" no longer.")
  static let helpPurge = Phrase(
    "help.purge",
    "asks, and then removes the files of all that is deleted.")

  static let pieceNumberNeeded = Phrase(
    "piece.number-needed", "Which? Say its number, such as 17, or several as 3-5.")

  static func pieceNumberWrong(_ word: String, _ most: Int) -> Phrase {
    Phrase(
      "piece.number-wrong",
      "{1} is no number of a piece; 17 is one, and 3-5 are three, at most {2} at once.", word, most)
  }
}
