import Board
import Core
import Evidence
import Glibc
import System

extension ImportFile {
  /// Path that stands for standard input.
  static let input = "-"

  /// Opens the file at `path`; of standard input a copy, for whoever takes it in reads it in their own time, and calls it
  /// `name`.
  static func opened(_ path: String, inputCalled name: String) throws(Failure) -> ImportFile {
    guard path == input else { return try ImportFile(at: path) }
    let source = try file(of: name) { () throws(SystemError) in
      try FileDescriptor(opening: "/dev/stdin", O_RDONLY)
    }
    let copy = try file(of: name, openedBy: NamelessFile.open)
    while try pass(from: source, to: copy, called: name) {
      // Signals wait while files are taken in, and nothing may come for long.
      try BreakOff.check()
    }
    try IncomingCopy.require(copy, called: name)
    return ImportFile(copy, called: name)
  }

  private static func file(
    of name: String, openedBy open: () throws(SystemError) -> FileDescriptor
  ) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      return try open()
    } catch {
      throw .refused(.importUnreadable(name.printable, error.reason))
    }
  }

  /// Copies what comes within a fifth of a second; says whether more may follow: one byte beyond what is taken in is enough.
  private static func pass(
    from source: borrowing FileDescriptor, to copy: borrowing FileDescriptor, called name: String
  ) throws(Failure) -> Bool {
    do throws(SystemError) {
      var request = pollfd(fd: source.number, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 200) != 0 else { return true }
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { buffer.deallocate() }
      let count = try source.read(into: buffer)
      try copy.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      let number = copy.number
      let end = try SystemError.check("lseek") { lseek(number, 0, SEEK_CUR) }
      return count > 0 && end <= IncomingCopy.largest
    } catch {
      throw .refused(.importUnreadable(name.printable, error.reason))
    }
  }
}
