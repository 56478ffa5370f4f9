import Core
import Evidence

/// An export under way: what is added, in an order in which each interruption leaves something that tells the truth.
///
/// Into a folder the manifest comes first, and says that the export is not complete; the records come before the
/// pieces, so that a piece that is not there yet is seen to be missing, and none is there that no record tells of. The list
/// of all files is durable before a record tells of it, and the manifest says at the very end that all is there.
struct ExportRun {
  /// Number of pieces that are written before they are read back.
  private static let mostUnsettled = 200

  private let contents: ExportContents
  private let target: any ExportTarget
  private let earlier: EarlierExport?
  /// What came of it so far.
  private(set) var report: ExportReport
  private let progress: (ExportProgress) -> Void
  private var names: ExportNames
  private let files: FileList
  /// How many files were added.
  private var fileCount = 0
  private var addedCount = 0
  /// Number of pieces that were gone through, those too that can't be read.
  private var seenCount = 0
  /// The pieces whose files were added, and not read back yet.
  private var unsettled: [AddedPiece] = []
  /// Number and thing of those that did not read back as they should.
  private var flawed: [(number: Int, thing: Int)] = []

  /// A piece whose files were added, as far as that is needed until they are read back: of an archive, that is for all.
  private struct AddedPiece {
    let number, thing: Int
    /// Paths of its files; none of an archive, which is whole or isn't.
    let paths: [String]
    /// Whether they were there before.
    let wasThere: Bool
    /// Whether they are what was stored.
    let isUnchanged: Bool
    /// Whether it is a copy in which faces are blank.
    let isRedacted: Bool
    /// The SHA-256 of what was stored, where that was looked at now; nil where the store knows of it already.
    let readSHA256: String?
  }

  /// - Parameters:
  ///   - names: those of files there.
  ///   - files: a list without files.
  ///   - earlier: what was written to the same folder before, as far as the records prove that.
  init(
    contents: ExportContents, names: ExportNames = ExportNames(), target: any ExportTarget,
    report: ExportReport, files: FileList, after earlier: EarlierExport? = nil,
    progress: @escaping (ExportProgress) -> Void
  ) {
    (self.contents, self.names) = (contents, names)
    self.target = target
    self.report = report
    self.progress = progress
    self.files = files
    self.earlier = earlier
    contents.table = target.earlierTable
  }

  /// Writes what comes before the pieces.
  mutating func begin(_ proof: [ExportEntry]) throws(Failure) {
    if target.isFolder {
      try target.replace(ExportManifest.entry(of: contents))
      // Durable before all else: names reach a stick in any order, and one of an earlier export says that all is there.
      try settle()
      // What is left out on purpose is known from the beginning.
      try target.replace(files.entry())
    }
    for entry in proof { try replace(entry) }
    try settleFolder()
  }

  /// Writes copy and original of `item`, which is of the thing `entry`; where it can't be read it is left out, and told.
  mutating func add(
    _ item: Inventory.Item, of entry: Inventory.Entry, examinedBy examiner: PieceSource.Examiner
  ) throws(Failure) {
    let (name, earlierName) = try names.copy(item)
    if let earlierName { try rename(earlierName, to: name) }
    // What the store has not been told yet has to be read back for that; of a copy it is not told.
    let isTold = target.keeping != .apart || item.piece.isExported || item.blank != nil
    if isTold, let piece = try earlier?.piece(item, copiedAs: name) {
      for file in piece.files { try note(file) }
      try add(piece, wasThere: true, isRead: false, of: entry)
    } else if let source = source(of: item, copiedAs: name, examiner) {
      try add(source, of: entry)
    }
    seenCount += 1
    progress(.wrote(seenCount, of: report.pieceCount))
    if unsettled.count >= ExportRun.mostUnsettled { try settleFolder() }
  }

  /// Has the copy of an earlier export go on as `name`, with what it has beside it.
  private func rename(_ earlier: String, to name: String) throws(Failure) {
    try target.rename(earlier, to: name)
    for companion in Companion.allCases {
      try target.rename(
        ExportNames.companion(companion, ofCopy: earlier),
        to: ExportNames.companion(companion, ofCopy: name))
    }
  }

  /// `item` as it is in the store; nil where it can't be read, which is told.
  private mutating func source(
    of item: Inventory.Item, copiedAs name: String, _ examiner: PieceSource.Examiner
  ) -> PieceSource? {
    do throws(Failure) { return try examiner.source(of: item, copiedAs: name) } catch {
      report.problems.append(error.phrase)
      return nil
    }
  }

  private mutating func add(
    _ source: PieceSource, of entry: Inventory.Entry
  ) throws(Failure) {
    let entries = source.entries
    let wasThere = entries.allSatisfy { target.earlierByteCount(of: $0.name) == $0.byteCount }
    for entry in entries { try add(entry) }
    report.problems += source.problems
    let piece = ExportedPiece(source)
    if !piece.isUnchanged, source.problems.isEmpty {
      report.problems.append(
        Phrase(
          "export.altered",
          """
          The file of piece \(source.item.piece.number) is not what was stored; it was exported as it is now. \
          'exhibit show \(source.item.piece.number)' says more.
          """))
    }
    try add(piece, wasThere: wasThere, isRead: true, of: entry)
  }

