import CLinux
import Core
import Glibc
import System

/// What a store lies on: the calls that change files and folders, and those that tell what is really there.
///
/// Each is one call of the system, which is also what it does unless somebody puts another medium here. A call that
/// is not among them says only what the kernel has in memory, and that is enough for whoever asks it.
package protocol Medium: AnyObject {
  /// Name of the SQLite VFS by which databases are opened (<https://sqlite.org/vfs.html>); nil: the system's.
  var databaseVFS: String? { get }

  /// Opens `path` with open(2), to write to it or to make it.
  func open(_ path: String, _ flags: Int32, mode: mode_t) throws(SystemError) -> FileDescriptor
  /// Writes some of `bytes` with write(2), and says how many.
  func write(
    _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor
  ) throws(SystemError) -> Int
  /// Attaches `value` to the open file under `name` with fsetxattr(2).
  func setAttribute(
    _ name: String, _ value: [UInt8], of file: borrowing FileDescriptor
  ) throws(SystemError)
  /// Makes a file, or the names in a folder, durable with fsync(2).
  ///
  /// It is not tried again, whatever it says: the kernel may have marked the lost pages clean, and a second flush
  /// would succeed over them.
  func flush(_ file: borrowing FileDescriptor) throws(SystemError)

  /// Has the bytes of the open file begin their way to the medium, which its `flush` then waits for less long.
  func beginFlush(_ file: borrowing FileDescriptor)

  /// Reads at most as many bytes of the open file as there is room for; 0 is the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, from file: borrowing FileDescriptor
  ) throws(SystemError) -> Int
  /// Has what is read of the open file next come from the medium, as far as it was flushed.
  func forget(_ file: borrowing FileDescriptor)
  /// Has the beginning of the open file fetched, without waiting for it: the kernel limits how much.
  func fetch(_ file: borrowing FileDescriptor)
  /// The names of what is in the folder `path`, in their order.
  func names(in path: String) throws(SystemError) -> [String]

  /// Throws where this user may not read the names in the folder `path`, or make new ones, by faccessat(2).
  func checkUse(of path: String) throws(SystemError)

  /// Makes the folder `path` with mkdir(2).
  func makeFolder(_ path: String) throws(SystemError)
  /// Removes the empty folder `path` with rmdir(2).
  func removeFolder(_ path: String) throws(SystemError)
  /// Renames a file with rename(2).
  func rename(_ path: String, to other: String) throws(SystemError)
  /// Removes the name of a file with unlink(2).
  func unlink(_ path: String) throws(SystemError)
  /// Makes a symbolic link to `target` with symlink(2).
  func link(_ path: String, to target: String) throws(SystemError)
}

extension Medium {
  package var databaseVFS: String? { nil }

  package func open(
    _ path: String, _ flags: Int32, mode: mode_t
  ) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: path, flags, mode: mode)
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    try file.write(bytes)
  }

  package func setAttribute(
    _ name: String, _ value: [UInt8], of file: borrowing FileDescriptor
  ) throws(SystemError) {
    let number = file.number
    try SystemError.check("fsetxattr") { fsetxattr(number, name, value, value.count, 0) }
  }

  package func flush(_ file: borrowing FileDescriptor) throws(SystemError) {
    guard fsync(file.number) == 0 else { throw SystemError(errnoOf: "fsync") }
  }

  package func beginFlush(_ file: borrowing FileDescriptor) {
    // Where a file system has no such call, the flush does all of it; what goes wrong here it reports.
    _ = linux_begin_flush(file.number)
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, from file: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    try file.read(into: buffer)
  }

  package func forget(_ file: borrowing FileDescriptor) {
    posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
  }

  package func fetch(_ file: borrowing FileDescriptor) {
    posix_fadvise(file.number, 0, 0, POSIX_FADV_WILLNEED)
  }

  package func names(in path: String) throws(SystemError) -> [String] {
    try Folder.names(in: path)
  }

  package func checkUse(of path: String) throws(SystemError) {
    try SystemError.check("faccessat") {
      faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS)
    }
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    try SystemError.check("mkdir") { mkdir(path, 0o750) }
  }

  package func removeFolder(_ path: String) throws(SystemError) {
    try SystemError.check("rmdir") { rmdir(path) }
  }

  package func rename(_ path: String, to other: String) throws(SystemError) {
    try SystemError.check("rename") { Glibc.rename(path, other) }
  }

  package func unlink(_ path: String) throws(SystemError) {
    try SystemError.check("unlink") { Glibc.unlink(path) }
  }

  package func link(_ path: String, to target: String) throws(SystemError) {
    try SystemError.check("symlink") { symlink(target, path) }
  }
}

extension Medium {
  /// Writes all of `bytes`, calling write(2) as often as it takes.
  package func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: borrowing FileDescriptor
  ) throws(SystemError) {
    try bytes.writeAll { rest throws(SystemError) in try write(rest, to: file) }
  }

  /// Writes a copy of all of `bytes`: Swift 6.3 breaks off on a closure with typed errors given to
  /// `withUnsafeBytes`.
  package func writeAll(_ bytes: [UInt8], to file: borrowing FileDescriptor) throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
    try writeAll(UnsafeRawBufferPointer(buffer), to: file)
  }

  /// Makes the folder `path`, whose name in the folder `parent` is durable when this returns.
  ///
  /// - Returns: whether it is new; what was there already stays as it is, and nobody knows whether it is durable.
  func makeDurableFolder(_ path: String, in parent: String) throws(Failure) -> Bool {
    do throws(SystemError) { try makeFolder(path) } catch {
      guard error.code == EEXIST else { throw Failure(error, at: path) }
      return false
    }
    do throws(SystemError) { try flushFolder(parent) } catch {
      // The next try must not take it for a durable one. If it stays all the same, the next start flushes its name.
      try? removeFolder(path)
      throw Failure(error, at: parent)
    }
    return true
  }

  /// Makes the names in the folder `path` durable.
  package func flushFolder(_ path: String) throws(SystemError) {
    try flush(try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY))
  }
}

/// The system's own calls.
package final class SystemMedium: Medium {
  /// They need nothing.
  package init() {}
}
