import Core
import Glibc
import System

/// One look at a file that no row vouches for: whether it is a whole picture on the medium, not only in memory.
enum FileExamination {
  /// All of it can be decoded.
  case whole(PictureSize, sha256: String, byteCount: Int, FileFacts?)
  /// It can be read, and is no whole picture.
  case incomplete(byteCount: Int)
  /// It can't be read.
  case unreadable(SystemError)
  /// It is too large for a camera's picture.
  case oversized(byteCount: Int)

  /// No camera's picture is larger.
  static let largest = 64 << 20

  /// Looks at the file `path`; blocks on the disk, and for as long as a kept frame is checked.
  ///
  /// - Parameter check: says how large a picture in bytes is, or that it is none.
  init(
    of path: String, on medium: any Medium, check: (UnsafeRawBufferPointer) -> PictureSize?
  ) {
    do throws(SystemError) {
      self = try FileExamination.look(at: path, medium, check)
    } catch {
      self = .unreadable(error)
    }
  }

  private static func look(
    at path: String, _ medium: any Medium, _ check: (UnsafeRawBufferPointer) -> PictureSize?
  ) throws(SystemError) -> FileExamination {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var facts = stat()
    try SystemError.check("fstat") { fstat(file.number, &facts) }
    let byteCount = Int(facts.st_size)
    guard byteCount <= largest else { return .oversized(byteCount: byteCount) }
    // After a flush that failed, the kernel's memory has pages that the medium lacks and that count as written.
    try medium.flush(file)
    medium.forget(file)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
    defer { bytes.deallocate() }
    let count = try fill(bytes, from: file, on: medium)
    let read = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    guard let size = check(read) else { return .incomplete(byteCount: count) }
    return .whole(size, sha256: Digest.of(read), byteCount: count, FileFacts(of: file))
  }

  private static func fill(
    _ bytes: UnsafeMutableRawBufferPointer, from file: borrowing FileDescriptor,
    on medium: any Medium
  ) throws(SystemError) -> Int {
    var count = 0
    while count < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
      let more = try medium.read(into: rest, from: file)
      if more == 0 { break }
      count += more
    }
    return count
  }
}
