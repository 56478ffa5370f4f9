import Core
import Glibc

/// A whole file at once.
public enum File {
  /// The bytes of the file `path`; nil if there are more than `limit`. Blocks on the disk.
  public static func bytes(at path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = try FileDescriptor(opening: path, O_RDONLY)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let count = try file.read(into: buffer)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }
}
