import Core
import Glibc
import System

/// The one writer's place in a store: an exclusive flock(2) on its folder for as long as this value lives.
struct FolderLock: ~Copyable {
  let folder: FileDescriptor

  /// Takes the place in `directory`, or says that it is taken; never waits for it.
  init(_ directory: String) throws(Failure) {
    let folder = try Failure.at(directory) { () throws(SystemError) in
      try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
    }
    guard flock(folder.number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno != EWOULDBLOCK else { throw Failure(.store, Phrase(.storeInUse, directory)) }
      throw Failure(SystemError(errnoOf: "flock"), at: directory)
    }
    self.folder = folder
  }

  deinit {
    // Closing is not enough: a child that is just being started shares the lock until it runs its own program.
    _ = flock(folder.number, LOCK_UN)
  }
}
