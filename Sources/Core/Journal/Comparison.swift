/// What the latest comparison of all files and the whole database with the records found: a program of its own makes one
/// a week, and the device keeps what came of it.
package struct Comparison: Hashable, Sendable {
  /// How much was wrong.
  package let flawCount: Int
  /// How many pieces the records tell of.
  package let pieceCount: Int
  /// When it ended, in microseconds since 1970; nil where nobody knew the time.
  package let endedAt: Int?

  /// A comparison that ended at `endedAt`.
  package init(flawCount: Int, pieceCount: Int, endedAt: Int?) {
    (self.flawCount, self.pieceCount, self.endedAt) = (flawCount, pieceCount, endedAt)
  }

  /// Whether nothing was wrong.
  package var isGood: Bool { flawCount == 0 }

  /// Its figures as `compared` takes them.
  package var text: String {
    ([flawCount, pieceCount] + (endedAt.map { [$0] } ?? [])).map(String.init)
      .joined(separator: " ")
  }

  /// What `text` says; nil where it says none.
  package init?(_ text: some StringProtocol) {
    var words = CommandWords(String(text))
    guard let found = try? Comparison(&words), words.isEmpty else { return nil }
    self = found
  }

  /// For people.
  package var phrase: Phrase {
    let time =
      endedAt.map { Phrase("compared.at", "at \(CalendarTime(microseconds: $0).brief)") }
      ?? Phrase("compared.once", "when nobody knew the time")
    return isGood
      ? Phrase(
        "compared.good",
        """
        All files and the database were compared with the records \(time): nothing is wrong. Pieces: \
        \(pieceCount).
        """)
      : Phrase(
        "compared.bad",
        """
        Files and database were compared with the records \(time), and something is wrong, so often: \
        \(flawCount). 'exhibit verify' says what, and 'exhibit verify --tell' tells it here once it is mended.
        """)
  }

  /// For programs.
  var json: JSON {
    let time = endedAt.map { CalendarTime(microseconds: $0).text }
    return .object([
      ("flaws", .integer(flawCount)), ("pieces", .integer(pieceCount)), ("at", .optional(time)),
    ])
  }
}

extension Comparison {
  private static let most = 999_999_999
  /// Until the year 9999.
  private static let times = 0...253_402_300_799_999_999

  fileprivate init(_ words: inout CommandWords) throws(CommandError) {
    flawCount = try words.number(of: "compared", in: 0...Comparison.most)
    pieceCount = try words.number(of: "compared", in: 0...Comparison.most)
    endedAt =
      words.isEmpty ? nil : try words.number(of: "compared", in: Comparison.times)
  }
}

extension Command {
  /// For the program that compares.
  static let compared = Command(
    name: "compared", usage: "compared FLAWS PIECES [MICROSECONDS]",
    help: Phrase(
      "help.compared",
      "tells what a look at all records and files found; \"exhibit verify --tell\" does that itself."
    ),
    access: .local,
    words: [
      Phrase(
        "help.compared.time",
        "MICROSECONDS since 1970 say when that was, where the time was known.")
    ], example: "compared 0 17"
  ) { words throws(CommandError) in
    let comparison = try Comparison(&words)
    return .changes(.atOnce) { $0.compared(comparison, by: $1) }
  }
}

extension Machine {
  /// People hear at once what was found; that something is wrong they see too, now and at each start.
  fileprivate mutating func compared(_ comparison: Comparison, by session: SessionID) {
    mirror.compared(comparison)
    steps.report(comparison.isGood ? .info : .warning, "Store", comparison.phrase, to: session)
    if !comparison.isGood { steps.show(.sign(.refused)) }
  }
}
