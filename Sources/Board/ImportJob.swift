import Core
import Evidence
import Glibc
import System

/// The files that one line of a console wants to have taken in, and how far that is.
final class ImportJob {
  /// More files than this are taken in by several commands: their names are read and sorted at once.
  static let mostFiles = 10_000

  /// A word that all pieces of one command have.
  let batch: String
  /// So many bytes can still be taken in.
  var room: Int
  /// What is being copied.
  var copy: IncomingCopy?
  /// What the copy is called, and its digest, once it is whole.
  var whole: (name: String, sha256: String)?
  /// What is durable and waits for its record, because the database was locked, and what it was called.
  var written: (photo: WrittenPhoto, name: String)?
  /// What is to come back of a bundle, where the file that was handed over is its own.
  var restored: Restorable?
  /// Whether the file that was handed over only says what is to come back.
  var isDescription = false
  /// What is to come back and has no file, or whose file is durable and waits for its record.
  var restorable: RestoreStep?
  private var handed: FileDescriptor?
  private let handedName: String
  /// Paths of the files that are left, the last first.
  private var paths: [String]

  /// The files at `path`: itself, or what is in the folder.
  convenience init(at path: String, batch: String, room: Int) throws(Failure) {
    let paths = try ImportFiles.paths(at: path, atMost: ImportJob.mostFiles)
    self.init(paths: paths.reversed(), handed: nil, called: "", batch, room)
  }

  /// The open file `handed`, called `name`.
  convenience init(
    of handed: consuming FileDescriptor, called name: String, batch: String, room: Int
  ) {
    self.init(paths: [], handed: handed, called: name, batch, room)
  }

  private init(
    paths: [String], handed: consuming FileDescriptor?, called name: String, _ batch: String,
    _ room: Int
  ) {
    self.batch = batch
    self.room = room
    self.paths = paths
    self.handed = handed
    handedName = name
  }

  /// Opens the next file; nil where there is none.
  func next() throws(Failure) -> ImportFile? {
    if let handed = handed.take() { return ImportFile(handed, called: handedName) }
    guard let path = paths.popLast() else { return nil }
    let file = try ImportFile(at: path)
    try file.requirePublic()
    return file
  }
}

/// A file that is to be taken in, open.
package struct ImportFile: ~Copyable {
  /// What it is called.
  package let name: String
  /// To be read from its beginning.
  package let file: FileDescriptor

  /// The open `file`, which whoever takes it in calls `name`.
  package init(_ file: consuming FileDescriptor, called name: String) {
    self.name = name
    self.file = file
  }

  /// Gives the descriptor to whoever reads it.
  consuming func handOver() -> FileDescriptor { file }

  /// Refuses a file that is only for its owner: the program's own key is one, and whoever may use a console is not to
  /// read it by way of an import.
  borrowing func requirePublic() throws(Failure) {
    var facts = stat()
    guard fstat(file.number, &facts) == 0, facts.st_mode & (S_IRGRP | S_IROTH) != 0 else {
      throw .refused(
        Phrase(
          "import.private",
          "\(name.printable) is for its owner alone; whoever that is can use 'exhibit import'."))
    }
  }

  /// Opens the file at `path` of a bundle, which was verified, however large it is.
  package init(ofBundle path: String) throws(Failure) {
    let name = String(path.split(separator: "/").last ?? "")
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      self.init(file, called: name)
    } catch {
      throw .refused(.importUnreadable(path.printable, error.reason))
    }
  }

  /// Opens the file at `path`: no link, and nothing that waits or that opening does something to; nothing that is too
  /// large or empty either, so that nobody begins to read it.
  package init(at path: String) throws(Failure) {
    let name = String(path.split(separator: "/").last ?? "")
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      let error = SystemError(errnoOf: "lstat")
      // What is no UTF-8 was replaced when the name was read.
      let isForeign = error.code == ENOENT && name.unicodeScalars.contains("\u{FFFD}")
      throw .refused(
        isForeign
          ? Phrase(
            "import.foreign-name",
            "The name of \(path.printable) is not in UTF-8; rename the file.")
          : .importUnreadable(path.printable, error.reason))
    }
    let kind = facts.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else {
      throw .refused(.importNoFile(path.printable, OwnPlace.word(for: kind)))
    }
    if let reason = ImportFiles.reason(againstFolder: path) { throw .refused(reason) }
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      throw .refused(.importUnreadable(path.printable, error.reason))
    }
    try IncomingCopy.require(file, called: path)
    self.name = name
    self.file = file
  }
}

/// The files that a path stands for.
package enum ImportFiles {
  /// Folders deeper than this in a folder are passed over.
  private static let deepest = 16

  /// `path` itself, or the files in that folder and in those below it, in the order of their names, without hidden ones;
  /// a failure where there are more than `most`.
  ///
  /// Links stand for themselves, and so do folders that can't be read or are too deep, stores and devices: whoever opens
  /// them hears why they are no files.
  package static func paths(at path: String, atMost most: Int) throws(Failure) -> [String] {
    var paths: [String] = []
    try add(path, to: &paths, most, depth: 0)
    return paths
  }

  private static func add(
    _ path: String, to paths: inout [String], _ most: Int, depth: Int
  ) throws(Failure) {
    guard isFolder(path, followingLinks: depth == 0), depth <= deepest,
      reason(againstFolder: path) == nil
    else {
      guard paths.count < most else { throw .refused(.importTooMany(most)) }
      return paths.append(path)
    }
    let names: [String]
    do throws(SystemError) { names = try Folder.names(in: path, atMost: most) } catch {
      guard error.code == EOVERFLOW else { return paths.append(path) }
      throw .refused(.importTooMany(most))
    }
    for name in names where !name.hasPrefix(".") {
      try add("\(path)/\(name)", to: &paths, most, depth: depth + 1)
    }
  }

  /// Why nothing of the folder `path` is taken in as files: it is an Exhibit's own; nil where it is not.
  static func reason(againstFolder path: String) -> Phrase? {
    if DeviceFolder(path).isThere {
      return Phrase(
        "import.device",
        """
        \(path.printable) is the folder of a device, with its private key, which never leaves it: nothing of it \
        is imported.
        """)
    }
    let isStore = access("\(path)/exhibit.sqlite", F_OK) == 0
    return isStore
      ? Phrase(
        "import.store",
        """
        \(path.printable) is a store of another Exhibit; export it, and import that: 'exhibit export all FOLDER \
        --store \(path.printable)', then 'exhibit import FOLDER'.
        """) : nil
  }

  private static func isFolder(_ path: String, followingLinks follows: Bool) -> Bool {
    var facts = stat()
    let code = follows ? stat(path, &facts) : lstat(path, &facts)
    return code == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}

extension Phrase {
  static func importTooMany(_ most: Int) -> Phrase {
    Phrase(
      "import.too-many",
      "There are more than \(most) files; import the folders in it one after the other.")
  }
}