  private mutating func add(
    _ piece: ExportedPiece, wasThere: Bool, isRead: Bool, of entry: Inventory.Entry
  ) throws(Failure) {
    report.byteCount += piece.files.reduce(0) { $0 + $1.byteCount }
    addedCount += 1
    unsettled.append(
      AddedPiece(
        number: piece.item.piece.number, thing: piece.item.thing,
        paths: target.isFolder ? piece.files.map(\.path) : [], wasThere: wasThere,
        isUnchanged: piece.isUnchanged, isRedacted: piece.item.blank != nil,
        readSHA256: isRead ? piece.own.original.sha256 : nil))
    try contents.add(piece, of: entry)
  }

  /// Writes what comes after the pieces, and reads all of it back; `guidance` is the same each time.
  ///
  /// - Parameter certify: records the export with the list that it is given, of so many files, and says what proves it.
  mutating func finish(
    _ guidance: [ExportEntry],
    certifiedBy certify: (ExportEntry, Int) throws(Failure) -> (
      proof: [ExportEntry], notes: [Phrase]
    )
  ) throws(Failure) {
    for entry in guidance { try add(entry) }
    contents.isComplete = addedCount == report.pieceCount && !contents.facts.isLossUntold
    let table = try table()
    try replace(table)
    // Not before it is there: the one that it was written over would count as somebody's.
    contents.table = ExportedTable(file: table.name, sha256: table.sha256)
    try replace(ContactSheet.entry(of: contents))
    try settleFolder()
    let isWhole = !target.isFolder || report.whole.count == report.pieceCount
    contents.isComplete = contents.isComplete && isWhole
    let manifest = try ExportManifest.entry(of: contents)
    try files.add(manifest)
    let list = try files.entry()
    try replace(list)
    try settleFolder()
    let (proof, notes) = try certify(list, files.fileCount())
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
    try note(entry)
  }

  private mutating func replace(_ entry: ExportEntry) throws(Failure) {
    try target.replace(entry)
    try note(entry)
  }

  private mutating func note(_ entry: ExportEntry) throws(Failure) {
    try files.add(entry)
    fileCount += 1
  }

  private mutating func note(_ file: ExportedFile.Part) throws(Failure) {
    try files.add(file)
    fileCount += 1
  }

  /// The table of things, under a name that nothing has but an earlier one as it was written: people fill it in.
  private mutating func table() throws(Failure) -> ExportEntry {
    let entry = try InventoryTable.entry(of: contents, as: InventoryTable.file)
    let file = InventoryTable.files.first { file in
      guard let digest = target.earlierDigest(of: file) else { return true }
      return digest == entry.sha256 || ExportedTable(file: file, sha256: digest) == contents.table
    }
    guard let file, file != entry.name else { return entry }
    report.notes.append(
      Phrase(
        "export.table-beside",
        """
        \(entry.name) is not as it was written: somebody may have filled it in, and it stays. The new table is \
        \(file).
        """))
    return ExportEntry(file, entry.content, byteCount: entry.byteCount, sha256: entry.sha256)
  }

  /// Says what is whole after `failure`, and leaves a manifest that has no more than that.
  mutating func stop(after failure: Failure) {
    report.failure = failure
    guard target.isFolder else { return target.discard() }
    // What can't be read back is not whole.
    try? settle()
    target.discard()
    let broken = flawed + unsettled.map { ($0.number, $0.thing) }
    for (number, thing) in broken { try? contents.remove(number, of: thing) }
    contents.isComplete = false
    // Where there is no room for it the one that was written first says the same of fewer pieces.
    if let manifest = try? ExportManifest.entry(of: contents) { try? target.replace(manifest) }
    _ = try? target.settle { _ in }
  }

  /// Reads back what was added since the last time, and says which pieces are whole.
  private mutating func settle() throws(Failure) {
    let (progress, count) = (progress, fileCount)
    let isLast = !target.isFolder
    let flaws = try target.settle { if isLast { progress(.readBack($0, of: count)) } }
    report.problems += flaws.sorted { $0.key < $1.key }.map(\.value)
    for added in unsettled {
      if added.paths.contains(where: { flaws[$0] != nil }) {
        flawed.append((added.number, added.thing))
      } else {
        note(added)
      }
    }
    unsettled = []
  }

  /// A piece is whole.
  private mutating func note(_ added: AddedPiece) {
    report.whole.append(added.number)
    report.earlierCount += added.wasThere ? 1 : 0
    if added.isRedacted { return report.redacted.append(added.number) }
    guard target.keeping == .apart, added.isUnchanged else { return }
    report.safe.append(added.number)
    if let sha256 = added.readSHA256 { report.safeDigests[added.number] = sha256 }
  }
}
