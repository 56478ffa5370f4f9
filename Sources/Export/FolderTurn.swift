import Glibc
import System

/// The turn of one export in a folder: an exclusive flock(2) on it for as long as this value lives.
final class FolderTurn {
  private let folder: FileDescriptor

  /// Takes the turn in the folder `path`; while another has it `tell` is called once, then the call blocks.
  ///
  /// Nil where the folder can't be opened, which whoever writes there finds out. A file system that has no such locks lets
  /// everybody in.
  init?(in path: String, whileWaiting tell: () -> Void) {
    guard let folder = try? FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY) else {
      return nil
    }
    if flock(folder.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      tell()
      while flock(folder.number, LOCK_EX) != 0, errno == EINTR {}
    }
    self.folder = folder
  }

  deinit {
    // A child that is just being started would keep the turn for a moment.
    _ = flock(folder.number, LOCK_UN)
  }

  /// Whether `path` still leads to the folder, which whoever had the turn may have removed.
  func isOf(_ path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(folder.number, &own) == 0 && stat(path, &named) == 0
      && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }
}
