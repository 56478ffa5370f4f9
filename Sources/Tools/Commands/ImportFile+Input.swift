import Board
import Core
import Evidence
import Glibc
import System

extension ImportFile {
  /// What stands for standard input among paths.
  static let input = "-"

  /// Opens the file at `path`; what standard input has is copied first, for the taker reads it when it has time, and calls
  /// it `name`.
  static func opened(_ path: String, inputCalled name: String) throws(Failure) -> ImportFile {
    guard path == input else { return try ImportFile(at: path) }
    let copy: FileDescriptor
    do throws(SystemError) { copy = try copyOfInput() } catch {
      throw .refused(.importUnreadable(name.printable, error.reason))
    }
    try IncomingCopy.require(copy, called: name)
    return ImportFile(copy, called: name)
  }

  /// A file with what standard input has, as far as it may be long, and a little more than that.
  private static func copyOfInput() throws(SystemError) -> FileDescriptor {
    let input = try FileDescriptor(opening: "/dev/stdin", O_RDONLY)
    let copy = try NamelessFile.open()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var (all, count) = (0, 0)
    repeat {
      count = try input.read(into: buffer)
      try copy.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      all += count
    } while count > 0 && all <= IncomingCopy.largest
    let number = copy.number
    try SystemError.check("fchmod") { fchmod(number, 0o644) }
    try SystemError.check("lseek") { lseek(number, 0, SEEK_SET) }
    return copy
  }
}
