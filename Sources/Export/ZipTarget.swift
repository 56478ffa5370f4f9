import Core
import Evidence
import Glibc
import System

/// An export as a ZIP archive, which is written under another name until all of it is read back.
final class ZipTarget: ExportTarget {
  let isFolder = false
  let keeping: ExportKeeping
  private let path: String
  private let unfinished: String
  private let medium: any Medium
  private let file: FileDescriptor
  private let reader = ContentReader()
  private let digest = StreamDigest()
  private var index = ZipIndex()
  private var added: [(entry: ExportEntry, member: ZipMember)] = []
  private var offset = 0

  /// Begins the archive `path`, beside the store in `store`.
  init(_ path: String, besideStore store: String, on medium: any Medium) throws(Failure) {
    self.path = path
    unfinished = path + UnfinishedFiles.prefix
    self.medium = medium
    guard access(path, F_OK) != 0 else { throw Failure(.store, .exportIsThere(path)) }
    do throws(SystemError) {
      file = try medium.open(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
    } catch {
      throw Failure(exporting: error, to: path)
    }
    keeping = ExportKeeping(of: unfinished, beside: store)
  }

  func earlierNames(in folder: String) -> [String] { [] }
  func earlierByteCount(of name: String) -> Int? { nil }
  func replace(_ entry: ExportEntry) throws(Failure) { try add(entry) }
  func discard() { try? medium.unlink(unfinished) }

  func add(_ entry: ExportEntry) throws(Failure) {
    var member = ZipMember(
      name: "\(TarTarget.folder)/\(entry.name)", byteCount: entry.byteCount, offset: offset,
      time: entry.time)
    let start = offset
    try write(index.localHeader(of: member))
    let content = offset
    digest.begin()
    try reader.read(entry.content) { (bytes) throws(Failure) in
      digest.update(bytes)
      member.checksum.update(bytes)
      try write(bytes)
    }
    guard offset - content == entry.byteCount, digest.finish() == entry.sha256
    else { throw Failure(.store, .exportChanging(entry.name)) }
    // The checksum is known now, and has its place in the header.
    let end = offset
    seek(to: start)
    try write(index.localHeader(of: member))
    seek(to: end)
    index.add(member)
    added.append((entry, member))
  }

  /// Ends the archive, reads it back, and gives it its name if all of it is right.
  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase] {
    let end = offset
    try write(index.directory(at: end))
    try attempt { () throws(SystemError) in try medium.flush(file) }
    medium.forget(file)
    for (index, (entry, member)) in added.enumerated() {
      guard try isWhole(entry, member) else {
        throw Failure(.store, .exportDiffers("\(path): \(entry.name)"))
      }
      progress(index + 1)
    }
    guard try bytes(from: end) == index.directory(at: end) else {
      throw Failure(.store, .exportDiffers(path))
    }
    try attempt { () throws(SystemError) in
      try medium.rename(unfinished, to: path)
      try medium.flushFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }
    return [:]
  }

  /// Whether `entry` is on the medium, and before it what says so.
  private func isWhole(_ entry: ExportEntry, _ member: ZipMember) throws(Failure) -> Bool {
    let header = index.localHeader(of: member)
    lseek(file.number, off_t(member.offset), SEEK_SET)
    guard try someBytes(atMost: header.count) == header else { return false }
    digest.begin()
    var rest = entry.byteCount
    while rest > 0 {
      let bytes = try someBytes(atMost: min(rest, ZipTarget.blockByteCount))
      guard !bytes.isEmpty else { return false }
      bytes.withUnsafeBytes { digest.update($0) }
      rest -= bytes.count
    }
    return digest.finish() == entry.sha256
  }

  /// The rest of the archive from `place` on, in which its directory is.
  private func bytes(from place: Int) throws(Failure) -> [UInt8] {
    lseek(file.number, off_t(place), SEEK_SET)
    var all: [UInt8] = []
    while true {
      let bytes = try someBytes(atMost: ZipTarget.blockByteCount)
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  private func someBytes(atMost count: Int) throws(Failure) -> [UInt8] {
    try attempt { () throws(SystemError) in try file.someBytes(atMost: count) }
  }

  private func seek(to place: Int) {
    lseek(file.number, off_t(place), SEEK_SET)
    offset = place
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    try attempt { () throws(SystemError) in try medium.writeAll(bytes, to: file) }
    offset += bytes.count
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try attempt { () throws(SystemError) in try medium.writeAll(bytes, to: file) }
    offset += bytes.count
  }

  private func attempt<Answer>(
    _ body: () throws(SystemError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(SystemError) { return try body() } catch {
      throw Failure(exporting: error, to: path)
    }
  }

  private static let blockByteCount = 1 << 20
}

extension Phrase {
  static func exportIsThere(_ path: String) -> Phrase {
    Phrase(
      "export.is-there", "{1} is there already; nothing was written. Name another file.", path)
  }
}
