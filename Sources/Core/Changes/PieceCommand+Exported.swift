/// Reporting copies of pieces that were read back elsewhere, and exports: for programs, because no person knows the
/// digests.
extension PieceCommand {
  static let exported = CommandEntry(
    name: "exported", usage: "exported NUMBER… --sha256 DIGEST [--medium ID]",
    help: Phrase.helpExported,
    access: .local, parse: exported,
    words: [
      .helpPieceNumbers, .helpExportedDigest, .helpExportedMedium, .helpExportedList,
    ],
    example: "exported 17 --sha256 0000000000000000000000000000000000000000000000000000000000000000"
  )

  @Sendable private static func exported(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    if let list = words.value(of: "--list") { return try made(list, &words) }
    let (digest, medium) = (words.value(of: "--sha256") ?? "", words.value(of: "--medium"))
    guard isDigest(digest) else { throw CommandError(.exportedDigestNeeded) }
    if let medium, medium.isEmpty || medium.hasPrefix("--") {
      throw CommandError(.exportedMediumNeeded)
    }
    return .piece(
      .change(.piecesExported(try words.pieceNumbers(), sha256: digest, medium: medium)))
  }

  @Sendable private static func made(
    _ list: String, _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    guard isDigest(list), let export = MadeExport(&words, list: list) else {
      throw CommandError(.exportedFactsNeeded)
    }
    return .piece(.change(.exportMade(export)))
  }

  private static func isDigest(_ text: String) -> Bool {
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
  static let helpExported = Phrase(
    "help.exported",
    "says that copies of pieces were read back elsewhere; \"exhibit export\" does that itself.")
  static let helpExportedDigest = Phrase(
    "help.exported.digest",
    "DIGEST is the SHA-256 of the pieces' numbers and their SHA-256, a line for each.")

  static let helpExportedMedium = Phrase(
    "help.exported.medium", "ID is the UUID or serial number of the file system that has them.")

  static let helpExportedList = Phrase(
    "help.exported.list",
    """
    --list DIGEST is of an export's list of files; --head, --files, --choice, --program and --language say the rest.
    """)

  static let exportedFactsNeeded = Phrase(
    "exported.facts-needed",
    """
    "exported --list" is for programs that have written an export: it takes a digest, --head, --files, --choice, \
    --program and --language.
    """)

  static let exportedMediumNeeded = Phrase(
    "exported.medium-needed",
    "--medium takes the UUID or serial number of the file system that has the copies.")

  static let exportedDigestNeeded = Phrase(
    "exported.digest-needed",
    "\"exported\" is for programs that have read the copies: it takes --sha256 and a digest.")
}
