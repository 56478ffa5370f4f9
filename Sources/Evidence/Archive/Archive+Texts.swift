import Core

/// A text beside a record, for whoever shows some of what a store has: only what those texts are about.
package struct BundleText: Sendable {
  /// What a text is about.
  package enum Subject: Hashable, Sendable {
    /// The thing with this number.
    case thing(Int)
    /// The piece with this number.
    case piece(Int)
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
  /// All texts of the records up to the one with the number `last`, in their order.
  package func texts(to last: Int = .max) throws(Failure) -> [BundleText] {
    try Failure.inDatabase { () throws(DatabaseError) in
      let pieces = try database.prepare("SELECT number FROM evidence WHERE request = ?1")
      var found: [(text: ToldText, kind: String, number: Int, id: String)] = []
      try database.prepare(Archive.texts).run(.integer(last)) { row in
        found.append((ToldText(row), row.text(4) ?? "", row.integer(5) ?? 0, row.text(6) ?? ""))
      }
      var texts: [BundleText] = []
      for (text, kind, number, id) in found {
        var ofRequest: Set<Int> = []
        if TextFamily(kind) == .request {
          try pieces.run(.text(id)) { ofRequest.insert($0.integer(0) ?? 0) }
        }
        texts.append(BundleText(text, about: kind, number, ofRequest))
      }
      return texts
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

  /// Each text, what kind of thing its record is about, and that one's number and id.
  private static let texts = """
    SELECT texts.record, member, salt, text, \(TextFamily.word), \(TextFamily.number),
      payload ->> 'id'
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
      case .piece: .piece(number)
      case nil: .other
      }
    line = text.line
    place = (text.record, text.member)
  }
}
