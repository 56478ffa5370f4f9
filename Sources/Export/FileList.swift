import Evidence

/// `list.jsonl`: all files of an export, and what it lacks on purpose; by its digest the store's records prove the export.
struct FileList {
  static let file = "\(PieceSource.proof)/\(FileListReader.file)"
  /// What can't be in the list: the records that have its digest, and their head.
  static let records = "\(PieceSource.proof)/records.jsonl"
  static let head = "\(PieceSource.proof)/head"

  /// What was written, by its name.
  private var files: [String: ListLine] = [:]
  private let absences: [ListLine]

  /// A list without files, of an export that lacks `absences`.
  init(without absences: [ListLine]) {
    self.absences = absences
  }

  /// How many files it lists.
  var fileCount: Int { files.count }

  /// Takes in `entry`, in place of what had its name before.
  mutating func add(_ entry: ExportEntry) {
    if [FileList.file, FileList.records, FileList.head].contains(entry.name) { return }
    files[entry.name] = .file(
      path: entry.name, byteCount: entry.byteCount, sha256: entry.sha256)
  }

  /// It as a file of the export.
  var entry: ExportEntry {
    let sorted = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let lines = (sorted.map(\.value) + absences).map { "\($0.text)\n" }
    return ExportEntry(FileList.file, Array(lines.joined().utf8))
  }
}
