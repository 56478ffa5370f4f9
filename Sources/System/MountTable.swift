import Core
import Glibc

/// The file systems that a process of ours sees mounted, as the kernel tells it (proc_pid_mountinfo(5)).
package struct MountTable {
  /// One of them.
  package struct Mount {
    /// The kernel's number of it.
    package let id: Substring
    /// `MAJOR:MINOR` of its device.
    package let device: Substring
    /// Where it is, as people know the path.
    package let place: String
    /// The kind of it, such as `vfat`.
    package let type: Substring
  }

  /// So many bytes of it are read.
  private static let longest = 1 << 24

  private let lines: [Substring]

  /// What stands in `text`.
  package init(_ text: String) {
    lines = text.split(separator: "\n")
  }

  /// The one below `root`, which is nothing, or a test's folder; it is empty where it can't be read.
  package init(below root: String = "") {
    let path = "\(root)/proc/self/mountinfo"
    let bytes = (try? File.bytes(at: path, limit: MountTable.longest)) ?? nil
    self.init(String(decoding: bytes ?? [], as: UTF8.self))
  }

  /// The first mount that is such.
  package func first(where isSuch: (Mount) -> Bool) -> Mount? {
    lines.lazy.compactMap(MountTable.mount).first(where: isSuch)
  }

  /// The mount of a line; nil where it is none of this table.
  ///
  /// Behind a dash, after fields of any number, is the type.
  private static func mount(_ line: Substring) -> Mount? {
    let fields = line.split(separator: " ")
    guard fields.count > 4, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else {
      return nil
    }
    return Mount(
      id: fields[0], device: fields[2], place: MountTable.read(fields[4]),
      type: fields[dash + 1])
  }

  /// The path that `field` spells: what would part fields or lines stands there as a back slash and three octal digits.
  private static func read(_ field: Substring) -> String {
    var (bytes, rest) = ([UInt8](), Array(field.utf8)[...])
    while let byte = rest.first {
      let spelt = byte == UInt8(ascii: "\\") ? octal(rest.dropFirst().prefix(3)) : nil
      bytes.append(spelt ?? byte)
      rest = rest.dropFirst(spelt == nil ? 1 : 4)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The byte that three octal `digits` are; nil where they are none.
  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 3, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "7")).contains)
    else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}
