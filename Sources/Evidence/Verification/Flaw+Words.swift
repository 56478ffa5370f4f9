import Core

extension Flaw {
  /// What is wrong, in words.
  var sentence: Phrase {
    let (record, number, file) = (record ?? 0, number ?? 0, file ?? "")
    switch kind {
    case .recordMissing:
      if last == record { return .verifyRecordMissing(record) }
      return .verifyRecordsMissing(record, last ?? 0)
    case .recordDuplicated: return .verifyRecordDuplicated(record)
    case .recordAltered: return .verifyRecordAltered(record)
    case .recordMalformed: return .verifyRecordMalformed(record)
    case .recordMisplaced: return .verifyRecordMisplaced(record)
    case .recordUnknown: return .verifyRecordUnknown(record, words ?? "")
    case .signatureWrong: return .verifySignatureWrong(record, device ?? "-")
    case .signatureMissing: return .verifySignatureMissing(record)
    case .endorsementBad: return .verifyEndorsementBad(record, device ?? "-")
    case .keyOther: return .verifyKeyOther(record, last ?? 0, device ?? "-")
    case .headGone: return .verifyHeadGone(record)
    case .headOther: return .verifyHeadOther(record)
    case .historyForked: return .verifyHistoryForked(record, file)
    case .textAltered: return .verifyTextAltered(record, words ?? "")
    case .textGone: return .verifyTextGone(record, words ?? "")
    case .textUnrecorded: return .verifyTextUnrecorded(record, words ?? "")
    case .pieceDuplicated: return .verifyPieceDuplicated(record, number)
    case .fileMissing: return .verifyFileMissing(number, file)
    case .fileCut: return .verifyFileCut(number, file)
    case .fileAltered: return .verifyFileAltered(number, file)
    case .fileUnreadable: return .verifyFileUnreadable(number, file, words ?? "")
    case .fileUnrecorded: return .verifyFileUnrecorded(file)
    case .rowMissing: return .verifyRowMissing(rowName, record)
    case .rowExtra: return .verifyRowExtra(rowName)
    case .rowOther: return difference
    case .schemaOther: return .verifySchemaOther(words ?? "")
    case .copyMissing: return .verifyCopyMissing(number, file)
    case .copyAltered: return .verifyCopyAltered(number, file)
    case .copyUnreadable: return .verifyCopyUnreadable(number, file, words ?? "")
    case .copyUnproved: return .verifyCopyUnproved(number, file)
    case .manifestMissing: return .verifyManifestMissing(file)
    case .manifestMalformed: return .verifyManifestMalformed(file)
    case .manifestOther: return .verifyManifestOther(number)
    case .manifestLacking: return .verifyManifestLacking(number)
    case .manifestUntrue: return untrueMember
    case .nameUntrue: return .verifyNameUntrue(number, file)
    case .exifUntrue: return .verifyExifUntrue(number, file)
    case .tableUntrue: return .verifyTableUntrue(file)
    case .listUntrue:
      if let words { return .verifyTextUntrue(record, words) }
      return .verifyPieceUntrue(number)
    case .listMissing: return .verifyListMissing(file, record)
    case .listAltered: return .verifyListAltered(file, record)
    case .listOlder: return .verifyListOlder(file, record)
    case .listMalformed: return .verifyListMalformed(file)
    case .listedMissing: return .verifyListedMissing(file)
    case .listedAltered: return .verifyListedAltered(file)
    case .listedUnreadable: return .verifyListedUnreadable(file, words ?? "")
    case .originUnreadable: return .verifyOriginUnreadable(file, words ?? "")
    case .originMissing: return .verifyOriginMissing(file)
    case .originAltered: return .verifyOriginAltered(file)
    case .originOther: return .verifyOriginOther(record, file)
    }
  }
}

extension Flaw {
  /// What people call the row that it is about.
  private var rowName: Phrase {
    let row = cell?.row ?? ""
    switch cell?.table {
    case "evidence": return Phrase("verify.piece", "Piece {1}", row)
    case "things": return Phrase("verify.thing", "Thing {1}", row)
    case "requests": return Phrase("verify.request", "Request {1}", row)
    case "boots": return Phrase("verify.boot", "Boot {1}", row)
    case let table: return Phrase("verify.row", "Row '{1}' of '{2}'", row, table ?? "")
    }
  }

  /// What is here, and what the records say.
  private var difference: Phrase {
    let (here, told) = (Flaw.quoted(cell?.here), Flaw.quoted(cell?.told))
    if cell?.column == "title" { return .verifyTitleOther(rowName, here, told, record ?? 0) }
    return .verifyRowOther(rowName, cell?.column ?? "", here, told, record ?? 0)
  }

