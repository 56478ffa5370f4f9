import Core

/// Something wrong that verification found, and where.
struct Flaw: Hashable {
  /// What is wrong; the raw value is what programs read.
  enum Kind: String, CaseIterable {
    case recordMissing = "record.missing"
    case recordDuplicated = "record.duplicated"
    case recordAltered = "record.altered"
    case recordMalformed = "record.malformed"
    case recordMisplaced = "record.misplaced"
    case recordUnknown = "record.unknown"
    case signatureWrong = "signature.wrong"
    case signatureMissing = "signature.missing"
    case endorsementBad = "endorsement.bad"
    case keyOther = "key.other"
    case headGone = "head.gone"
    case headOther = "head.other"
    case historyForked = "history.forked"
    case textAltered = "text.altered"
    case textGone = "text.gone"
    case textUnrecorded = "text.unrecorded"
    case pieceDuplicated = "piece.duplicated"
    case fileMissing = "file.missing"
    case fileCut = "file.cut"
    case fileAltered = "file.altered"
    case fileUnreadable = "file.unreadable"
    case fileUnrecorded = "file.unrecorded"
    case rowMissing = "row.missing"
    case rowExtra = "row.extra"
    case rowOther = "row.other"
    case schemaOther = "schema.other"
    case copyMissing = "copy.missing"
    case copyAltered = "copy.altered"
    case copyUnreadable = "copy.unreadable"
    case copyUnproved = "copy.unproved"
    case manifestMissing = "manifest.missing"
    case manifestMalformed = "manifest.malformed"
    case manifestOther = "manifest.other"
    case manifestLacking = "manifest.lacking"
    case manifestUntrue = "manifest.untrue"
    case nameUntrue = "name.untrue"
    case exifUntrue = "exif.untrue"
    case tableUntrue = "table.untrue"
    case listUntrue = "list.untrue"
    case listMissing = "list.missing"
    case listAltered = "list.altered"
    case listOlder = "list.older"
    case listMalformed = "list.malformed"
    case listedMissing = "listed.missing"
    case listedAltered = "listed.altered"
    case listedUnreadable = "listed.unreadable"
    case originMissing = "origin.missing"
    case originUnreadable = "origin.unreadable"
    case originAltered = "origin.altered"
    case originOther = "origin.other"
  }

  /// Kinds of what could not be checked, which is not wrong for that.
  static let unchecked: Set<Kind> = [
    .fileUnreadable, .copyUnreadable, .listedUnreadable, .originUnreadable,
  ]

  /// Kinds of what an export may have that was ended early, and says so: files are not there yet, and those of its proof
  /// are not all of the same moment, be it that of an earlier export.
  static let unfinished: Set<Kind> = [
    .headGone, .textGone, .textUnrecorded, .fileMissing, .manifestUntrue, .tableUntrue,
    .listAltered, .listOlder, .listedAltered, .originMissing,
  ]

  let kind: Kind
  /// The record that it is about, or the first of several.
  var record: Int?
  /// The last of several records.
  var last: Int?
  /// The piece that it is about.
  var number: Int?
  /// Its file, relative to the store.
  var file: String?
  /// The id of the device whose key it is about.
  var device: String?
  /// Why, as the system says it; or the kind, or the name, that nobody knows.
  var words: String?
  /// The cell or row of a table that it is about.
  var cell: Cell?

  /// It as programs read it.
  var json: JSON {
    .object([
      ("kind", .string(kind.rawValue)), ("record", .optional(record)),
      ("last_record", .optional(last)), ("number", .optional(number)), ("file", .optional(file)),
      ("device", .optional(device)), ("table", .optional(cell?.table)),
      ("row", .optional(cell.flatMap { $0.key.isEmpty ? nil : $0.row })),
      ("column", .optional(cell?.column)),
      ("here", .optional(cell?.here)), ("told", .optional(cell?.told)),
      ("sentence", .sentence(sentence)),
    ])
  }
}

/// All flaws, of which each kind keeps the first few and counts the others.
struct Flaws {
  /// So many of a kind are told one by one.
  static let mostOfAKind = 20

  private(set) var kept: [Flaw] = []
  private(set) var counts: [Flaw.Kind: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  /// The files that those which are kept are about.
  var files: [String] { kept.compactMap(\.file) }

  /// Whether all of them are of what could not be checked.
  var areUnchecked: Bool { counts.keys.allSatisfy { Flaw.unchecked.contains($0) } }

  /// Whether tables are not what the records tell.
  var isOfTables: Bool {
    ![.rowMissing, .rowExtra, .rowOther, .schemaOther].allSatisfy { counts[$0] == nil }
  }

  mutating func add(_ flaw: Flaw) {
    counts[flaw.kind, default: 0] += 1
    if counts[flaw.kind, default: 0] <= Flaws.mostOfAKind { kept.append(flaw) }
  }

  /// The same flaws, each that is kept as `change` makes it.
  func map(_ change: (Flaw) -> Flaw) -> Flaws {
    var flaws = self
    flaws.kept = kept.map(change)
    return flaws
  }

  /// What is told, each kind together; and how many more there are of those with more.
  var sentences: [Phrase] {
    Flaw.Kind.allCases.flatMap { kind in
      let sentences = kept.filter { $0.kind == kind }.map(\.sentence)
      let rest = (counts[kind] ?? 0) - sentences.count
      return rest > 0 ? sentences + [.verifyMore(rest)] : sentences
    }
  }
}
