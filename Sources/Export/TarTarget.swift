import Core
import Evidence
import Glibc
import System

/// An export as a tar archive into a stream, which nobody can read back (POSIX.1-2024, pax Interchange Format).
final class TarTarget: ExportTarget {
  /// What all files are in, so that unpacking leaves one folder.
  static let folder = "exhibit"

  let isFolder = false
  let keeping = ExportKeeping.stream
  private let descriptor: Int32
  private let reader = ContentReader()
  private let digest = StreamDigest()

  /// - Parameter descriptor: where the archive goes; it stays the caller's.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func earlierNames(in folder: String) -> [String] { [] }
  func earlierByteCount(of name: String) -> Int? { nil }
  func discard() {}

  func add(_ entry: ExportEntry) throws(Failure) {
    let header = TarHeader("\(TarTarget.folder)/\(entry.name)", entry.byteCount, entry.seconds)
    try write(header.bytes)
    digest.begin()
    var rest = entry.byteCount
    try reader.read(entry.content) { (bytes) throws(Failure) in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(rest))
      digest.update(bytes)
      rest -= bytes.count
      try write(bytes)
    }
    // An archive that says something else than it has is no archive: it ends here.
    guard rest == 0, digest.finish() == entry.sha256 else {
      throw Failure(.store, .exportChanging(entry.name))
    }
    try write([UInt8](repeating: 0, count: TarHeader.padding(after: entry.byteCount)))
  }

  func replace(_ entry: ExportEntry) throws(Failure) { try add(entry) }

  /// Ends the archive; nothing is read back.
  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase] {
    try write([UInt8](repeating: 0, count: 2 * TarHeader.blockByteCount))
    return [:]
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    try reader.read(.bytes(bytes)) { (bytes) throws(Failure) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes
    do throws(SystemError) {
      while !rest.isEmpty {
        let count = try SystemError.check("write") {
          Glibc.write(descriptor, rest.baseAddress, rest.count)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    } catch {
      throw Failure(
        .store, Phrase("export.stream", "The archive can't be written: \(error.reason)."),
        cause: error)
    }
  }
}

/// What stands before a file in a tar archive: a header of POSIX, and before that one of pax where it can't say all.
struct TarHeader {
  static let blockByteCount = 512
  /// What a header of POSIX has room for.
  private static let longestName = 100
  private static let largestFile = 0o77_777_777_777

  private let name: String
  private let byteCount, seconds: Int

  init(_ name: String, _ byteCount: Int, _ seconds: Int) {
    self.name = name
    self.byteCount = byteCount
    self.seconds = seconds
  }

  /// All of it, in whole blocks.
  var bytes: [UInt8] {
    let isPlain = name.utf8.count <= TarHeader.longestName && name.utf8.allSatisfy { $0 < 0x80 }
    var records: [UInt8] = []
    if !isPlain { records += TarHeader.record("path", name) }
    if byteCount > TarHeader.largestFile { records += TarHeader.record("size", String(byteCount)) }
    let plain = TarHeader.block(isPlain ? name : "exhibit/file", byteCount, seconds, type: "0")
    guard !records.isEmpty else { return plain }
    let padding = [UInt8](repeating: 0, count: TarHeader.padding(after: records.count))
    return TarHeader.block("exhibit/name", records.count, seconds, type: "x") + records + padding
      + plain
  }

  /// How many bytes fill the last block of so many.
  static func padding(after byteCount: Int) -> Int {
    (blockByteCount - byteCount % blockByteCount) % blockByteCount
  }

  /// `LENGTH KEYWORD=VALUE` and a line feed, of which the length counts itself.
  private static func record(_ keyword: String, _ value: String) -> [UInt8] {
    let rest = " \(keyword)=\(value)\n"
    var length = rest.utf8.count
    while String(length).utf8.count + rest.utf8.count != length {
      length = String(length).utf8.count + rest.utf8.count
    }
    return Array("\(length)\(rest)".utf8)
  }

  private static func block(
    _ name: String, _ byteCount: Int, _ seconds: Int, type: Unicode.Scalar
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockByteCount)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    for (offset, value) in [(100, 0o644), (108, 0), (116, 0)] { put(octal(value, 7), at: offset) }
    put(octal(min(byteCount, largestFile), 11), at: 124)
    put(octal(seconds, 11), at: 136)
    put("        ", at: 148)
    put(String(type), at: 156)
    put("ustar\u{0}00", at: 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
    return block
  }

  private static func octal(_ value: Int, _ digits: Int) -> String {
    String(value, radix: 8).padded(to: digits)
  }
}

extension ExportEntry {
  /// When it was taken, in seconds since 1970 began; then itself where nobody knows, or it was before.
  var seconds: Int { max(0, (time?.microseconds ?? 0) / 1_000_000) }
}

extension Phrase {
  static func exportChanging(_ name: String) -> Phrase {
    Phrase(
      "export.changing",
      "\(name) changed while it was exported. Nobody should change files of a store; export again.")
  }
}
