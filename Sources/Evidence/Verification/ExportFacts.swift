import Core

/// What is said of an export as a whole.
struct ExportFacts {
  /// What the list of its files proves.
  enum Proof: String {
    /// There is none: an earlier version wrote it, or it is no export.
    case none
    /// The last record tells its digest.
    case recorded
    /// No record tells of the export: it was made without the device.
    case unsigned
    /// It is gone, or another than the records tell.
    case wrong
    /// The records, which could tell of it, can't be read, or it can't.
    case unchecked
  }

  var proof = Proof.none
  /// Whether the manifest says that all is there which should be; nil where there is none.
  var isComplete: Bool?
  /// How many pieces are copies in which faces are blank, by the word of the records.
  var redactedCount = 0
  /// Whether what the export says was compared with its records; nil where there is no list.
  private(set) var meaning: String?
  /// Changes that people have made in the table, as far as they can be told.
  private var rows: ChangedRows?
  /// Tables of things that are not as they were written: people go on with them.
  var changedTables: [String] = []
  /// Paths of texts that other systems have re-written, and of JSON that another program has: their content is whole.
  private(set) var (rewritten, reformatted): ([String], [String]) = ([], [])
  /// The first files that are not in the list, and how many there are.
  private(set) var added: [String] = []
  private(set) var addedCount = 0

  /// The first of the folders that have others in which nobody has looked for such files.
  private(set) var unlooked: [String] = []

  /// Takes in what was found out about what the export says; `fact` is whether that is proved.
  mutating func take(_ found: ExportMeaning, _ fact: String?) {
    (meaning, rows) = (fact, found.rows)
  }

  /// The rows that are changed in a table that is.
  private var changedRows: ChangedRows? {
    rows.flatMap { changedTables.contains($0.file) ? $0 : nil }
  }

  mutating func noteAdded(_ path: String) {
    addedCount += 1
    if added.count < Flaws.mostOfAKind { added.append(path) }
  }

  /// Notes that the file at `path` is not as it was written, but only in the form that it has.
  mutating func noteRewritten(_ path: String, inForm form: WrittenForm = .lines) {
    switch form {
    case .lines, .rows: rewritten.append(path)
    case .members: reformatted.append(path)
    }
  }

  /// Notes that `folder` has others, which were not looked at.
  mutating func noteUnlooked(_ folder: String) {
    if unlooked.count < Flaws.mostOfAKind, unlooked.last != folder { unlooked.append(folder) }
  }

  /// It as programs read it.
  var json: JSON {
    .object([
      ("list", .string(proof.rawValue)), ("complete", isComplete.map { .bool($0) } ?? .null),
      ("changed", .array(changedTables.map { .string($0) })),
      ("rewritten", .array(rewritten.inOrder.map { .string($0) })),
      ("reformatted", .array(reformatted.map { .string($0) })),
      ("added", .array(added.map { .string($0) })), ("added_count", .integer(addedCount)),
      ("unlooked", .array(unlooked.map { .string($0) })),
      ("redacted", .integer(redactedCount)), ("meaning", .optional(meaning)),
      ("rows", changedRows?.json ?? .array([])),
      ("row_count", .integer(changedRows?.count ?? 0)),
    ])
  }

  /// It in words.
  var sentences: [Phrase] {
    var sentences: [Phrase] =
      switch proof {
      case .recorded:
        [
          Phrase(
            "verify.export-recorded",
            "The last record is of this export, and of the list of all its files.")
        ]
      case .unsigned:
        [
          Phrase(
            "verify.export-unsigned",
            """
            The export is not signed: it was made without the device. Its pieces, names and table are proved by \
            their records; the page is not.
            """)
        ]
      case .none where isComplete != nil:
        [
          Phrase(
            "verify.export-unlisted",
            """
            The export has no list of its files, as those of earlier versions: its pieces are proved by their \
            records; table, pages and names are not.
            """)
        ]
      case .none, .wrong, .unchecked: []
      }
    if isComplete == false {
      sentences.append(
        Phrase(
          "verify.incomplete", "The export says itself that it is not complete: export again."))
    }
    if redactedCount > 0 {
      sentences.append(
        Phrase(
          "verify.redacted-copies",
          """
          Copies in which faces are hidden, and which are proved as such, not as the pictures that were stored: \
          \(redactedCount).
          """))
    }
    if meaning == "unproved" {
      sentences.append(
        Phrase(
          "verify.meaning-unproved",
          "Names, dates and titles in the export were not compared with its records."))
    }
    sentences += changedTables.map {
      Phrase(
        "verify.table-changed",
        "\($0) was changed after it was written: somebody went on with it.")
    }
    sentences += changedRows?.sentences ?? []
    sentences += rewritten.inOrder.map {
      Phrase(
        "verify.rewritten", "\($0) was re-written with other line ends; its content is whole.")
    }
    sentences += reformatted.map {
      Phrase(
        "verify.reformatted", "\($0) was re-written by another program; its content is whole.")
    }
    sentences += added.map {
      Phrase("verify.added", "\($0) is not of the export: somebody added it.")
    }
    if addedCount > added.count { sentences.append(.verifyMore(addedCount - added.count)) }
    return sentences
      + unlooked.map {
        Phrase("verify.unlooked", "\($0) has folders deeper than 16, which were not looked at.")
      }
  }
}

extension [String] {
  /// They in the order of their bytes.
  fileprivate var inOrder: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
