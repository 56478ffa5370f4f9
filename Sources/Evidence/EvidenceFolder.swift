import Core
import Glibc
import System

/// The files of the pieces, by number: `evidence/000/000017.jpg`, a thousand to a folder.
struct EvidenceFolder {
  /// The store's own folder.
  let root: String
  /// Makes a file or folder durable; tests put a failing medium here.
  var flush: (Int32) -> Int32 = Store.fsync

  /// Where the file of piece `number` is, relative to the store.
  static func file(_ number: Int) -> String {
    "\(folder(number))/\(String(number).padded(to: 6)).jpg"
  }

  /// The number of the piece that `file` belongs to, or nothing if it isn't the name of one.
  static func number(of file: String) -> Int? {
    let name = file.split(separator: "/").last ?? ""
    guard let number = Int(name.prefix { $0 != "." }), number > 0 else { return nil }
    return EvidenceFolder.file(number) == file ? number : nil
  }

  /// Makes the store's folder and the one for evidence where they are missing.
  func prepare() throws(Failure) {
    try makeFolder(root, in: "\(root)/..")
    try makeFolder("\(root)/evidence", in: root)
  }

  /// Makes all folders down to that of piece `number` durable, and the database's files in them.
  ///
  /// Even those that were there: a program that was killed may have left them in memory only.
  func prepare(for number: Int) throws(Failure) {
    try makeFolder("\(root)/\(EvidenceFolder.folder(number))", in: "\(root)/evidence")
    for folder in [root, "\(root)/evidence"] { try flushFolder(folder) }
    // Where this user may not write, the store's folder is somebody else's work, long durable.
    if access("\(root)/..", R_OK | W_OK) == 0 { try flushFolder("\(root)/..") }
  }

  /// Writes `bytes` as the file of piece `number`; they and their name are durable when this returns.
  ///
  /// Blocks in the flushes. If one of them fails nothing is tried again: the kernel may have marked
  /// the lost pages clean, and a second flush would succeed over them. The file is removed.
  func write(_ bytes: UnsafeRawBufferPointer, as number: Int) throws(Failure) {
    let path = "\(root)/\(EvidenceFolder.file(number))"
    let folder = "\(root)/\(EvidenceFolder.folder(number))"
    try makeFolder(folder, in: "\(root)/evidence")
    let descriptor = try Failure.at(path) { () throws(SystemError) in
      try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }
    do throws(Failure) {
      try Failure.at(path) { () throws(SystemError) in try descriptor.writeAll(bytes) }
      try flush(descriptor, path)
      try flushFolder(folder)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Makes the file of piece `number`, which is there already, and its name durable.
  func secure(_ number: Int) throws(Failure) {
    let path = "\(root)/\(EvidenceFolder.file(number))"
    try flush(try open(path, O_RDONLY), path)
    try flushFolder("\(root)/\(EvidenceFolder.folder(number))")
  }

  /// Removes the file of piece `number`; says whether its name is free now, and `errno` why not.
  func remove(_ number: Int) -> Bool {
    unlink("\(root)/\(EvidenceFolder.file(number))") == 0 || errno == ENOENT
  }

  /// Whether there is something under the name of piece `number`.
  func holds(_ number: Int) -> Bool {
    var facts = stat()
    return lstat("\(root)/\(EvidenceFolder.file(number))", &facts) == 0
  }

  /// Points `latest.jpg` at piece `number`.
  ///
  /// It is not flushed and its failure is nobody's loss: the piece is there without it, and the next
  /// photo replaces it.
  func pointLatest(at number: Int) {
    let fresh = "\(root)/.latest.jpg"
    unlink(fresh)
    guard symlink(EvidenceFolder.file(number), fresh) == 0 else { return }
    rename(fresh, "\(root)/latest.jpg")
  }

  private func makeFolder(_ path: String, in parent: String) throws(Failure) {
    guard mkdir(path, 0o750) != 0 else { return try makeDurable(path, in: parent) }
    guard errno != EEXIST else { return }
    throw Failure(SystemError(errnoOf: "mkdir"), at: path)
  }

  /// A new folder whose name didn't become durable must not be taken for one that did.
  private func makeDurable(_ path: String, in parent: String) throws(Failure) {
    do throws(Failure) { try flushFolder(parent) } catch {
      rmdir(path)
      throw error
    }
  }

  private func flushFolder(_ path: String) throws(Failure) {
    try flush(try open(path, O_RDONLY | O_DIRECTORY), path)
  }

  private func open(_ path: String, _ flags: Int32) throws(Failure) -> FileDescriptor {
    try Failure.at(path) { () throws(SystemError) in try FileDescriptor(opening: path, flags) }
  }

  /// Not by `SystemError.check`, which tries again after EINTR.
  private func flush(_ descriptor: borrowing FileDescriptor, _ path: String) throws(Failure) {
    guard flush(descriptor.number) != 0 else { return }
    throw Failure(SystemError(errnoOf: "fsync"), at: path)
  }

  private static func folder(_ number: Int) -> String {
    "evidence/\(String(number / 1000).padded(to: 3))"
  }
}

extension EvidenceFolder {
  /// What is in `folder`, as paths relative to the store in the order of their names.
  ///
  /// A file in place of a folder is its own only entry.
  func entries(of folder: String) throws(Failure) -> [String] {
    guard type(of: folder) == S_IFDIR else { return [folder] }
    let path = "\(root)/\(folder)"
    let names = try Failure.at(path) { () throws(SystemError) in
      try Folder.names(in: path)
    }
    return names.map { "\(folder)/\($0)" }
  }

  /// Whether `file` is a file, and not a link, a folder or a device.
  func isPlainFile(_ file: String) -> Bool { type(of: file) == S_IFREG }

  private func type(of file: String) -> mode_t {
    var facts = stat()
    return lstat("\(root)/\(file)", &facts) == 0 ? facts.st_mode & S_IFMT : 0
  }
}
