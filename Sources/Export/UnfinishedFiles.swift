import Core
import Evidence
import Glibc
import System

/// Files of an export into a folder that have not their names yet.
///
/// Each is written under another name, flushed, and then gets its own. Some are written before the first is flushed: the
/// medium has several on their way then, and blocks of the folders are written once for all of them.
final class UnfinishedFiles {
  /// What the name of a file begins with until it is whole.
  static let prefix = ".exhibit-unfinished"
  private static let mostFiles = 64
  private static let mostBytes = 32 << 20

  private let folder: String
  private let medium: any Medium
  private let reader = ContentReader()
  /// In the order in which they were written.
  private var files: [UnfinishedFile] = []
  private var byteCount = 0
  /// How many there ever were: no two have had one name.
  private var writtenCount = 0

  /// None, in the folder `folder`, which may have some from before.
  init(in folder: String, on medium: any Medium) {
    self.folder = folder
    self.medium = medium
  }

  /// Writes `entry`, which has its name after `finish` at the latest; blocks, now and then in that.
  func write(_ entry: ExportEntry) throws(Failure) {
    let place = "\(folder)/\(entry.name)"
    let path = "\(folder)/\(UnfinishedFiles.prefix)-\(writtenCount)"
    writtenCount += 1
    let file = try attempt(place) { () throws(SystemError) in
      try medium.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
    }
    try reader.read(entry.content) { (bytes) throws(Failure) in
      try attempt(place) { () throws(SystemError) in try medium.writeAll(bytes, to: file) }
    }
    medium.beginFlush(file)
    files.append(UnfinishedFile(file, at: path, of: entry))
    byteCount += entry.byteCount
    if files.count >= UnfinishedFiles.mostFiles || byteCount >= UnfinishedFiles.mostBytes {
      try finish()
    }
  }

  /// Makes what is written durable and gives it its names, in the order in which it was written; blocks on the medium.
  ///
  /// When it throws, one file has got no name; those behind it can be tried again.
  func finish() throws(Failure) {
    while !files.isEmpty {
      let next = files.removeFirst()
      byteCount -= next.entry.byteCount
      let place = "\(folder)/\(next.entry.name)"
      try attempt(place) { () throws(SystemError) in
        try medium.flush(next.file)
        try medium.rename(next.path, to: place)
      }
    }
  }

  /// Removes all that is not finished, also of an export that was cut short.
  func discard() {
    (files, byteCount) = ([], 0)
    // What can't be listed or removed has a name that says what it is.
    for name in (try? Folder.names(in: folder)) ?? [] where name.hasPrefix(UnfinishedFiles.prefix) {
      try? medium.unlink("\(folder)/\(name)")
    }
  }

  private func attempt<Answer: ~Copyable>(
    _ place: String, _ body: () throws(SystemError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(SystemError) { return try body() } catch {
      throw Failure(exporting: error, to: place)
    }
  }
}

/// A file of an export that is written, and neither flushed nor called what it is to be called.
private final class UnfinishedFile {
  let file: FileDescriptor
  /// What it is called until then.
  let path: String
  let entry: ExportEntry

  init(_ file: consuming FileDescriptor, at path: String, of entry: ExportEntry) {
    self.file = file
    self.path = path
    self.entry = entry
  }
}
