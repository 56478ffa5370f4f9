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
  /// What is durable and waits for its record, because the database was locked, and what it was called.
  var written: (photo: WrittenPhoto, name: String)?
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
    return try ImportFile(at: path)
  }
}

/// A file that is to be taken in, open.
package struct ImportFile: ~Copyable {
  /// What it is called.
  package let name: String
  /// To be read from its beginning.
  package let file: FileDescriptor

  init(_ file: consuming FileDescriptor, called name: String) {
    self.name = name
    self.file = file
  }

  /// Gives the descriptor to whoever reads it.
  consuming func handOver() -> FileDescriptor { file }

  /// Opens the file at `path`: no link, and nothing that waits or that opening does something to.
  package init(at path: String) throws(Failure) {
    let name = String(path.split(separator: "/").last ?? "")
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      throw .refused(.importUnreadable(path.printable, SystemError(errnoOf: "lstat").reason))
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw .refused(.importNoFile(path.printable, OwnPlace.word(for: facts.st_mode & S_IFMT)))
    }
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      throw .refused(.importUnreadable(path.printable, error.reason))
    }
    self.name = name
    self.file = file
  }
}

/// The files that a path stands for.
package enum ImportFiles {
  /// Folders deeper than this in a folder are passed over.
  private static let deepest = 16

  /// `path` itself, or the files in that folder and in those below it, in the order of their names, without links to
  /// folders and hidden ones; a failure where there are more than `most`.
  package static func paths(at path: String, atMost most: Int) throws(Failure) -> [String] {
    var paths: [String] = []
    try add(path, to: &paths, most, depth: 0)
    return paths
  }

  private static func add(
    _ path: String, to paths: inout [String], _ most: Int, depth: Int
  ) throws(Failure) {
    guard isFolder(path, followingLinks: depth == 0), depth <= deepest else {
      guard paths.count < most else { throw .refused(.importTooMany(most)) }
      return paths.append(path)
    }
    let names: [String]
    do throws(SystemError) { names = try Folder.names(in: path, atMost: most) } catch {
      throw .refused(
        error.code == EOVERFLOW
          ? .importTooMany(most) : .importUnreadable(path.printable, error.reason))
    }
    for name in names where !name.hasPrefix(".") {
      try add("\(path)/\(name)", to: &paths, most, depth: depth + 1)
    }
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
      "There are more than {1} files; import the folders in it one after the other.", most)
  }
}
