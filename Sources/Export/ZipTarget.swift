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
  private let directory: ScratchFile
  /// What was added, by its place: see `ZipMember.line`.
  private let added: SortedLines
  private var addedCount = 0
  private var offset = 0

  /// Begins the archive `path`, beside the store in `store`.
  init(_ path: String, besideStore store: String, on medium: any Medium) throws(Failure) {
    self.path = path
    unfinished = path + UnfinishedFiles.prefix
    self.medium = medium
    (directory, added) = (try ScratchFile(), try SortedLines())
    guard access(path, F_OK) != 0 else {
      throw Failure(
        .store,
        Phrase(
          "export.is-there", "\(path) is there already; nothing was written. Name another file."))
    }
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
    try write(ZipIndex.localHeader(of: member))
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
    try write(ZipIndex.localHeader(of: member))
    seek(to: end)
    directory.append(ZipIndex.entry(of: member))
    addedCount += 1
    try added.put(member.line(entry.sha256), at: addedCount, entry.name)
  }

  /// Ends the archive, reads it back, and gives it its name if all of it is right.
  func settle(_ progress: (Int) -> Void) throws(Failure) -> [String: Phrase] {
    let directory = try directory.entry(path)
    let end = ZipIndex.end(at: offset, byteCount: directory.byteCount, count: addedCount)
    let place = offset
    try reader.read(directory.content) { (bytes) throws(Failure) in try write(bytes) }
    try write(end)
    try attempt { () throws(SystemError) in try medium.flush(file) }
    medium.forget(file)
    try added.each { number, name, line throws(Failure) in
      guard let (member, sha256) = ZipMember.parse(line, "\(TarTarget.folder)/\(name)"),
        try isWhole(member, sha256)
      else { throw Failure(.store, .exportDiffers("\(path): \(name)")) }
      progress(number)
    }
    lseek(file.number, off_t(place), SEEK_SET)
    guard try digestOfNext(directory.byteCount) == directory.sha256,
      try someBytes(atMost: ZipTarget.blockByteCount) == end
    else { throw Failure(.store, .exportDiffers(path)) }
    try attempt { () throws(SystemError) in
      try medium.rename(unfinished, to: path)
      try medium.flushFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }
    return [:]
  }

  /// Whether the file `member` with this digest is on the medium, and before it its header.
  private func isWhole(_ member: ZipMember, _ sha256: String) throws(Failure) -> Bool {
    let header = ZipIndex.localHeader(of: member)
    lseek(file.number, off_t(member.offset), SEEK_SET)
    guard try someBytes(atMost: header.count) == header else { return false }
    return try digestOfNext(member.byteCount) == sha256
  }

  /// The digest of the next `count` bytes; of what there is of them where the archive ends before.
  private func digestOfNext(_ count: Int) throws(Failure) -> String {
    digest.begin()
    var rest = count
    while rest > 0 {
      let bytes = try someBytes(atMost: min(rest, ZipTarget.blockByteCount))
      if bytes.isEmpty { break }
      bytes.withUnsafeBytes { digest.update($0) }
      rest -= bytes.count
    }
    return digest.finish()
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

extension ZipMember {
  /// It without its name, and the digest of its bytes, until all is read back.
  fileprivate func line(_ sha256: String) -> String {
    let known = time.map { "\($0.microseconds) \($0.clock.rawValue)" } ?? ""
    return "\(byteCount) \(offset) \(checksum.value) \(sha256) \(known)"
  }

  /// The member called `name` of such a `line`, and that digest.
  fileprivate static func parse(
    _ line: String, _ name: String
  ) -> (member: ZipMember, sha256: String)? {
    let words = line.split(separator: " ")
    guard words.count >= 4, let byteCount = Int(words[0]), let offset = Int(words[1]),
      let value = UInt32(words[2])
    else { return nil }
    let clock = words.count > 5 ? WallTime.Source(rawValue: String(words[5])) : nil
    let time = clock.flatMap { clock in
      Int(words[4]).map { KnownTime(microseconds: $0, clock: clock) }
    }
    let member = ZipMember(
      name: name, byteCount: byteCount, offset: offset, time: time, checksum: Checksum(value))
    return (member, String(words[3]))
  }
}
