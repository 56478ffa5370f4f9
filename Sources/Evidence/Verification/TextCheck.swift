import Core

/// Whether the texts that records tell by their digests are there, and are those.
///
/// A text that is not there was taken out, as a record says; or is not told here, in a bundle of a part; or is gone, which
/// is wrong.
struct TextCheck {
  /// How many texts are not there, and nothing is wrong with that.
  struct Counts: Hashable {
    /// A record says that they were taken out.
    var redacted = 0
    /// They are not told here.
    var untold = 0
  }

  private(set) var flaws = Flaws()
  private(set) var counts = Counts()
  private var absent: [Record.TextPlace] = []
  /// How many lie beside the records that were taken in.
  private var foundCount = 0

  /// Takes in what lies `beside` a record of this `kind`, some of whose texts are `gone`, or others.
  mutating func take(
    _ record: WrittenRecord, _ kind: Record.Kind?, _ beside: [ToldText], gone: Set<String>
  ) {
    foundCount += beside.count
    for member in gone.sorted() {
      if beside.contains(where: { $0.member == member }) {
        flaws.add(Flaw(kind: .textAltered, record: record.sequence, words: member))
      } else {
        absent.append(Record.TextPlace(record: record.sequence, member: member))
      }
    }
    let told = Set((kind?.told ?? []).map(\.name))
    for text in beside where !gone.contains(text.member) {
      if told.contains(text.member), record.tells(text) { continue }
      flaws.add(Flaw(kind: .textUnrecorded, record: text.record, words: text.member))
    }
  }

  /// There are no more records; `database` has the redactions that they tell of, and `mayLack` says what was left out on
  /// purpose.
  mutating func finish(
    in database: borrowing Database, _ mayLack: (Record.TextPlace) -> Bool
  ) throws(DatabaseError) {
    let redaction = try database.prepare(
      "SELECT 1 FROM redactions WHERE record = ?1 AND member = ?2")
    for place in absent {
      let isRedacted = try redaction.first(.integer(place.record), .text(place.member)) { _ in true
      }
      if isRedacted ?? false {
        counts.redacted += 1
      } else if mayLack(place) {
        counts.untold += 1
      } else {
        flaws.add(Flaw(kind: .textGone, record: place.record, words: place.member))
      }
    }
    try findOthers(in: database)
  }

  /// Texts beside no record that could tell them, and such as were taken out.
  private mutating func findOthers(in database: borrowing Database) throws(DatabaseError) {
    var places: [(record: Int, member: String)] = []
    guard try ToldTexts.areThere(in: database) else { return }
    let redacted = "SELECT record, member FROM main.texts JOIN redactions USING (record, member)"
    try database.prepare(redacted).run { places.append(($0.integer(0) ?? 0, $0.text(1) ?? "")) }
    if try database.integer("SELECT count(*) FROM main.texts") != foundCount {
      let sql = """
        SELECT record, member FROM main.texts LEFT JOIN records ON sequence = record
        WHERE sequence IS NULL OR version = 1
        """
      try database.prepare(sql).run { places.append(($0.integer(0) ?? 0, $0.text(1) ?? "")) }
    }
    for place in places {
      flaws.add(Flaw(kind: .textUnrecorded, record: place.record, words: place.member))
    }
  }
}

extension TextCheck.Counts {
  /// What people are told of it.
  var sentences: [Phrase] {
    (redacted > 0
      ? [
        Phrase(
          "verify.redacted",
          "Texts that somebody took out for good, of which only the records are here: \(redacted).")
      ] : [])
      + (untold > 0
        ? [
          Phrase(
            "verify.untold",
            "Texts of which only the records are here, and which are told elsewhere: \(untold).")
        ] : [])
  }
}

extension Phrase {
  static func verifyTextAltered(_ record: Int, _ member: String) -> Phrase {
    Phrase(
      "verify.text-altered",
      "The text '\(member)' of record \(record) is not the one that was recorded.")
  }

  static func verifyTextGone(_ record: Int, _ member: String) -> Phrase {
    Phrase(
      "verify.text-gone",
      "The text '\(member)' of record \(record) is gone, and no record says that it was taken out.")
  }

  static func verifyTextUnrecorded(_ record: Int, _ member: String) -> Phrase {
    Phrase(
      "verify.text-unrecorded",
      "There is a text '\(member)' of record \(record), which does not tell it.")
  }
}