  /// Sentence of a member of the manifest, as it is here and as the records make it.
  private var untrueMember: Phrase {
    let row = cell?.key.first
    if cell?.table == "manifest", cell?.column == "head", cell?.told == nil {
      return Phrase(
        "verify.manifest-no-head", "The list of the export names no head of these records.")
    }
    let place =
      switch cell?.table {
      case "things":
        Phrase("verify.manifest-thing", "The list of the export, thing {1}", row ?? "-")
      case "pieces":
        Phrase("verify.manifest-piece", "The list of the export, piece {1}", row ?? "-")
      default: Phrase("verify.manifest-itself", "The list of the export")
      }
    let (here, told) = (Flaw.quoted(cell?.here), Flaw.quoted(cell?.told))
    let column = cell?.column ?? ""
    return Phrase(
      "verify.manifest-untrue", "{1}: '{2}' is {3} here; by the records it is {4}.", place, column,
      here, told)
  }

  /// So many characters of a text tell enough.
  private static let longestText = 100

  /// `text`, as far as that tells enough.
  static func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longestText else { return text }
    return String(scalars.prefix(longestText)) + "…"
  }

  private static func quoted(_ text: String?) -> any PhraseValue {
    guard let text else { return Phrase("verify.nothing", "nothing") }
    return "'\(shown(text))'"
  }
}

extension Phrase {
  static func verifyNameUntrue(_ number: Int, _ file: String) -> Phrase {
    Phrase(
      "verify.name-untrue",
      "The name of a copy of piece {1} is not what the records make it: {2}.", number, file)
  }

  static func verifyExifUntrue(_ number: Int, _ file: String) -> Phrase {
    Phrase(
      "verify.exif-untrue",
      "What a copy of piece {1} says of itself is not what the records say: {2}.", number, file)
  }

  static func verifyTableUntrue(_ file: String) -> Phrase {
    Phrase(
      "verify.table-untrue", "The table {1} was not written from these records.", file)
  }

  static func verifyPieceUntrue(_ number: Int) -> Phrase {
    Phrase(
      "verify.piece-untrue",
      """
      The list of the export's files does not say why piece {1} is left out, or gives a reason that the records do not say.
      """, number)
  }

  static func verifyTextUntrue(_ record: Int, _ member: String) -> Phrase {
    Phrase(
      "verify.text-untrue",
      "The text '{2}' of record {1} is left out for a reason that the records do not say.", record,
      member)
  }

  static func verifyRecordMissing(_ record: Int) -> Phrase {
    Phrase("verify.record-missing", "Record {1} is gone.", record)
  }

  static func verifyRecordsMissing(_ first: Int, _ last: Int) -> Phrase {
    Phrase("verify.records-missing", "Records {1} to {2} are gone.", first, last)
  }

  static func verifyRecordDuplicated(_ record: Int) -> Phrase {
    Phrase("verify.record-duplicated", "There is more than one record {1}.", record)
  }

  static func verifyRecordAltered(_ record: Int) -> Phrase {
    Phrase(
      "verify.record-altered",
      "Record {1} does not fit its hash: it, or the one before it, was changed, moved or replaced.",
      record)
  }

  static func verifyRecordMalformed(_ record: Int) -> Phrase {
    Phrase(
      "verify.record-malformed", "Record {1} is not written as this program writes records.", record
    )
  }

  static func verifyRecordMisplaced(_ record: Int) -> Phrase {
    Phrase(
      "verify.record-misplaced",
      "Record {1} is in the wrong place: a store begins with its creation, and only once.", record)
  }

  static func verifyRecordUnknown(_ record: Int, _ kind: String) -> Phrase {
    Phrase(
      "verify.record-unknown",
      "Record {1} is a '{2}', which this program does not know. Verify with a newer exhibit.",
      record, kind)
  }

  static func verifySignatureWrong(_ record: Int, _ device: String) -> Phrase {
    Phrase(
      "verify.signature-wrong", "The signature of record {1} is not by the key of device {2}.",
      record, device)
  }

  static func verifySignatureMissing(_ record: Int) -> Phrase {
    Phrase(
      "verify.signature-missing",
      "The last record, {1}, is not signed: records after it were cut off, or somebody else added it.",
      record)
  }

  static func verifyEndorsementBad(_ record: Int, _ device: String) -> Phrase {
    Phrase(
      "verify.endorsement-bad",
      """
      Record {1} says that the key before vouches for that of device {2}, and what stands there is not that key's word \
      for it in this place.
      """, record, device)
  }

  static func verifyKeyOther(_ first: Int, _ last: Int, _ device: String) -> Phrase {
    Phrase(
      "verify.key-other",
      "Records {1} to {2} are by device {3}, whose key is not one that you named.", first, last,
      device)
  }

  static func verifyHeadGone(_ record: Int) -> Phrase {
    Phrase(
      "verify.head-gone",
      "There is no record {1}, and there was one: it, and what came after it, was cut off.", record)
  }

  static func verifyHeadOther(_ record: Int) -> Phrase {
    Phrase(
      "verify.head-other",
      "Record {1} is another than the one that was written down: this is not the same history.",
      record)
  }

