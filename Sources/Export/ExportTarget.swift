import CLinux
import Core
import Evidence
import Glibc
import System

/// Where an export is written: a folder, an archive, or a stream.
protocol ExportTarget: AnyObject {
  /// Whether files stay apart and can be replaced, and those of an earlier export be there.
  var isFolder: Bool { get }
  /// Whether what is written there is apart from the store.
  var keeping: ExportKeeping { get }

  /// The names in `folder` of an earlier export, or in the export itself for "".
  func earlierNames(in folder: String) -> [String]
  /// How many bytes the file `name` of an earlier export has; nil where there is none.
  func earlierByteCount(of name: String) -> Int?
  /// Where the file `name` of an earlier export is; nil where there can't be any.
  func path(of name: String) -> String?
  /// The table of the earlier export, as its manifest names it.
  var earlierTable: ExportedTable? { get }
  /// The SHA-256 of what is there as the file `name`; empty where that is no file, nil where nothing is.
  func earlierDigest(of name: String) -> String?

  /// Renames the file `name` of an earlier export, where there is one.
  func rename(_ name: String, to other: String) throws(Failure)

  /// Removes the file `name` of an earlier export, where there is one.
  func remove(_ name: String) throws(Failure)

  /// Writes `entry`, unless a file of the same size is there, which is taken for whole until `settle`; over an original
  /// only where that is the beginning of this one.
  ///
  /// Blocks until it is written.
  func add(_ entry: ExportEntry) throws(Failure)
  /// Writes `entry` over what has its name.
  func replace(_ entry: ExportEntry) throws(Failure)
  /// Makes all that was added durable, reads it back, and says of which names it is not what it should be.
  ///
  /// A file of an earlier export that is not gets written again, but for an original. An archive ends here.
  ///
  /// - Parameter progress: hears how many files were read back.
  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase]
  /// Leaves nothing behind that could be taken for an export, after a failure.
  func discard()
}

extension ExportTarget {
  func path(of name: String) -> String? { nil }
  func rename(_ name: String, to other: String) {}
  func remove(_ name: String) {}
  var earlierTable: ExportedTable? { nil }
  func earlierDigest(of name: String) -> String? { nil }
}

extension Failure {
  /// The failure of a call on `path` of an export, in a sentence that says what to do.
  init(exporting error: SystemError, to path: String) {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(error.code)
    let phrase =
      switch error.code {
      case _ where isFull:
        Phrase(
          "export.full",
          "There is no room for \(path). Make room there, or name another place; then export again."
        )
      case EROFS, EACCES, EPERM:
        Phrase(
          "export.denied",
          "\(path) can't be written: \(error.reason). Name a place where this user may write.")
      case ENOENT:
        Phrase(
          "export.nowhere",
          """
          \(path) can't be written: the folder that it is to be in is not there. Make that first, as with 'mkdir \
          -p', or name another place.
          """)
      case ENODEV, ENXIO, EIO, ESTALE, ENOTCONN:
        Phrase(
          "export.gone",
          """
          \(path) can't be written: \(error.reason). The medium is gone, or fails. Put it in again, or take \
          another one; then export again.
          """)
      default: Phrase("export.failed", "\(path) can't be written: \(error.reason).")
      }
    self.init(.store, phrase, cause: error, kind: isFull ? .noRoomThere : .plain)
  }
}

extension Phrase {
  static func exportDiffers(_ path: String) -> Phrase {
    Phrase(
      "export.differs", "\(path) does not read back as it was written: don't trust this medium.")
  }
}
