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
    /// The same of the crop of a document; nil where the list has none.
    var crop: CropEntry?
  }

  /// The crop of a document in the list.
  struct CropEntry {
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
      var entry = Entry(
        number: row.integer(0) ?? 0, original: row.text(1) ?? "", copy: row.text(2) ?? "",
        originalSHA256: row.text(3) ?? "", copySHA256: row.text(4) ?? "")
      if row.integer(6) == 1 {
        entry.crop = CropEntry(
          original: row.text(7) ?? "", copy: row.text(8) ?? "", originalSHA256: row.text(9) ?? "",
          copySHA256: row.text(10) ?? "")
      }
      let isRight = row.integer(5) == 1 && row.integer(6) != nil
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
      CASE (value ->> 'crop_original' IS NOT NULL) + (value ->> 'crop_copy' IS NOT NULL)
          + (value ->> 'crop_original_sha256' IS NOT NULL)
          + (value ->> 'crop_copy_sha256' IS NOT NULL)
        WHEN 0 THEN 0
        WHEN 4 THEN CASE WHEN json_type(value, '$.crop_original') = 'text'
          AND json_type(value, '$.crop_copy') = 'text'
          AND json_type(value, '$.crop_original_sha256') = 'text'
          AND json_type(value, '$.crop_copy_sha256') = 'text' THEN 1 END
        END,
      value ->> 'crop_original', value ->> 'crop_copy', value ->> 'crop_original_sha256',
      value ->> 'crop_copy_sha256'
    FROM json_each(?1, '$.pieces') WHERE type = 'object'
    """
}

extension ExportList.Entry {
  /// Whether its copy is in the export, whatever somebody wrote into the list.
  fileprivate var isInside: Bool {
    copy.isInside && crop?.copy.isInside ?? true
  }
}

extension String {
  fileprivate var isInside: Bool {
    split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !["", ".", ".."].contains(part) && !part.utf8.contains(0)
    }
  }
}
