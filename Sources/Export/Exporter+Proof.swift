import Core
import Evidence
import Glibc
import System

/// Proof of an export: records and their head, texts, what is left out, and the records of other stores.
extension Exporter {
  /// The records up to `head`.
  func proof(to head: Head) throws(Failure) -> [ExportEntry] {
    let records = try ScratchFile()
    try inventory.eachRecord { records.append("\($0)\n") }
    if head.sequence > inventory.head.sequence {
      let archive = try Archive(directory: store)
      try archive.recordLines(after: inventory.head.sequence, to: head.sequence) {
        records.append("\($0)\n")
      }
    }
    return [
      try records.entry(FileList.records),
      ExportEntry(FileList.head, Array("\(head.text)\n".utf8)),
    ]
  }

  /// Has the store record the export whose files are in `list`, and returns the records up to that one.
  ///
  /// Where nobody can, those at which it was made are all there is, and a note says why.
  func certified(
    _ list: ExportEntry, _ fileCount: Int, _ choice: ExportChoice
  ) throws(Failure) -> (proof: [ExportEntry], notes: [Phrase]) {
    guard let recorder else { return (try proof(to: inventory.head), []) }
    let made: Head
    do throws(Failure) {
      try recorder(
        .made(
          MadeExport(
            head: inventory.head.text, list: list.sha256, fileCount: fileCount, choice.recorded,
            program: program, language: Exporter.language)))
      guard let found = try Archive(directory: store).recordOfExport(listedBy: list.sha256) else {
        throw Failure(.store, .exportUnconfirmed)
      }
      made = found
    } catch {
      return (
        try proof(to: inventory.head),
        [
          Phrase(
            "export.not-signed",
            """
            The export is not signed, because the camera's program did not record it: \(error.phrase) Its pieces \
            are proved all the same; its table, pages and names are not.
            """)
        ]
      )
    }
    return (try proof(to: made), [])
  }

  /// What all exports are written in: others than their owner are to read them.
  private static let language = "en"

  /// The texts of what is shown; those that are not told are noted in `files`.
  func toldTexts(
    of plan: ExportPlan, by choice: ExportChoice, _ files: FileList
  ) throws(Failure) -> ExportEntry {
    let shown = ShownSubjects(plan, by: choice, of: try inventory.things().map(\.number))
    let told = try ScratchFile()
    try inventory.eachText { text throws(Failure) in
      guard !shown.have(text.subject) else { return told.append("\(text.line)\n") }
      try files.add(.text(record: text.place.record, member: text.place.member, .otherThing))
    }
    for line in try inventory.redactedTexts() { try files.add(line) }
    return try told.entry("\(PieceSource.proof)/\(Bundle.texts)")
  }

  /// The records of other stores, by which what came back from them is proved.
  ///
  /// One that is gone is left out: a verifier misses it, here as there.
  func keptRecords() -> [ExportEntry] {
    let digest = FileDigest()
    return inventory.kept.compactMap { file in
      let path = "\(store)/\(file)"
      var facts = stat()
      guard stat(path, &facts) == 0, let opened = try? ContentReader.opened(path),
        let sha256 = try? digest.sha256(of: opened)
      else { return nil }
      return ExportEntry(
        "\(PieceSource.proof)/\(file)", .file(path: path, beginning: [], resumeOffset: 0),
        byteCount: Int(facts.st_size), sha256: sha256)
    }
  }
}

/// News of an export that the store is to record, by whoever writes to that.
package enum ExportNews: Hashable, Sendable {
  /// These copies are to leave.
  case copies([RedactedCopy])
  /// It was written.
  case made(MadeExport)

  /// The changes of the store that record it.
  package var changes: [StoreChange] {
    switch self {
    case .copies(let copies): copies.map { .copyRedacted($0) }
    case .made(let export): [.exportMade(export)]
    }
  }

  /// The same as a console's lines.
  package var lines: [String] {
    switch self {
    case .copies(let copies): copies.map(\.line)
    case .made(let export): [export.line]
    }
  }
}

extension Phrase {
  static let exportUnconfirmed = Phrase(
    "export.unconfirmed", "Its record is not found in the store.")

}
