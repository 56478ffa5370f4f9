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
    let text = String(decoding: bytes ?? [], as: UTF8.self)
    guard let bytes, text.utf8.elementsEqual(bytes) else { return }
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
      let entry = Entry(
        number: row.integer(0) ?? 0, original: row.text(1) ?? "", copy: row.text(2) ?? "",
        originalSHA256: row.text(3) ?? "", copySHA256: row.text(4) ?? "")
      if row.integer(5) == 1, entry.isInside { found.append(entry) }
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
        AND json_type(value, '$.copy_sha256') = 'text'
    FROM json_each(?1, '$.pieces') WHERE type = 'object'
    """
}

extension ExportList.Entry {
  /// Whether its copy is in the export, whatever somebody wrote into the list.
  fileprivate var isInside: Bool {
    copy.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !["", ".", ".."].contains(part) && !part.utf8.contains(0)
    }
  }
}
