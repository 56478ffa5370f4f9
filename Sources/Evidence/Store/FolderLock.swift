import CLinux
import Core
import Glibc
import System

/// The one writer's place in a store: an exclusive flock(2) on its folder for as long as this value lives.
struct FolderLock: ~Copyable {
  let folder: FileDescriptor

  /// Takes the place in `directory`, or says that it is taken; never waits for it.
  init(_ directory: String) throws(Failure) {
    do throws(SystemError) {
      folder = try FolderLock.locked(directory)
    } catch {
      throw FolderLock.failure(error, of: directory)
    }
  }

  private static func locked(_ directory: String) throws(SystemError) -> FileDescriptor {
    let folder = try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
    let number = folder.number
    try SystemError.check("flock") { flock(number, LOCK_EX | LOCK_NB) }
    return folder
  }

  /// What `error` means, with which the place in `directory` could not be taken.
  static func failure(_ error: SystemError, of directory: String) -> Failure {
    guard error.call == "flock" else { return Failure(error, at: directory) }
    guard error.code != EWOULDBLOCK else { return Failure(.store, .storeInUse(directory)) }
    return Failure(.store, .storeNotLocked(directory, error.reason), cause: error)
  }

  /// Whether a program writes to the store in `directory`, as far as the kernel tells.
  ///
  /// Asking by flock(2) would take the place for a moment, in which a program that starts finds it taken.
  static func isTaken(_ directory: String) -> Bool {
    var facts = stat()
    guard stat(directory, &facts) == 0,
      let locks = (try? File.bytes(at: "/proc/locks", limit: 1 << 20)) ?? nil
    else { return false }
    // proc_locks(5): number, kind, way, type, process, device:inode, beginning, end.
    return String(decoding: locks, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 5 && fields[1] == "FLOCK" && fields[3] == "WRITE"
        && fields[5].hasSuffix(":\(facts.st_ino)")
    }
  }

  deinit {
    // Closing is not enough: a child that is just being started shares the lock until it runs its own program.
    _ = flock(folder.number, LOCK_UN)
  }
}

extension Phrase {
  static func storeInUse(_ folder: String) -> Phrase {
    Phrase(
      "store.inUse",
      """
      Another exhibit is writing to the store \(folder). Stop it, for example with 'systemctl stop exhibit', or \
      use another store.
      """)
  }

  static func storeNotLocked(_ folder: String, _ reason: String) -> Phrase {
    Phrase(
      "store.not-locked",
      """
      The store \(folder) can't be kept from other programs: \(reason). Put it on a disk of this machine, not on \
      one of the network.
      """)
  }
}
