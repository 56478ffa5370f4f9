import Core
import System

/// The comparison of the store's files with its database, by names and sizes, a little at a time.
///
/// What it finds waits to be recorded. It never reads a file: that takes long, and is done to the few that
/// no row vouches for, one by one.
struct Survey {
  /// Something that database and folders don't agree on.
  enum Finding: Hashable {
    /// No row vouches for the file of this number.
    case orphan(Int)
    /// It is no piece, and is left where it is.
    case stranger(String, RejectedFile.Reason)
    /// The file of piece `number` has another size.
    case changed(Int, file: String, byteCount: Int)
    /// The file of piece `number` is not there.
    case missing(Int, file: String)
    /// The file of piece `number` is there again.
    case found(Int, file: String)
    /// The file of piece `number`, which is purged, is there still.
    case leftOver(Int)
  }

  /// What waits to be recorded, in the order in which it was found.
  private(set) var findings: [Finding] = []
  /// The highest number of a file that is newer than all pieces, because it could not be listed when the survey began; 0
  /// where there is none.
  private(set) var newestUnlisted = 0
  /// Pieces with this number and above are newer than the survey, and none of its business.
  private let limit: Int
  /// Numbers that were in doubt before their folder was listed.
  private var doubted: Set<Int> = []
  /// The thousands that are still to be looked at.
  private var folders: [Int]
  private var current: FolderSurvey?

  /// A survey of all pieces below `limit`, the newest folder first.
  ///
  /// - Parameter thousands: those that have rows; a name that somebody made up leads to no others, which would be many.
  init(of folder: EvidenceFolder, below limit: Int, withRowsIn thousands: [Int]) {
    self.limit = limit
    // What can't be listed has no folders but those that must be there.
    let names = (try? folder.entries(of: "evidence")) ?? []
    let present = names.compactMap { EvidenceFolder.index(of: $0) }
    folders = Set(present + thousands + [max(1, limit - 1) / 1000]).sorted()
    for name in names where EvidenceFolder.index(of: name) == nil || !folder.isFolder(name) {
      if name != EvidenceFolder.rejected { findings.append(.stranger(name, .stranger)) }
    }
  }

  /// Whether all was compared.
  var isComplete: Bool { folders.isEmpty && current == nil }

  /// Compares `count` more files or rows, or lists one more folder; no piece has the number `next` yet.
  mutating func advance(
    by count: Int, in folder: EvidenceFolder, _ database: borrowing Database, next: Int
  ) throws(DatabaseError) {
    if current == nil, let index = folders.popLast() {
      current = try FolderSurvey(of: index, in: folder, database, below: limit, next: next)
      return
    }
    for _ in 0..<count where !(current?.isComplete ?? true) {
      if let finding = current?.next(in: folder) { note(finding) }
    }
    if current?.isComplete ?? true { current = nil }
  }

  private mutating func note(_ finding: Finding) {
    guard case .orphan(let number) = finding else { return findings.append(finding) }
    guard number >= limit else { return doubt(number) }
    newestUnlisted = max(newestUnlisted, number)
    // A photo that was to get its number may have met it already.
    doubt(number)
  }

  /// The first finding is recorded.
  mutating func removeFirst() { findings.removeFirst() }

  /// The file of `number` is in doubt: whether it has a row, and is whole, is to be found out.
  mutating func doubt(_ number: Int) {
    doubted.insert(number)
    if !findings.contains(.orphan(number)) { findings.append(.orphan(number)) }
  }
}

/// One thousand of pieces, and the folder that their files are in.
private struct FolderSurvey {
  /// A file as the database has it.
  private struct Row {
    let file: String
    let byteCount: Int
    let state: String
    let isPurged: Bool
    /// What it has beside its own file, and the sizes.
    let companions: [(file: String, byteCount: Int)]
  }

  /// What is left of the folder's entries, the last first; what stands beside pieces' files comes before all of those,
  /// with which it is compared.
  private var entries: [String]
  /// The rows whose file was not met.
  private var rows: [Int: Row]
  private let limit: Int
  /// The piece whose file was met last: what has its number and another ending is none.
  private var latest: Optional<Int>
  /// The number that no piece had when the folder was listed.
  private let next: Int

