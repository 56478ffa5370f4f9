import Core
import Glibc
import System

/// One look through the bytes of a file: whether it is a whole JPEG picture.
///
/// Whole means that it begins with the marker SOI and ends with EOI (ITU-T T.81, table B.1). Zeros
/// after EOI are allowed: cameras pad their frames with them.
struct PictureScan {
  /// How many bytes there were.
  private(set) var byteCount = 0
  private var beginning: [UInt8] = []
  /// The last two bytes, the zeros at the end left aside.
  private var ending: (UInt8, UInt8) = (0, 0)
  private var newest: UInt8 = 0

  /// Whether nothing of the picture is missing.
  var isWhole: Bool { beginning == [0xFF, 0xD8] && ending == (0xFF, 0xD9) }

  /// Takes in `bytes`, which follow those before.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    beginning += bytes.prefix(2 - beginning.count)
    if let last = bytes.lastIndex(where: { $0 != 0 }) {
      ending = (last > 0 ? bytes[last - 1] : newest, bytes[last])
    }
    newest = bytes.last ?? newest
    byteCount += bytes.count
  }

  /// The size and digest of the file `path`, or nothing if it isn't a whole picture; blocks on the disk.
  static func file(_ path: String) throws(SystemError) -> (byteCount: Int, sha256: String)? {
    let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    defer { buffer.deallocate() }
    var scan = PictureScan()
    var digest = Digest()
    while true {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(try descriptor.read(into: buffer))])
      if bytes.isEmpty { break }
      scan.update(bytes)
      digest.update(bytes)
    }
    return scan.isWhole ? (scan.byteCount, digest.finish()) : nil
  }
}
