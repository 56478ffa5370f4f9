import CSQLite
import Core
import Glibc
import System

/// The list of an export, `manifest.json`, as far as it is needed to look at the copies; SQLite's own JSON functions
/// read it.
struct ExportList {
  /// A piece of the list.
  struct Entry {
    /// Number of the piece.
    let number: Int
    /// Where its original and its copy are in the export.
    let original, copy: String
    let originalSHA256, copySHA256: String
    /// The same of what it has beside its own file, as far as the list has that.
    var companions: [Companion: CompanionEntry] = [:]
  }

  /// What a piece has beside its own file, in the list.
  struct CompanionEntry {
    let original, copy: String
    let originalSHA256, copySHA256: String
  }

  static let file = "manifest.json"
  private static let longest = 1 << 27

  /// The pieces, as far as they are written as they should be.
  private(set) var entries: [Entry] = []
  /// Whether anything of it is not.
  private(set) var isMalformed = true
  /// Whether it says that all is there which should be.
  private(set) var isComplete = false

  /// Reads the file `path`, and is nil where there is none; blocks on the disk.
  init?(at path: String) throws(Failure) {
    let bytes: [UInt8]?
    do throws(SystemError) { bytes = try File.bytes(at: path, limit: ExportList.longest) } catch {
      if error.code == ENOENT { return nil }
      throw Failure(.store, .bundleUnreadable(path, error.reason), cause: error)
    }
    let hasMark = bytes?.starts(with: WrittenForm.mark) ?? false
    let plain = bytes?.dropFirst(hasMark ? WrittenForm.mark.count : 0)
    let text = String(decoding: plain ?? [], as: UTF8.self)
    guard let plain, text.utf8.elementsEqual(plain) else { return }
    do throws(DatabaseError) { try read(text) } catch { throw Failure(error) }
  }

  private mutating func read(_ text: String) throws(DatabaseError) {
    let database = try Database(
      opening: ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
    let facts = try database.prepare(ExportList.facts).first(.text(text)) { row in
      (row.integer(0), row.integer(1))
    }
    guard let facts, let count = facts.0 else { return }
    isComplete = facts.1 == 1
    var found: [Entry] = []
    try database.prepare(ExportList.selection).run(.text(text)) { row in
      var entry = Entry(
        number: row.integer(0) ?? 0, original: row.text(1) ?? "", copy: row.text(2) ?? "",
        originalSHA256: row.text(3) ?? "", copySHA256: row.text(4) ?? "")
      var isRight = row.integer(5) == 1
      for (index, companion) in Companion.allCases.enumerated() {
        let first = Int32(6 + 5 * index)
        entry.companions[companion] = CompanionEntry(row, from: first)
        isRight = isRight && row.integer(first) != nil
      }
      if isRight, entry.isInside { found.append(entry) }
    }
    entries = found
    isMalformed = found.count != count
  }

  private static let facts = """
    SELECT CASE WHEN json_valid(?1) THEN
        CASE json_type(?1, '$.pieces') WHEN 'array' THEN json_array_length(?1, '$.pieces') END END,
      CASE WHEN json_valid(?1) THEN json_type(?1, '$.complete') = 'true' END
    """
  private static let selection = """
    SELECT value ->> 'number', value ->> 'original', value ->> 'copy', value ->> 'original_sha256',
      value ->> 'copy_sha256',
      json_type(value, '$.number') = 'integer' AND value ->> 'number' BETWEEN 1 AND 999999999
        AND json_type(value, '$.original') = 'text' AND json_type(value, '$.copy') = 'text'
        AND json_type(value, '$.original_sha256') = 'text'
        AND json_type(value, '$.copy_sha256') = 'text',
      \(Companion.allCases.map { columns(of: $0.name) }.joined(separator: ", "))
    FROM json_each(?1, '$.pieces') WHERE type = 'object'
    """

  /// Columns of what stands in the list under names that begin with `name`: whether that is all there (1), not there at
  /// all (0), or neither (NULL), and then the four texts.
  private static func columns(of name: String) -> String {
    let names = ["original", "copy", "original_sha256", "copy_sha256"].map { "\(name)_\($0)" }
    let count = names.map { "(value ->> '\($0)' IS NOT NULL)" }.joined(separator: " + ")
    let areTexts = names.map { "json_type(value, '$.\($0)') = 'text'" }
      .joined(separator: " AND ")
    return """
      CASE \(count) WHEN 0 THEN 0 WHEN 4 THEN CASE WHEN \(areTexts) THEN 1 END END,
      \(names.map { "value ->> '\($0)'" }.joined(separator: ", "))
      """
  }
}

extension ExportList.CompanionEntry {
  /// Reads such columns from `first` on; nil where the list has not all of it.
  fileprivate init?(_ row: borrowing Row, from first: Int32) {
    guard row.integer(first) == 1 else { return nil }
    self.init(
      original: row.text(first + 1) ?? "", copy: row.text(first + 2) ?? "",
      originalSHA256: row.text(first + 3) ?? "", copySHA256: row.text(first + 4) ?? "")
  }
}

extension ExportList.Entry {
  /// Its originals and copies.
  var files: [String] {
    [original, copy] + companions.values.flatMap { [$0.original, $0.copy] }
  }

  /// Whether its copy is in the export, whatever somebody wrote into the list.
  fileprivate var isInside: Bool {
    copy.isInside && companions.values.allSatisfy { $0.copy.isInside }
  }
}

extension String {
  /// Whether it is a path into a folder, and not out of it.
  var isInside: Bool {
    split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !["", ".", ".."].contains(part) && !part.utf8.contains(0)
    }
  }
}