  init(
    of index: Int, in folder: EvidenceFolder, _ database: borrowing Database, below limit: Int,
    next: Int
  ) throws(DatabaseError) {
    let path = EvidenceFolder.folder(at: index)
    (self.limit, self.next) = (limit, next)
    latest = nil
    // It was told of as a stranger; nobody looks at what is behind it.
    guard !folder.leadsElsewhere(path) else {
      (entries, rows) = ([], [:])
      return
    }
    do throws(SystemError) {
      let names = try folder.entries(of: path)
      let companions = names.filter { EvidenceFolder.companion(of: $0) != nil }
      let others = names.filter { EvidenceFolder.companion(of: $0) == nil }
      entries = (companions + others).reversed()
    } catch  where error.isAbsence {
      entries = []
    } catch {
      // A folder that can't be read may have them all.
      (entries, rows) = ([path], [:])
      return
    }
    rows = try FolderSurvey.rows(of: index, database, below: limit)
  }

  var isComplete: Bool { entries.isEmpty && rows.isEmpty }

  /// What comes of one entry more, or of one row that is left over.
  mutating func next(in folder: EvidenceFolder) -> Survey.Finding? {
    if let entry = entries.popLast() { return judge(entry, in: folder) }
    guard let (number, row) = rows.popFirst(), row.state != "missing", !row.isPurged else {
      return nil
    }
    return .missing(number, file: row.file)
  }

  private mutating func judge(_ entry: String, in folder: EvidenceFolder) -> Survey.Finding? {
    if EvidenceFolder.index(of: entry) != nil { return .stranger(entry, .unreadable) }
    let companion = EvidenceFolder.companion(of: entry)
    guard let number = companion?.number ?? EvidenceFolder.number(of: entry),
      folder.isPlainFile(entry)
    else { return .stranger(entry, .stranger) }
    let isUnlisted = number >= next && EvidenceFolder.reserved(by: entry) != nil
    guard number < limit || isUnlisted else { return nil }
    if companion != nil { return judge(companionOf: number, entry) }
    if number == latest { return .stranger(entry, .stranger) }
    guard let row = rows[number] else { return .orphan(number) }
    guard row.file == entry else { return .stranger(entry, .stranger) }
    rows[number] = nil
    latest = number
    return judge(number, row, in: folder)
  }

  /// It is judged with its piece's own file, which comes later; one of which no record tells is no piece's.
  private func judge(companionOf number: Int, _ entry: String) -> Survey.Finding? {
    guard let row = rows[number] else { return .orphan(number) }
    guard row.companions.contains(where: { $0.file == entry }) else {
      return .stranger(entry, .stranger)
    }
    return row.isPurged ? .leftOver(number) : nil
  }

  /// What is wrong with one of the files tells more than that the other is as it was.
  private func judge(_ number: Int, _ row: Row, in folder: EvidenceFolder) -> Survey.Finding? {
    let byteCount = folder.byteCount(of: row.file)
    guard !row.isPurged, byteCount == row.byteCount else { return judge(number, row, byteCount) }
    for (file, wanted) in row.companions {
      let found = folder.isPlainFile(file) ? folder.byteCount(of: file) : nil
      guard let found else {
        return row.state == "missing" ? nil : .missing(number, file: file)
      }
      guard found == wanted else {
        return row.state == "altered" ? nil : .changed(number, file: file, byteCount: found)
      }
    }
    return judge(number, row, byteCount)
  }

  private func judge(_ number: Int, _ row: Row, _ byteCount: Int?) -> Survey.Finding? {
    guard let byteCount else { return nil }
    if row.isPurged { return .leftOver(number) }
    if byteCount == row.byteCount {
      let wasThere = row.state == "stored" || row.state == "adopted"
      return wasThere ? nil : .found(number, file: row.file)
    }
    return row.state == "altered" ? nil : .changed(number, file: row.file, byteCount: byteCount)
  }

  private static func rows(
    of index: Int, _ database: borrowing Database, below limit: Int
  ) throws(DatabaseError) -> [Int: Row] {
    var rows: [Int: Row] = [:]
    try database.prepare(
      """
      SELECT number, local_file, byte_count, state, purged IS NOT NULL,
        CASE kind WHEN 'document' THEN data ->> '$.crop.file' END,
        CASE kind WHEN 'document' THEN data ->> '$.crop.bytes' END,
        data ->> '$.glyphs.text.file', data ->> '$.glyphs.text.bytes',
        data ->> '$.glyphs.ansi.file', data ->> '$.glyphs.ansi.bytes'
      FROM evidence
      WHERE number >= ?1 AND number < ?2
      """
    ).run(.integer(index * 1000), .integer(min(index * 1000 + 1000, limit))) { row in
      rows[row.integer(0) ?? 0] = Row(
        file: row.text(1) ?? "", byteCount: row.integer(2) ?? 0, state: row.text(3) ?? "",
        isPurged: row.integer(4) == 1,
        companions: [5, 7, 9].compactMap { column in
          row.text(column).map { ($0, row.integer(column + 1) ?? 0) }
        })
    }
    return rows
  }
}
