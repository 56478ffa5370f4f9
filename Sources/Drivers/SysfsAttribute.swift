import Core
import Glibc
import System

/// One attribute of a device in sysfs: a small text that the kernel makes at each read.
///
/// It stays open, so that reading it again is one system call.
package struct SysfsAttribute: ~Copyable {
  /// More than any name, number or matrix has; the kernel's own limit is a page.
  static let byteLimit = 512

  private let file: FileDescriptor

  /// Opens the attribute at `path` with `O_RDONLY` or `O_WRONLY`.
  init(opening path: String, _ flags: Int32) throws(SystemError) {
    file = try FileDescriptor(opening: path, flags)
  }

  /// Reads the attribute at `path` once.
  static func text(at path: String) throws(SystemError) -> String {
    try SysfsAttribute(opening: path, O_RDONLY).text()
  }

  /// Reads the attribute at `path` once; nil where the driver has none or does not let us.
  package static func textIfReadable(at path: String, limit: Int = byteLimit) -> String? {
    do throws(SystemError) {
      return try SysfsAttribute(opening: path, O_RDONLY).text(limit: limit)
    } catch {
      return nil
    }
  }

  /// Writes the attribute at `path` once.
  static func write(_ text: String, at path: String) throws(SystemError) {
    try SysfsAttribute(opening: path, O_WRONLY).write(text)
  }

  /// Text of the attribute now, without the end of the line.
  ///
  /// May block for as long as the driver asks its chip.
  ///
  /// - Parameter limit: bytes that are read at most.
  func text(limit: Int = byteLimit) throws(SystemError) -> String {
    let descriptor = file.number
    var text = ""
    try SystemError.check("pread") {
      withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { buffer in
        // An attribute is made anew only when it is read from its beginning.
        let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
        text = Self.firstLine(of: buffer.prefix(max(count, 0)))
        return count
      }
    }
    return text
  }

  /// Hands `text` to the driver in one piece.
  func write(_ text: String) throws(SystemError) {
    let descriptor = file.number
    let bytes = Array(text.utf8)
    try SystemError.check("pwrite") { pwrite(descriptor, bytes, bytes.count, 0) }
  }

  private static func firstLine(of bytes: Slice<UnsafeMutableRawBufferPointer>) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

/// Attributes of a device that were changed for a time: what they said before is written back in the
/// end, the last first.
struct TemporarySettings: ~Copyable {
  private var loans: [(path: String, text: String)] = []

  init() {}

  deinit {
    // A device that has gone takes its settings with it, and what it refuses can't be helped.
    for loan in loans.reversed() { try? SysfsAttribute.write(loan.text + "\n", at: loan.path) }
  }

  /// Writes `text` to the attribute at `path`, unless it says that already.
  mutating func set(_ text: String, at path: String) throws(SystemError) {
    let before = SysfsAttribute.textIfReadable(at: path)
    guard before != text else { return }
    try SysfsAttribute.write(text + "\n", at: path)
    guard let before, !loans.contains(where: { $0.path == path }) else { return }
    loans.append((path, before))
  }

  /// Writes `text` to the attribute at `path` if the driver has one that takes it.
  ///
  /// - Returns: whether it did.
  @discardableResult
  mutating func setIfPossible(_ text: String, at path: String) -> Bool {
    do throws(SystemError) {
      try set(text, at: path)
      return true
    } catch {
      return false
    }
  }
}

extension Double {
  /// The greatest number that is believed of a device.
  static let sysfsLimit = 1e10

  /// A decimal number as drivers write it, blanks around it allowed; nil for anything else.
  init?(sysfs text: some StringProtocol) {
    let blanks = text.drop { $0 == " " }
    guard let last = blanks.lastIndex(where: { $0 != " " }),
      let number = Double(blanks[...last]), abs(number) <= Self.sysfsLimit
    else { return nil }
    self = number
  }
}
