import Core

/// What an export says that is not what its records make of it.
package struct ExportMeaning {
  private(set) var flaws = Flaws()
  /// Copies whose Exif is not what records make it, unless more is wrong with them.
  private(set) var copies: Set<String> = []
  /// What people have changed in the table, where that was made of these records.
  package var rows: ChangedRows?

  /// Nothing is untrue yet.
  package init() {}

  /// A part of a manifest.
  package enum Part: String {
    case manifest, things, pieces
  }

  /// Notes that the member `name` of a part of the manifest is `here`, and by the records `told`; nil where it is not there.
  package mutating func noteMember(
    _ name: String, of part: Part, _ row: String?, here: String?, told: String?
  ) {
    var flaw = Flaw(kind: .manifestUntrue, file: ExportList.file)
    if part == .pieces { flaw.number = row.flatMap { Int($0) } }
    flaw.cell = Flaw.Cell(
      table: part.rawValue, key: row.map { [$0] } ?? [], column: name, here: here, told: told)
    flaws.add(flaw)
  }

  /// Notes that the copy `file` of piece `number` should have another name.
  package mutating func noteName(_ file: String, of number: Int) {
    flaws.add(Flaw(kind: .nameUntrue, number: number, file: file))
  }

  /// Notes that the copy `file` is not its original with the Exif that records make.
  package mutating func noteCopy(_ file: String) { copies.insert(file) }

  /// Notes that the table `file` was not made of these records.
  package mutating func noteTable(_ file: String?) {
    flaws.add(Flaw(kind: .tableUntrue, file: file))
  }

  /// Notes that what the list of files says of piece `number` is not so.
  package mutating func notePiece(_ number: Int) {
    flaws.add(Flaw(kind: .listUntrue, number: number, file: FileListReader.file))
  }

  /// Notes that what the list of files says of a text is not so.
  package mutating func noteText(_ member: String, of record: Int) {
    flaws.add(Flaw(kind: .listUntrue, record: record, file: FileListReader.file, words: member))
  }
}

/// An export whose meaning is looked at: what is read of it, and what of its records.
package struct RenderedExport {
  /// What the records had come to when it was rendered.
  package let inventory: Inventory
  /// The program that made it, where a record of it says so.
  package let program: String?
  private let files: TravelledFolder

  init(_ inventory: Inventory, _ program: String?, _ files: TravelledFolder) {
    (self.inventory, self.program, self.files) = (inventory, program, files)
  }

  /// Where its file `path` is.
  package func place(of path: String) -> String { files.place(of: path) }

  /// Whether `json` is written as a piece of a manifest has to be.
  package func isEntry(_ json: JSON) -> Bool { ExportList.Entry(json) != nil }
}

/// Renders an export again as its records had it, and says what is not so.
package typealias MeaningReader = (RenderedExport) throws(Failure) -> ExportMeaning
