import Core
import Drivers
import Glibc
import System

/// How long a medium takes to make a photo durable, tried with a file that has no name any more.
enum CardTrial {
  /// About the size of a photo.
  static let byteCount = 256 * 1024
  /// More photos than that say no more.
  static let roundCount = 5
  /// No further round begins after this time.
  static let patience = Duration.seconds(10)

  /// How long each flush took in `folder`, the shortest first.
  ///
  /// Blocks on the medium. The file is gone at the end, whichever way that comes.
  static func flushes(in folder: String) throws(SystemError) -> [Duration] {
    let file = try namelessFile(in: folder)
    let end = Clock.now + patience
    var flushes: [Duration] = []
    repeat {
      flushes.append(try flush(to: file))
    } while flushes.count < roundCount && Clock.now < end
    return flushes.sorted()
  }

  private static func namelessFile(in folder: String) throws(SystemError) -> FileDescriptor {
    let path = "\(folder)/.doctor-\(getpid())"
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    unlink(path)
    return file
  }

  private static func flush(to file: borrowing FileDescriptor) throws(SystemError) -> Duration {
    let start = Clock.now
    try write(to: file)
    let descriptor = file.number
    try SystemError.check("fsync") { fsync(descriptor) }
    return Clock.now - start
  }

  private static func write(to file: borrowing FileDescriptor) throws(SystemError) {
    // Nothing that a card could store as a run of zeros.
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try file.writeAll(UnsafeRawBufferPointer(buffer))
  }
}
