import Core
import Evidence
import System

/// Proof of an export: records and their head, texts, what is left out, and the records of other stores.
extension Exporter {
  func proof(_ records: [UInt8], _ head: Head) -> [ExportEntry] {
    [
      ExportEntry(FileList.records, records),
      ExportEntry(FileList.head, Array("\(head.text)\n".utf8)),
    ]
  }

  /// Has the store record the export whose files are in `list`, and returns the records up to that one.
  ///
  /// Where nobody can, those at which it was made are all there is, and a note says why.
  func certified(
    _ list: ExportEntry, _ fileCount: Int, _ choice: ExportChoice
  ) -> (proof: [ExportEntry], notes: [Phrase]) {
    let head = contents.inventory.head
    guard let recorder else { return (proof(records, head), []) }
    do throws(Failure) {
      try recorder(
        MadeExport(
          head: head.text, list: list.sha256, fileCount: fileCount, choice.recorded,
          program: contents.program, language: Exporter.language))
      let archive = try Archive(directory: store)
      guard let made = try archive.recordOfExport(listedBy: list.sha256) else {
        throw Failure(.store, .exportUnconfirmed)
      }
      let rest = try archive.recordBytes(after: head.sequence, to: made.sequence)
      return (proof(records + rest, made), [])
    } catch {
      return (proof(records, head), [.exportNotSigned(error.phrase)])
    }
  }

  /// What all exports are written in: others than their owner are to read them.
  private static let language = "en"

  /// The pieces that are recorded, and are not among `chosen`.
  func absences(beside chosen: [Inventory.Item]) -> [ListLine] {
    let (inventory, numbers) = (contents.inventory, Set(chosen.map(\.piece.number)))
    var lines = inventory.absent
    for item in inventory.items {
      lines[item.piece.number] = .piece(item.piece.number, .otherThing)
    }
    return lines.filter { !numbers.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The texts of what is shown, and those that are not told.
  func toldTexts(
    of chosen: [Inventory.Item], by choice: ExportChoice
  ) -> (entry: ExportEntry, absences: [ListLine]) {
    let things = contents.inventory.entries.map(\.thing.number)
    let shown = ShownSubjects(chosen, by: choice, of: things)
    let told = texts.filter { shown.have($0.subject) }.map { "\($0.line)\n" }.joined()
    let others = texts.filter { !shown.have($0.subject) }.map { text in
      ListLine.text(record: text.place.record, member: text.place.member, .otherThing)
    }
    let entry = ExportEntry("\(PieceSource.proof)/\(Bundle.texts)", Array(told.utf8))
    return (entry, others + redacted)
  }

  /// The records of other stores, by which what came back from them is proved.
  ///
  /// One that is gone is left out: a verifier misses it, here as there.
  func keptRecords() -> [ExportEntry] {
    contents.inventory.kept.compactMap { file in
      let bytes = (try? File.bytes(at: "\(store)/\(file)", limit: Exporter.longestRecords)) ?? nil
      return bytes.map { ExportEntry("\(PieceSource.proof)/\(file)", $0) }
    }
  }

  private static let longestRecords = 1 << 28
}

extension Phrase {
  static let exportUnconfirmed = Phrase(
    "export.unconfirmed", "Its record is not found in the store.")

  static func exportNotSigned(_ reason: Phrase) -> Phrase {
    Phrase(
      "export.not-signed",
      """
      The export is not signed, because the camera's program did not record it: {1} Its pieces are proved all the \
      same; its table, pages and names are not.
      """, reason)
  }
}
