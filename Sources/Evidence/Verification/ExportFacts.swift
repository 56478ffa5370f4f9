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
  /// Whether what the export says was compared with its records; nil where there is no list.
  private(set) var meaning: String?
  /// What people have changed in the table, as far as that can be told.
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
      ("meaning", .optional(meaning)), ("rows", changedRows?.json ?? .array([])),
      ("row_count", .integer(changedRows?.count ?? 0)),
    ])
  }

  /// It in words.
  var sentences: [Phrase] {
    let proved: [Phrase] =
      switch proof {
      case .recorded: [.verifyExportRecorded]
      case .unsigned: [.verifyExportUnsigned]
      case .none where isComplete != nil: [.verifyExportUnlisted]
      case .none, .wrong, .unchecked: []
      }
    let incomplete = isComplete == false ? [Phrase.verifyIncomplete] : []
    let more = addedCount - added.count
    let unproved = meaning == "unproved" ? [Phrase.verifyMeaningUnproved] : []
    return proved + incomplete + unproved + changedTables.map { .verifyTableChanged($0) }
      + (changedRows?.sentences ?? [])
      + rewritten.inOrder.map { .verifyRewritten($0) } + reformatted.map { .verifyReformatted($0) }
      + added.map { .verifyAdded($0) } + (more > 0 ? [.verifyMore(more)] : [])
      + unlooked.map { .verifyUnlooked($0) }
  }
}

extension [String] {
  /// They in the order of their bytes.
  fileprivate var inOrder: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Phrase {
  static let verifyExportRecorded = Phrase(
    "verify.export-recorded",
    "The last record is of this export, and of the list of all its files.")

  static let verifyExportUnsigned = Phrase(
    "verify.export-unsigned",
    """
    The export is not signed: it was made without the device. Its pieces, names and table are proved by their records; \
    the page is not.
    """)

  static let verifyExportUnlisted = Phrase(
    "verify.export-unlisted",
    """
    The export has no list of its files, as those of earlier versions: its pieces are proved by their records; table, \
    pages and names are not.
    """)

  static let verifyMeaningUnproved = Phrase(
    "verify.meaning-unproved",
    "Names, dates and titles in the export were not compared with its records.")

  static let verifyIncomplete = Phrase(
    "verify.incomplete", "The export says itself that it is not complete: export again.")

  static func verifyTableChanged(_ file: String) -> Phrase {
    Phrase(
      "verify.table-changed", "{1} was changed after it was written: somebody went on with it.",
      file)
  }

  static func verifyRewritten(_ file: String) -> Phrase {
    Phrase(
      "verify.rewritten", "{1} was re-written with other line ends; its content is whole.", file)
  }

  static func verifyReformatted(_ file: String) -> Phrase {
    Phrase(
      "verify.reformatted", "{1} was re-written by another program; its content is whole.", file)
  }

  static func verifyUnlooked(_ folder: String) -> Phrase {
    Phrase(
      "verify.unlooked", "{1} has folders deeper than 16, which were not looked at.", folder)
  }

  static func verifyAdded(_ file: String) -> Phrase {
    Phrase("verify.added", "{1} is not of the export: somebody added it.", file)
  }
}
