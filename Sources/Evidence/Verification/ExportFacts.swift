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
  }

  var proof = Proof.none
  /// Whether the manifest says that all is there which should be; nil where there is none.
  var isComplete: Bool?
  /// Tables of things that are not as they were written: people go on with them.
  var changedTables: [String] = []
  /// The first files that are not in the list, and how many there are.
  private(set) var added: [String] = []
  private(set) var addedCount = 0

  mutating func noteAdded(_ path: String) {
    addedCount += 1
    if added.count < Flaws.mostOfAKind { added.append(path) }
  }

  /// It as programs read it.
  var json: JSON {
    .object([
      ("list", .string(proof.rawValue)), ("complete", isComplete.map { .bool($0) } ?? .null),
      ("changed", .array(changedTables.map { .string($0) })),
      ("added", .array(added.map { .string($0) })), ("added_count", .integer(addedCount)),
    ])
  }

  /// It in words.
  var sentences: [Phrase] {
    let proved: [Phrase] =
      switch proof {
      case .recorded: [.verifyExportRecorded]
      case .unsigned: [.verifyExportUnsigned]
      case .none where isComplete != nil: [.verifyExportUnlisted]
      case .none, .wrong: []
      }
    let incomplete = isComplete == false ? [Phrase.verifyIncomplete] : []
    let more = addedCount - added.count
    return proved + incomplete + changedTables.map { .verifyTableChanged($0) }
      + added.map { .verifyAdded($0) } + (more > 0 ? [.verifyMore(more)] : [])
  }
}

extension Phrase {
  static let verifyExportRecorded = Phrase(
    "verify.export-recorded",
    "The last record is of this export, and of the list of all its files.")

  static let verifyExportUnsigned = Phrase(
    "verify.export-unsigned",
    """
    The export is not signed: it was made without the device. Its pieces are proved by their records; table, pages \
    and names are not.
    """)

  static let verifyExportUnlisted = Phrase(
    "verify.export-unlisted",
    """
    The export has no list of its files, as those of earlier versions: its pieces are proved by their records; table, \
    pages and names are not.
    """)

  static let verifyIncomplete = Phrase(
    "verify.incomplete", "The export says itself that it is not complete: export again.")

  static func verifyTableChanged(_ file: String) -> Phrase {
    Phrase(
      "verify.table-changed", "{1} was changed after it was written: somebody went on with it.",
      file)
  }

  static func verifyAdded(_ file: String) -> Phrase {
    Phrase("verify.added", "{1} is not of the export: somebody added it.", file)
  }
}
