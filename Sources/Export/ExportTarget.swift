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

  /// Writes `entry`, unless a file of the same size is there, which is taken for whole until `settle`.
  ///
  /// Blocks until it is written.
  func add(_ entry: ExportEntry) throws(Failure)
  /// Writes `entry` over what has its name.
  func replace(_ entry: ExportEntry) throws(Failure)
  /// Makes all that was added durable, reads it back, and says of which names it is not what it should be.
  ///
  /// A file of an earlier export that is not gets written again. An archive ends here.
  ///
  /// - Parameter progress: hears how many files were read back.
  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase]
  /// Leaves nothing behind that could be taken for an export, after a failure.
  func discard()
}

extension ExportTarget {
  func path(of name: String) -> String? { nil }
}

/// Whether what was written outlives the store's own medium.
package enum ExportKeeping: String, Sendable {
  /// It is on another file system.
  case apart
  /// It is on the file system that the store is on, and goes with it.
  case sameFileSystem = "same_file_system"
  /// It is in memory, and gone when the board is switched off.
  case memory
  /// Nobody knows who took it.
  case stream

  /// By the kernel's facts of two places: device numbers (stat(2)), and the type of the other one's file system
  /// (statfs(2)).
  init(storeDevice: UInt, device: UInt, type: UInt) {
    switch (device == storeDevice, ExportKeeping.inMemory.contains(type)) {
    case (_, true): self = .memory
    case (true, false): self = .sameFileSystem
    case (false, false): self = .apart
    }
  }

  /// How the folder `path` is kept, beside the store in `store`; what can't be told is not apart.
  init(of path: String, beside store: String) {
    var (own, other, system) = (stat(), stat(), statfs())
    guard stat(store, &own) == 0, stat(path, &other) == 0, statfs(path, &system) == 0 else {
      self = .sameFileSystem
      return
    }
    self.init(
      storeDevice: UInt(own.st_dev), device: UInt(other.st_dev),
      type: UInt(truncatingIfNeeded: system.f_type))
  }

  /// tmpfs and ramfs (statfs(2)).
  private static let inMemory: [UInt] = [0x0102_1994, 0x8584_58F6]
}

extension Failure {
  /// The failure of a call on `path` of an export, in a sentence that says what to do.
  init(exporting error: SystemError, to path: String) {
    let phrase =
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG: Phrase.exportFull(path)
      case EROFS, EACCES, EPERM: Phrase.exportDenied(path, error.reason)
      case ENODEV, ENXIO, EIO, ESTALE, ENOTCONN: Phrase.exportGone(path, error.reason)
      default: Phrase.exportFailed(path, error.reason)
      }
    self.init(.store, phrase, cause: error)
  }
}

extension Phrase {
  static func exportFull(_ path: String) -> Phrase {
    Phrase(
      "export.full",
      "There is no room for {1}. Make room there, or name another place; then export again.", path)
  }

  static func exportDenied(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "export.denied",
      "{1} can't be written: {2}. Name a place where this user may write.", path, reason)
  }

  static func exportGone(_ path: String, _ reason: String) -> Phrase {
    Phrase(
      "export.gone",
      """
      {1} can't be written: {2}. The medium is gone, or fails. Put it in again, or take another \
      one; then export again.
      """, path, reason)
  }

  static func exportFailed(_ path: String, _ reason: String) -> Phrase {
    Phrase("export.failed", "{1} can't be written: {2}.", path, reason)
  }

  static func exportDiffers(_ path: String) -> Phrase {
    Phrase(
      "export.differs",
      "{1} does not read back as it was written: don't trust this medium.", path)
  }
}
