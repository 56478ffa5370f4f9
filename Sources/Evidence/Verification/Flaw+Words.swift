import Core

extension Flaw {
  /// What is wrong, in words.
  var sentence: Phrase {
    let (record, number, file) = (record ?? 0, number ?? 0, file ?? "")
    switch kind {
    case .recordMissing:
      if last == record { return Phrase("verify.record-missing", "Record \(record) is gone.") }
      return Phrase("verify.records-missing", "Records \(record) to \(last ?? 0) are gone.")
    case .recordDuplicated:
      return Phrase("verify.record-duplicated", "There is more than one record \(record).")
    case .recordAltered: return .verifyRecordAltered(record)
    case .recordMalformed: return .verifyRecordMalformed(record)
    case .recordMisplaced:
      return Phrase(
        "verify.record-misplaced",
        "Record \(record) is in the wrong place: a store begins with its creation, and only once.")
    case .recordUnknown: return .verifyRecordUnknown(record, words ?? "")
    case .signatureWrong: return .verifySignatureWrong(record, device ?? "-")
    case .signatureMissing:
      return Phrase(
        "verify.signature-missing",
        "The last record, \(record), is not signed: records after it were cut off, or somebody else added it."
      )
    case .endorsementBad: return .verifyEndorsementBad(record, device ?? "-")
    case .keyOther: return .verifyKeyOther(record, last ?? 0, device ?? "-")
    case .headGone:
      return Phrase(
        "verify.head-gone",
        "There is no record \(record), and there was one: it, and what came after it, was cut off.")
    case .headOther:
      return Phrase(
        "verify.head-other",
        "Record \(record) is another than the one that was written down: this is not the same history."
      )
    case .historyForked:
      return Phrase(
        "verify.history-forked",
        """
        One key has signed two histories of one store, which part at record \(record); the other one is in \
        \(file).
        """)
    case .textAltered: return .verifyTextAltered(record, words ?? "")
    case .textGone: return .verifyTextGone(record, words ?? "")
    case .textUnrecorded: return .verifyTextUnrecorded(record, words ?? "")
    case .pieceDuplicated:
      return Phrase(
        "verify.piece-duplicated",
        "Record \(record) tells of photo \(number), and an earlier one told of the same number or id."
      )
    case .fileMissing:
      return Phrase("verify.file-missing", "The file of photo \(number) is gone: \(file).")
    case .fileCut:
      return Phrase("verify.file-cut", "The file of photo \(number) was cut short: \(file).")
    case .fileAltered:
      return Phrase("verify.file-altered", "The file of photo \(number) was changed: \(file).")
    case .fileUnreadable: return .verifyFileUnreadable(number, file, words ?? "")
    case .fileUnrecorded:
      return Phrase(
        "verify.file-unrecorded",
        """
        No record tells of \(file). After a power cut the next start takes it over; otherwise its record was cut \
        off, or somebody put it there.
        """)
    case .rowMissing:
      return Phrase(
        "verify.row-missing", "\(rowName) is not in its table; record \(record) tells of it.")
    case .rowExtra:
      return Phrase("verify.row-extra", "\(rowName) is in its table, and no record tells of it.")
    case .rowOther: return difference
    case .schemaOther: return .verifySchemaOther(words ?? "")
    case .copyMissing:
      return Phrase("verify.copy-missing", "The copy of photo \(number) is gone: \(file).")
    case .copyAltered:
      return Phrase("verify.copy-altered", "The copy of photo \(number) was changed: \(file).")
    case .copyUnreadable: return .verifyCopyUnreadable(number, file, words ?? "")
    case .copyUnproved:
      return Phrase(
        "verify.copy-unproved",
        """
        The copy of photo \(number) was not compared: its original is not there, and it is not what its record \
        says: \(file).
        """)
    case .manifestMissing:
      return Phrase(
        "verify.manifest-missing",
        "The list \(file) of the export is gone: its copies can't be looked at.")
    case .manifestMalformed:
      return Phrase(
        "verify.manifest-malformed",
        "The list \(file) of the export is not what this program writes: not all copies can be looked at."
      )
    case .manifestOther:
      return Phrase(
        "verify.manifest-other",
        "The list of the export says something else of photo \(number) than its record.")
    case .manifestLacking:
      return Phrase(
        "verify.manifest-lacking",
        "The list of the export lacks photo \(number), so its copy can't be looked at.")
    case .manifestUntrue: return untrueMember
    case .nameUntrue:
      return Phrase(
        "verify.name-untrue",
        "The name of a copy of piece \(number) is not what the records make it: \(file).")
    case .exifUntrue:
      return Phrase(
        "verify.exif-untrue",
        "What a copy of piece \(number) says of itself is not what the records say: \(file).")
    case .tableUntrue:
      return Phrase("verify.table-untrue", "The table \(file) was not written from these records.")
    case .listUntrue:
      if let words {
        return Phrase(
          "verify.text-untrue",
          "The text '\(words)' of record \(record) is left out for a reason that the records do not say."
        )
      }
      return Phrase(
        "verify.piece-untrue",
        """
        The list of the export's files does not say why piece \(number) is left out, or gives a reason that \
        the records do not say.
        """)
    case .listMissing:
      return Phrase(
        "verify.list-missing",
        "The list of the export's files, \(file), is gone; record \(record) tells of it.")
    case .listAltered:
      return Phrase(
        "verify.list-altered",
        "The list of the export's files, \(file), is not the one of record \(record).")
    case .listOlder:
      return Phrase(
        "verify.list-older",
        "The list of the export's files, \(file), is of an earlier export, that of record \(record)."
      )
    case .listMalformed:
      return Phrase("verify.list-malformed", "A line of \(file) is not what this program writes.")
    case .listedMissing:
      return Phrase("verify.listed-missing", "The file \(file) of the export is gone.")
    case .listedAltered:
      return Phrase("verify.listed-altered", "The file \(file) of the export was changed.")
    case .listedUnreadable: return .verifyListedUnreadable(file, words ?? "")
    case .originUnreadable: return .verifyOriginUnreadable(file, words ?? "")
    case .originMissing:
      return Phrase(
        "verify.origin-missing",
        "The records of another store, from which pieces came back, are gone: \(file). Restore its bundle again."
      )
    case .originAltered:
      return Phrase(
        "verify.origin-altered", "The kept records of another store were changed: \(file).")
    case .originOther:
      return Phrase(
        "verify.origin-other",
        "Record \(record) says of what came back something else than the records of its store in \(file)."
      )
    }
  }
}