  static func verifyHistoryForked(_ record: Int, _ file: String) -> Phrase {
    Phrase(
      "verify.history-forked",
      """
      One key has signed two histories of one store, which part at record {1}; the other one is in \
      {2}.
      """, record, file)
  }

  static func verifyPieceDuplicated(_ record: Int, _ number: Int) -> Phrase {
    Phrase(
      "verify.piece-duplicated",
      "Record {1} tells of photo {2}, and an earlier one told of the same number or id.", record,
      number)
  }

  static func verifyFileMissing(_ number: Int, _ file: String) -> Phrase {
    Phrase("verify.file-missing", "The file of photo {1} is gone: {2}.", number, file)
  }

  static func verifyFileCut(_ number: Int, _ file: String) -> Phrase {
    Phrase("verify.file-cut", "The file of photo {1} was cut short: {2}.", number, file)
  }

  static func verifyFileAltered(_ number: Int, _ file: String) -> Phrase {
    Phrase("verify.file-altered", "The file of photo {1} was changed: {2}.", number, file)
  }

  static func verifyFileUnreadable(_ number: Int, _ file: String, _ reason: String) -> Phrase {
    Phrase(
      "verify.file-unreadable", "The file of photo {1} can't be read: {2}: {3}.", number, file,
      reason)
  }

  static func verifyFileUnrecorded(_ file: String) -> Phrase {
    Phrase(
      "verify.file-unrecorded",
      """
      No record tells of {1}. After a power cut the next start takes it over; otherwise its \
      record was cut off, or somebody put it there.
      """, file)
  }

  static func verifyRowMissing(_ row: Phrase, _ record: Int) -> Phrase {
    Phrase(
      "verify.row-missing", "{1} is not in its table; record {2} tells of it.", row, record)
  }

  static func verifyRowExtra(_ row: Phrase) -> Phrase {
    Phrase("verify.row-extra", "{1} is in its table, and no record tells of it.", row)
  }

  static func verifyRowOther(
    _ row: Phrase, _ column: String, _ here: any PhraseValue, _ told: any PhraseValue, _ record: Int
  ) -> Phrase {
    Phrase(
      "verify.row-other", "{1}: '{2}' is {3} here, and {4} by the records (record {5}).", row,
      column,
      here, told, record)
  }

  static func verifyTitleOther(
    _ row: Phrase, _ here: any PhraseValue, _ told: any PhraseValue, _ record: Int
  ) -> Phrase {
    Phrase(
      "verify.title-other", "{1} is called {2} here; the records call it {3} (record {4}).", row,
      here, told, record)
  }

  static func verifySchemaOther(_ name: String) -> Phrase {
    Phrase(
      "verify.schema-other",
      "The database has a table, index, trigger or view '{1}' otherwise than this program makes it, or lacks it.",
      name)
  }

  /// What is to be done where tables are not what the records tell.
  package static let verifyTablesFix = Phrase(
    "verify.tables-fix",
    "The records are the truth: 'exhibit store rebuild' makes the tables anew from them.")

  static func verifyCopyMissing(_ number: Int, _ file: String) -> Phrase {
    Phrase("verify.copy-missing", "The copy of photo {1} is gone: {2}.", number, file)
  }

  static func verifyCopyAltered(_ number: Int, _ file: String) -> Phrase {
    Phrase("verify.copy-altered", "The copy of photo {1} was changed: {2}.", number, file)
  }

  static func verifyCopyUnreadable(_ number: Int, _ file: String, _ reason: String) -> Phrase {
    Phrase(
      "verify.copy-unreadable", "The copy of photo {1} can't be read: {2}: {3}.", number, file,
      reason)
  }

  static func verifyCopyUnproved(_ number: Int, _ file: String) -> Phrase {
    Phrase(
      "verify.copy-unproved",
      """
      The copy of photo {1} was not compared: its original is not there, and it is not what its \
      record says: {2}.
      """, number, file)
  }

  static func verifyManifestMissing(_ file: String) -> Phrase {
    Phrase(
      "verify.manifest-missing",
      "The list {1} of the export is gone: its copies can't be looked at.", file)
  }

  static func verifyManifestMalformed(_ file: String) -> Phrase {
    Phrase(
      "verify.manifest-malformed",
      "The list {1} of the export is not what this program writes: not all copies can be looked at.",
      file)
  }

  static func verifyManifestOther(_ number: Int) -> Phrase {
    Phrase(
      "verify.manifest-other",
      "The list of the export says something else of photo {1} than its record.", number)
  }

  static func verifyManifestLacking(_ number: Int) -> Phrase {
    Phrase(
      "verify.manifest-lacking",
      "The list of the export lacks photo {1}, so its copy can't be looked at.", number)
  }

  static func verifyMore(_ count: Int) -> Phrase {
    Phrase("verify.more", "And {1} more of that kind.", count)
  }
}
