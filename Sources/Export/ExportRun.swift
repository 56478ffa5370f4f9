import Core
import Evidence

/// An export under way: what is added, in an order in which each interruption leaves something that tells the truth.
///
/// Into a folder the manifest comes first, and says that the export is not complete; the records come before the
/// pieces, so that a piece that is not there yet is seen to be missing, and none is there that no record tells of. The list
/// of all files is durable before a record tells of it, and the manifest says at the very end that all is there.
struct ExportRun {
  private var contents: ExportContents
  private let target: any ExportTarget
  /// What came of it so far.
  private(set) var report: ExportReport
  private let progress: (ExportProgress) -> Void
  private var names: ExportNames
  private var files: FileList
  /// How many files were added.
  private var fileCount = 0
  /// The pieces of which both files were added, and whether they were there before.
  private var added: [(source: PieceSource, wasThere: Bool)] = []
  /// The names of files that did not read back as they should.
  private var flawed: Set<String> = []

  /// - Parameter files: a list without files.
  init(
    contents: ExportContents, target: any ExportTarget, report: ExportReport, files: FileList,
    progress: @escaping (ExportProgress) -> Void
  ) {
    self.contents = contents
    self.target = target
    self.report = report
    self.progress = progress
    self.files = files
    names = ExportNames { target.earlierNames(in: $0) }
    self.contents.table = target.earlierTable
  }

  /// Writes what comes before the pieces.
  mutating func begin(_ proof: [ExportEntry]) throws(Failure) {
    if target.isFolder {
      try target.replace(manifest)
      // What is left out on purpose is known from the beginning.
      try target.replace(files.entry)
    }
    for entry in proof { try replace(entry) }
  }

  /// Writes copies and originals of `items`; one that can't be read is left out, and told.
  mutating func add(
    _ items: [Inventory.Item], examinedBy examiner: PieceSource.Examiner
  ) throws(Failure) {
    report.pieceCount = items.count
    report.thingCount = Set(items.map(\.thing)).count
    for (index, item) in items.enumerated() {
      if let source = source(of: item, examiner) { try add(source) }
      progress(.wrote(index + 1, of: items.count))
    }
  }

  /// `item` as it is in the store; nil where it can't be read, which is told.
  private mutating func source(
    of item: Inventory.Item, _ examiner: PieceSource.Examiner
  ) -> PieceSource? {
    do throws(Failure) {
      return try examiner.source(of: item, copiedAs: names.copy(item))
    } catch {
      report.problems.append(error.phrase)
      return nil
    }
  }

  private mutating func add(_ source: PieceSource) throws(Failure) {
    let entries = source.entries
    let wasThere = entries.allSatisfy { target.earlierByteCount(of: $0.name) == $0.byteCount }
    for entry in entries { try add(entry) }
    report.problems += source.problems
    if !source.isUnchanged, source.problems.isEmpty {
      report.problems.append(.exportAltered(source.item.piece.number))
    }
    report.byteCount += entries.reduce(0) { $0 + $1.byteCount }
    added.append((source, wasThere))
    contents.pieces.append(ExportedPiece(source))
  }

  /// Writes what comes after the pieces, and reads all of it back; `guidance` is the same each time.
  ///
  /// - Parameter certify: records the export with the list that it is given, of so many files, and says what proves it.
  mutating func finish(
    _ guidance: [ExportEntry],
    certifiedBy certify: (ExportEntry, Int) -> (proof: [ExportEntry], notes: [Phrase])
  ) throws(Failure) {
    for entry in guidance { try add(entry) }
    contents.isComplete = added.count == report.pieceCount
    let table = table()
    contents.table = ExportedTable(file: table.name, sha256: table.sha256)
    try replace(table)
    try replace(ExportEntry(ContactSheet.file, Array(ContactSheet(of: contents).text.utf8)))
    try settleFolder()
    let isWhole = !target.isFolder || report.whole.count == report.pieceCount
    contents.isComplete = contents.isComplete && isWhole
    let manifest = manifest
    files.add(manifest)
    try replace(files.entry)
    try settleFolder()
    let (proof, notes) = certify(files.entry, files.fileCount)
    report.notes += notes
    for entry in proof { try replace(entry) }
    try settleFolder()
    // Last: it says that all the rest is there.
    try replace(manifest)
    try settle()
  }

  /// The same where more follows: an archive is ended by it, and read back as a whole.
  private mutating func settleFolder() throws(Failure) {
    if target.isFolder { try settle() }
  }

  private mutating func add(_ entry: ExportEntry) throws(Failure) {
    try target.add(entry)
    note(entry)
  }

  private mutating func replace(_ entry: ExportEntry) throws(Failure) {
    try target.replace(entry)
    note(entry)
  }

  private mutating func note(_ entry: ExportEntry) {
    files.add(entry)
    fileCount += 1
  }

  /// The table of things, under a name that nothing has but an earlier one as it was written: people fill it in.
  private mutating func table() -> ExportEntry {
    let bytes = Array(InventoryTable.text(of: contents).utf8)
    let entry = ExportEntry(InventoryTable.file, bytes)
    let file = InventoryTable.files.first { file in
      guard let digest = target.earlierDigest(of: file) else { return true }
      return digest == entry.sha256 || ExportedTable(file: file, sha256: digest) == contents.table
    }
    guard let file, file != entry.name else { return entry }
    report.notes.append(.exportTableBeside(entry.name, file))
    return ExportEntry(file, bytes)
  }

  /// Says what is whole after `failure`, and leaves a manifest that has no more than that.
  mutating func stop(after failure: Failure) {
    report.failure = failure
    guard target.isFolder else { return target.discard() }
    // What can't be read back is not whole.
    try? settle()
    target.discard()
    let whole = Set(report.whole)
    contents.pieces.removeAll { !whole.contains($0.item.piece.number) }
    contents.isComplete = false
    // Where there is no room for it the one that was written first says the same of fewer pieces.
    try? target.replace(manifest)
    _ = try? target.settle { _ in }
  }

  private var manifest: ExportEntry {
    ExportEntry(ExportManifest.file, Array(ExportManifest.text(of: contents).utf8))
  }

  /// Reads back what was added since the last time, and says anew which pieces are whole.
  private mutating func settle() throws(Failure) {
    (report.whole, report.safe, report.earlierCount) = ([], [], 0)
    report.safeDigests = [:]
    let (progress, count) = (progress, fileCount)
    let flaws = try target.settle { progress(.readBack($0, of: count)) }
    report.problems += flaws.sorted { $0.key < $1.key }.map(\.value)
    flawed.formUnion(flaws.keys)
    for (source, wasThere) in added where !isFlawed(source) {
      let number = source.item.piece.number
      report.whole.append(number)
      report.earlierCount += wasThere ? 1 : 0
      if target.keeping == .apart, source.isUnchanged {
        report.safe.append(number)
        report.safeDigests[number] = source.original.sha256
      }
    }
  }

  private func isFlawed(_ source: PieceSource) -> Bool {
    source.entries.contains { flawed.contains($0.name) }
  }
}

extension Phrase {
  static func exportTableBeside(_ file: String, _ other: String) -> Phrase {
    Phrase(
      "export.table-beside",
      "{1} is not as it was written: somebody may have filled it in, and it stays. The new table is {2}.",
      file, other)
  }

  static func exportAltered(_ number: Int) -> Phrase {
    Phrase(
      "export.altered",
      """
      The file of piece {1} is not what was stored; it was exported as it is now. \
      'exhibit show {1}' says more.
      """, number)
  }
}
