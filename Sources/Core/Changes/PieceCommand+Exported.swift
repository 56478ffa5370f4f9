/// Reporting copies of pieces that were read back elsewhere: for programs, because no person knows the digest.
extension PieceCommand {
  static let exported = CommandEntry(
    name: "exported", usage: "exported NUMBER… --sha256 DIGEST", help: Phrase.helpExported,
    access: .local, parse: exported, words: [.helpPieceNumbers, .helpExportedDigest],
    example: "exported 17 --sha256 0000000000000000000000000000000000000000000000000000000000000000"
  )

  @Sendable private static func exported(
    _ words: inout CommandWords
  ) throws(CommandError) -> Command {
    let digest = words.option("--sha256") ?? ""
    guard digest.utf8.count == 64, digest.utf8.allSatisfy(isHexadecimal) else {
      throw CommandError(.exportedDigestNeeded)
    }
    return .piece(.change(.piecesExported(try words.pieceNumbers(), sha256: digest)))
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

  static let exportedDigestNeeded = Phrase(
    "exported.digest-needed",
    "\"exported\" is for programs that have read the copies: it takes --sha256 and a digest.")
}
