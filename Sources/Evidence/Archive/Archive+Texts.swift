import Core

/// A text beside a record, for whoever shows some of what a store has: only what those texts are about.
package struct BundleText: Sendable {
  /// What a text is about.
  package enum Subject: Hashable, Sendable {
    /// The thing with this number.
    case thing(Int)
    /// The pieces with these numbers.
    case pieces(Set<Int>)
    /// The request to which the pieces with these numbers belong.
    case request(of: Set<Int>)
    /// None of these, such as a photo that failed.
    case other
  }

  /// What it is about.
  package let subject: Subject
  /// It as a line of a bundle.
  package let line: String
  /// Sequence of its record, and its member there.
  package let place: (record: Int, member: String)
}

/// Subject of a told text, by the first word of its record's kind.
enum TextFamily: CaseIterable {
  case piece, thing, request

  /// First words of the kinds that are about it.
  var words: [String] {
    switch self {
    case .piece: ["piece", "option"]
    case .thing: ["thing"]
    case .request: ["request"]
    }
  }

  /// Family of a kind that begins with `word`; nil where it is about none of them, such as a photo that failed.
  init?(_ word: String) {
    guard let family = TextFamily.allCases.first(where: { $0.words.contains(word) }) else {
      return nil
    }
    self = family
  }

  /// That word of a record, in SQL.
  static let word = "substr(kind, 1, instr(kind, '.') - 1)"
  /// Number of what a record is about, in SQL.
  static let number = "ifnull(payload ->> 'number', payload ->> '$.pieces[0]')"
}

extension Archive {
  /// Lends all texts of the records up to the one with the number `last` to `body`, in their order.
  package func eachText(to last: Int = .max, _ body: (BundleText) -> Void) throws(Failure) {
    try Failure.inDatabase { () throws(DatabaseError) in
      let pieces = try database.prepare("SELECT number FROM evidence WHERE request = ?1")
      try database.prepare(Archive.texts).run(.integer(last)) { row throws(DatabaseError) in
        var numbers: Set<Int> = []
        switch TextFamily(row.text(4) ?? "") {
        case .request:
          try pieces.run(.text(row.text(7) ?? "")) { numbers.insert($0.integer(0) ?? 0) }
        case .piece:
          if case .array(let told)? = row.json(6) { numbers = Set(told.compactMap(\.asInteger)) }
        case .thing, nil: break
        }
        body(BundleText(ToldText(row), about: row.text(4) ?? "", row.integer(5) ?? 0, numbers))
      }
    }
  }

  /// The texts that are gone for good, as an export lists them.
  package func redactedTexts() throws(Failure) -> [ListLine] {
    try Failure.inDatabase { () throws(DatabaseError) in
      var lines: [ListLine] = []
      let sql = "SELECT record, member, redacted FROM redactions ORDER BY record, member"
      try database.prepare(sql).run { row in
        lines.append(
          .text(
            record: row.integer(0) ?? 0, member: row.text(1) ?? "", .redacted, by: row.integer(2)))
      }
      return lines
    }
  }

  /// Each text, what kind of thing its record is about, and that one's number, those of pieces, and its id.
  private static let texts = """
    SELECT texts.record, member, salt, text, \(TextFamily.word), \(TextFamily.number),
      ifnull(payload -> '$.pieces', json_array(payload ->> 'number')), payload ->> 'id'
    FROM texts JOIN records ON sequence = texts.record WHERE sequence <= ?1
    ORDER BY texts.record, member
    """
}

extension BundleText {
  /// `text` of a record about the `number` of a kind, of whose name this is the first word.
  fileprivate init(_ text: ToldText, about kind: String, _ number: Int, _ pieces: Set<Int>) {
    subject =
      switch TextFamily(kind) {
      case .thing: .thing(number)
      case .request: .request(of: pieces)
      case .piece: .pieces(pieces)
      case nil: .other
      }
    line = text.line
    place = (text.record, text.member)
  }
}