extension Flaw {
  /// What people call the row that it is about.
  private var rowName: Phrase {
    let row = cell?.row ?? ""
    switch cell?.table {
    case "evidence": return Phrase("verify.piece", "Piece \(row)")
    case "things": return Phrase("verify.thing", "Thing \(row)")
    case "requests": return Phrase("verify.request", "Request \(row)")
    case "boots": return Phrase("verify.boot", "Boot \(row)")
    case let table: return Phrase("verify.row", "Row '\(row)' of '\(table ?? "")'")
    }
  }

  /// What is here, and what the records say.
  private var difference: Phrase {
    let (here, told) = (Flaw.quoted(cell?.here), Flaw.quoted(cell?.told))
    if cell?.column == "title" {
      return Phrase(
        "verify.title-other",
        "\(rowName) is called \(here) here; the records call it \(told) (record \(record ?? 0)).")
    }
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
        Phrase("verify.manifest-thing", "The list of the export, thing \(row ?? "-")")
      case "pieces":
        Phrase("verify.manifest-piece", "The list of the export, piece \(row ?? "-")")
      default: Phrase("verify.manifest-itself", "The list of the export")
      }
    let (here, told) = (Flaw.quoted(cell?.here), Flaw.quoted(cell?.told))
    let column = cell?.column ?? ""
    return Phrase(
      "verify.manifest-untrue",
      "\(place): '\(column)' is \(here) here; by the records it is \(told).")
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
  static func verifyRecordAltered(_ record: Int) -> Phrase {
    Phrase(
      "verify.record-altered",
      "Record \(record) does not fit its hash: it, or the one before it, was changed, moved or replaced."
    )
  }

  static func verifyRecordMalformed(_ record: Int) -> Phrase {
    Phrase(
      "verify.record-malformed",
      "Record \(record) is not written as this program writes records.")
  }

  static func verifyRecordUnknown(_ record: Int, _ kind: String) -> Phrase {
    Phrase(
      "verify.record-unknown",
      "Record \(record) is a '\(kind)', which this program does not know. Verify with a newer exhibit."
    )
  }

  static func verifySignatureWrong(_ record: Int, _ device: String) -> Phrase {
    Phrase(
      "verify.signature-wrong",
      "The signature of record \(record) is not by the key of device \(device).")
  }

  static func verifyEndorsementBad(_ record: Int, _ device: String) -> Phrase {
    Phrase(
      "verify.endorsement-bad",
      """
      Record \(record) says that the key before vouches for that of device \(device), and what stands there is \
      not that key's word for it in this place.
      """)
  }

  static func verifyKeyOther(_ first: Int, _ last: Int, _ device: String) -> Phrase {
    Phrase(
      "verify.key-other",
      "Records \(first) to \(last) are by device \(device), whose key is not one that you named.")
  }

  static func verifyFileUnreadable(_ number: Int, _ file: String, _ reason: String) -> Phrase {
    Phrase(
      "verify.file-unreadable", "The file of photo \(number) can't be read: \(file): \(reason).")
  }

  static func verifyRowOther(
    _ row: Phrase, _ column: String, _ here: any PhraseValue, _ told: any PhraseValue, _ record: Int
  ) -> Phrase {
    Phrase(
      "verify.row-other",
      "\(row): '\(column)' is \(here) here, and \(told) by the records (record \(record)).")
  }

  static func verifySchemaOther(_ name: String) -> Phrase {
    Phrase(
      "verify.schema-other",
      """
      The database has a table, index, trigger or view '\(name)' otherwise than this program makes it, or lacks \
      it.
      """)
  }

  static func verifyCopyUnreadable(_ number: Int, _ file: String, _ reason: String) -> Phrase {
    Phrase(
      "verify.copy-unreadable", "The copy of photo \(number) can't be read: \(file): \(reason).")
  }

  static func verifyMore(_ count: Int) -> Phrase {
    Phrase("verify.more", "And \(count) more of that kind.")
  }
}
