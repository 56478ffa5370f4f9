import Core
import Glibc
import System

/// A name in a store under which only a file or a folder of the store's own may be.
///
/// A link would have the program write elsewhere, a second name would have it write to what is somebody else's too,
/// and on a pipe it would wait for ever.
package struct OwnPlace {
  let path: String

  /// Refuses what stands under the names of the database in `directory`, for whoever reads it.
  static func checkForReading(_ directory: String) throws(Failure) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try OwnPlace(path: Archive.database(in: directory) + suffix).requireFile()
    }
  }

  /// Refuses what stands under the names of the folders and of the database in `directory`, for its writer.
  static func checkForWriting(_ directory: String) throws(Failure) {
    try OwnPlace(path: "\(directory)/evidence").requireFolder()
    try checkForReading(directory)
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try OwnPlace(path: Archive.database(in: directory) + suffix).requireOneName()
    }
  }

  /// Throws unless there is a folder or nothing.
  func requireFolder() throws(Failure) {
    guard let kind, kind != S_IFDIR else { return }
    throw Failure(
      .store,
      Phrase(
        "store.needs-folder",
        """
        \(path) is \(OwnPlace.word(for: kind)), and the store needs a folder of its own there; nothing was \
        written. Move \(path) away, and put the folder back if it is elsewhere.
        """))
  }

  /// Throws unless there is a plain file or nothing.
  func requireFile() throws(Failure) {
    guard let kind, kind != S_IFREG else { return }
    throw Failure(.store, .storeNeedsFile(path, OwnPlace.word(for: kind)))
  }

  /// Throws unless what is there is empty.
  func requireEmptyFile() throws(Failure) {
    try requireFile()
    guard let facts, facts.st_size > 0 else { return }
    throw Failure(
      .store, .storeNeedsFile(path, Phrase("file.contents", "a file with something in it")))
  }

  /// Whether there is an empty file.
  var isEmptyFile: Bool { kind == S_IFREG && facts?.st_size == 0 }

  /// What is there, by the bits of `S_IFMT`, a link itself; nil where nothing is, or nobody can tell: then opening
  /// it says why.
  var kind: mode_t? { facts.map { $0.st_mode & S_IFMT } }

  /// Whether what is there is at `other` too, by a second name or because the file system takes both for one.
  func isSame(as other: OwnPlace) -> Bool {
    guard let facts, let others = other.facts else { return false }
    return facts.st_dev == others.st_dev && facts.st_ino == others.st_ino
  }

  /// Throws where the file that is there has another name too.
  private func requireOneName() throws(Failure) {
    guard let facts, facts.st_nlink > 1 else { return }
    throw Failure(.store, .storeFileShared(path))
  }

  private var facts: stat? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts : nil
  }

  /// The word for what is there, by the bits of `S_IFMT`.
  package static func word(for kind: mode_t) -> Phrase {
    switch kind {
    case S_IFLNK: Phrase("file.link", "a link")
    case S_IFIFO: Phrase("file.pipe", "a pipe")
    case S_IFSOCK: Phrase("file.socket", "a socket")
    case S_IFDIR: Phrase("file.folder", "a folder")
    case S_IFREG: Phrase("file.plain", "a file")
    default: Phrase("file.device", "a device")
    }
  }
}

extension Phrase {
  static func storeNeedsFile(_ path: String, _ kind: Phrase) -> Phrase {
    Phrase(
      "store.needs-file",
      """
      \(path) is \(kind), and the store needs a file of its own there; nothing was written. Move \(path) away, \
      and put the file back if it is elsewhere.
      """)
  }

  static func storeFileShared(_ path: String) -> Phrase {
    Phrase(
      "store.file-shared",
      """
      \(path) has a second name elsewhere (a hard link), and what is written here would change there too; \
      nothing was written. Give the store a copy of its own: 'cp -p \(path) \(path).copy', then 'mv \(path).copy \
      \(path)'.
      """)
  }
}
