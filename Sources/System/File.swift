import Core
import Glibc

/// A whole file at once.
package enum File {
  private static let pieceByteCount = 65536

  /// The bytes of the file `path`, or nil if there are more than `limit`.
  ///
  /// Blocks on the disk, but not on a named pipe, which nobody may ever write to.
  package static func bytes(at path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let more = try file.someBytes(atMost: pieceByteCount)
      if more.isEmpty { return bytes }
      bytes += more
    }
    return nil
  }
}
