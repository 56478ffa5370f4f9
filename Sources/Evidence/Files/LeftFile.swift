import Core
import Glibc
import System

/// Something in the folders that is no piece and was left where it is, as a `file.rejected` tells of it: only that is
/// passed over from then on, not whatever comes under its name later.
enum LeftFile: Hashable {
  /// A file with these bytes.
  case file(sha256: String, byteCount: Int)
  /// A file of so many bytes, which nobody has read.
  case unread(byteCount: Int)
  /// A link, a folder, or anything else that is no file.
  case noFile
  /// Whatever it is: the record is of a program that did not say more.
  case anything

  /// What the record that says `payload` has left; nil where that was moved away, and its name is free.
  init?(_ payload: JSON) {
    guard payload.text("moved_to") == nil else { return nil }
    switch (payload.text("sha256"), payload.integer("bytes"), payload.member("sha256")) {
    case (let sha256?, let byteCount?, _): self = .file(sha256: sha256, byteCount: byteCount)
    case (_, let byteCount?, _): self = .unread(byteCount: byteCount)
    case (_, nil, nil): self = .anything
    case (_, nil, _?): self = .noFile
    }
  }

  /// Whether `file` in `folder` may be it, by what it is and how long: nothing is read.
  func mayBe(_ file: String, in folder: EvidenceFolder) -> Bool {
    switch self {
    case .file(_, let byteCount), .unread(let byteCount):
      folder.isPlainFile(file) && folder.byteCount(of: file) == byteCount
    case .noFile: !folder.isPlainFile(file)
    case .anything: true
    }
  }

  /// Whether `file` in `folder` is it, as far as its record tells; reads all of it by `digest`.
  func isThere(
    as file: String, in folder: EvidenceFolder, by digest: borrowing FileDigest
  ) -> Bool {
    guard mayBe(file, in: folder) else { return false }
    guard case .file(let sha256, _) = self else { return true }
    do throws(SystemError) {
      return try digest.sha256(of: PieceFile("\(folder.root)/\(file)").descriptor) == sha256
    } catch { return false }  // Nobody can tell that it is.
  }
}

extension Archive {
  /// What the latest `file.rejected` about `file`, relative to the store, has left there; nil where there is none.
  func left(_ file: String) throws(Failure) -> LeftFile? {
    let payload = try Failure.inDatabase { () throws(DatabaseError) in
      let sql = """
        SELECT payload FROM rejected JOIN records ON sequence = record WHERE rejected.file = ?1
        """
      return try database.prepare(sql).first(.text(file)) { $0.text(0) ?? "" }
    }
    return payload.flatMap { JSONParser.value(of: $0.utf8) }.flatMap { LeftFile($0) }
  }
}

extension EvidenceFolder {
  /// A larger file is not read to say what it is: that would hold up what is under way.
  static let largestStranger = FileExamination.largest

  /// `rejected` with what can be said of the file itself; reads it where it is no larger than `largestStranger`.
  func examined(_ rejected: RejectedFile) -> RejectedFile {
    guard isPlainFile(rejected.file) else { return rejected }
    var examined = rejected
    examined.byteCount = rejected.byteCount ?? byteCount(of: rejected.file)
    do throws(SystemError) {
      let file = try PieceFile("\(root)/\(rejected.file)")
      guard file.byteCount <= EvidenceFolder.largestStranger else { return examined }
      examined.sha256 = try FileDigest(fast: false).sha256(of: file.descriptor)
      examined.byteCount = file.byteCount
    } catch {}  // Then its size has to do.
    return examined
  }
}
