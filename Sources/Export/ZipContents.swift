import Core
import Evidence
import Glibc
import System

/// The bundle in a ZIP archive, unpacked: as `ZipTarget` leaves it, or as other programs have packed it anew.
package final class UnpackedBundle {
  /// The folder in which it is; the end of this value removes it.
  package let folder: String

  /// Unpacks the bundle of the archive at `path` into a folder of its own, below that for temporary files; nil where
  /// that is no archive with a bundle in it.
  ///
  /// - Parameter check: called before each block; what it throws ends the work, and nothing is left of it.
  package init?(
    ofArchive path: String, check: () throws(Failure) -> Void = {}
  ) throws(Failure) {
    guard let zip = try ZipContents(at: path) else { return nil }
    let prefix = zip.entries.lazy.map(\.name).first(where: UnpackedBundle.isRecords)
      .map { $0.dropLast(UnpackedBundle.records.count) }
    guard let prefix else { return nil }
    folder = try UnpackedBundle.newFolder()
    for entry in zip.entries where entry.name.hasPrefix(prefix) && !entry.name.hasSuffix("/") {
      let name = String(entry.name.dropFirst(prefix.count))
      try zip.unpack(entry, as: name, in: folder, check)
    }
  }

  deinit { Folder.erase(folder) }

  private static let records = "proof/records.jsonl"

  /// Whether `name` is that of a bundle's records, in whatever case, and not what a system puts beside them.
  private static func isRecords(_ name: String) -> Bool {
    name.lowercased().hasSuffix(records)
      && !name.split(separator: "/").contains { ForeignFile.isOfSystem(String($0)) }
  }

  /// Bundles are large, and `/tmp` may be memory.
  private static func newFolder() throws(Failure) -> String {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(place)/exhibit-bundle-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.store, .zipNoPlace(place, SystemError(errnoOf: "mkdtemp").reason))
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The list of the files in a ZIP archive (APPNOTE.TXT 6.3, 4.3), of which each is stored or deflated.
private struct ZipContents: ~Copyable {
  /// An entry of the central directory.
  struct Entry {
    let name: String
    /// Where its local header begins.
    let offset: Int
    let byteCount: Int
    /// So many bytes it has in the archive.
    let packedByteCount: Int
    let isDeflated: Bool
  }

  let entries: [Entry]
  private let file: FileDescriptor
  private let path: String

  /// No list of an export is nearly as long.
  private static let longestList = 1 << 28
  /// The end has a comment of at most so many bytes.
  private static let longestEnd = 65_557

  /// Reads the list of the archive at `path`; nil where that is none.
  init?(at path: String) throws(Failure) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch { return nil }
    guard ZipContents.bytes(of: file, at: 0, 4) == [0x50, 0x4B, 3, 4],
      let list = ZipContents.list(of: file), let entries = ZipContents.entries(list)
    else { return nil }
    let limit = ZipContents.byteCount(of: file)
    let isRight = entries.allSatisfy { entry, isKnown in
      isKnown && entry.name.isInside && entry.offset < limit && entry.packedByteCount <= limit
    }
    guard isRight else {
      throw .refused(.zipPacked(path.printable))
    }
    self.entries = entries.map(\.entry)
    self.file = file
    self.path = path
  }

  /// Copies the contents of `entry` to the file `name` in `folder`.
  func unpack(
    _ entry: Entry, as name: String, in folder: String, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let header = ZipContents.bytes(of: file, at: entry.offset, 30)
    guard header.count == 30, header.starts(with: [0x50, 0x4B, 3, 4]) else {
      throw .refused(.zipPacked(path.printable))
    }
    let offset = entry.offset + 30 + header.number(at: 26, 2) + header.number(at: 28, 2)
    let portions = ZipPortions(file: file.number, offset: offset, left: entry.packedByteCount)
    let target = try attempt(entry, in: folder) { () throws(SystemError) in
      try ZipContents.made("\(folder)/\(name)", in: folder)
    }
    var (plain, inflater, count) = (portions, Inflater(portions), 0)
    var isOver = false
    while !isOver {
      try check()
      isOver = try attempt(entry, in: folder) { () throws(SystemError) in
        let bytes = entry.isDeflated ? try inflater.next() : try plain.next()
        count += bytes.count
        // No more of it than the list says.
        guard count <= entry.byteCount, !bytes.isEmpty || count == entry.byteCount else {
          throw SystemError(call: "inflate", code: EBADMSG)
        }
        try SystemMedium().writeAll(bytes, to: target)
        return bytes.isEmpty
      }
    }
  }

  private func attempt<Value: ~Copyable>(
    _ entry: Entry, in folder: String, _ work: () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do throws(SystemError) { return try work() } catch {
      if error.code == EBADMSG {
        throw .refused(
          Phrase(
            "zip.damaged",
            "\(path.printable) is damaged: \(entry.name.printable) can't be unpacked."))
      }
      throw Failure(.store, .zipNoPlace(folder, error.reason), cause: error)
    }
  }

  private static func made(
    _ path: String, in folder: String
  ) throws(SystemError) -> FileDescriptor {
    for (index, character) in path.enumerated() where character == "/" && index > folder.count {
      let parent = String(path.prefix(index))
      guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
        throw SystemError(errnoOf: "mkdir")
      }
    }
    return try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
  }

  private static func byteCount(of file: borrowing FileDescriptor) -> Int {
    var facts = stat()
    return fstat(file.number, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// The bytes of the list, by the end of the archive, or the larger end of one with 64 bits.
  private static func list(of file: borrowing FileDescriptor) -> [UInt8]? {
    let byteCount = byteCount(of: file)
    let start = max(0, byteCount - longestEnd)
    let tail = bytes(of: file, at: start, longestEnd)
    guard tail.count >= 22,
      let end = (0...(tail.count - 22)).last(where: { place in
        tail[place...].starts(with: [0x50, 0x4B, 5, 6])
      })
    else { return nil }
    let narrow = (tail.number(at: end + 12, 4), tail.number(at: end + 16, 4))
    let place = wide(file, tail, end) ?? narrow
    guard (0...longestList).contains(place.0), (0..<byteCount).contains(place.1) else { return nil }
    let list = bytes(of: file, at: place.1, place.0)
    return list.count == place.0 ? list : nil
  }

  /// Size and place of the list of an archive with 64 bits.
  private static func wide(
    _ file: borrowing FileDescriptor, _ tail: [UInt8], _ end: Int
  ) -> (Int, Int)? {
    guard end >= 20, tail[(end - 20)...].starts(with: [0x50, 0x4B, 6, 7]) else { return nil }
    let record = bytes(of: file, at: tail.number(at: end - 12, 8), 56)
    guard record.count == 56, record.starts(with: [0x50, 0x4B, 6, 6]) else { return nil }
    return (record.number(at: 40, 8), record.number(at: 48, 8))
  }

  /// The entries of `list`, and whether each is packed in a way that is known; nil where it is no list.
  private static func entries(_ list: [UInt8]) -> [(entry: Entry, isKnown: Bool)]? {
    var (entries, place) = ([(entry: Entry, isKnown: Bool)](), 0)
    while place + 46 <= list.count {
      guard list[place...].starts(with: [0x50, 0x4B, 1, 2]) else { return nil }
      let lengths = [28, 30, 32].map { list.number(at: place + $0, 2) }
      let end = place + 46 + lengths.reduce(0, +)
      guard end <= list.count else { return nil }
      let nameEnd = place + 46 + lengths[0]
      let sizes = sizes(list, place, list[nameEnd..<(nameEnd + lengths[1])])
      let method = list.number(at: place + 10, 2)
      let isKnown = list.number(at: place + 8, 2) & 1 == 0 && [0, deflated].contains(method)
      // Some programs write the separator of their own system.
      let name = String(decoding: list[(place + 46)..<nameEnd], as: UTF8.self)
        .map { $0 == "\\" ? "/" : $0 }
      let entry = Entry(
        name: String(name), offset: sizes[2], byteCount: sizes[0], packedByteCount: sizes[1],
        isDeflated: method == deflated)
      entries.append((entry, isKnown))
      place = end
    }
    return entries
  }

  private static let deflated = 8

  /// Size, size in the archive and place of the entry at `place`, which are in `extra` where they need 64 bits.
  private static func sizes(
    _ list: [UInt8], _ place: Int, _ extra: ArraySlice<UInt8>
  ) -> [Int] {
    var values = [24, 20, 42].map { list.number(at: place + $0, 4) }
    var wide = wideValues(of: Array(extra))[...]
    for index in values.indices where values[index] == 0xFFFF_FFFF {
      values[index] = wide.popFirst() ?? 0
    }
    return values
  }

  private static func wideValues(of extra: [UInt8]) -> [Int] {
    var place = 0
    while place + 4 <= extra.count {
      let length = extra.number(at: place + 2, 2)
      if extra.number(at: place, 2) == 1, place + 4 + length <= extra.count {
        return stride(from: 0, to: length - 7, by: 8).map { extra.number(at: place + 4 + $0, 8) }
      }
      place += 4 + length
    }
    return []
  }

  /// At most `count` bytes at `offset`; none where they can't be read.
  private static func bytes(
    of file: borrowing FileDescriptor, at offset: Int, _ count: Int
  ) -> [UInt8] {
    someBytes(of: file.number, at: offset, count)
  }

  fileprivate static func someBytes(of file: Int32, at offset: Int, _ count: Int) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
    }
  }
}

/// The bytes of a file in an archive as they lie there, one portion after the other.
struct ZipPortions {
  private static let byteCount = 1 << 20

  /// The archive, which somebody else has open.
  let file: Int32
  /// Where the next portion is, and how many bytes are left.
  private(set) var offset, left: Int

  /// The next portion; none at the end.
  mutating func next() throws(SystemError) -> [UInt8] {
    guard left > 0 else { return [] }
    let bytes = ZipContents.someBytes(of: file, at: offset, min(left, ZipPortions.byteCount))
    guard !bytes.isEmpty else { throw SystemError(call: "pread", code: EIO) }
    (offset, left) = (offset + bytes.count, left - bytes.count)
    return bytes
  }
}

extension [UInt8] {
  /// The number of `count` bytes at `place`, the lowest first; one that is too large for us is none.
  fileprivate func number(at place: Int, _ count: Int) -> Int {
    guard place >= 0, place + count <= self.count else { return 0 }
    let number = self[place..<(place + count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }
}

extension String {
  /// Whether it names something below the folder that it is relative to.
  fileprivate var isInside: Bool {
    let name = hasSuffix("/") ? dropLast() : self[...]
    return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !["", ".", ".."].contains(part) && !part.utf8.contains(0)
    }
  }
}

extension Phrase {
  static func zipPacked(_ path: String) -> Phrase {
    Phrase(
      "zip.packed",
      "\(path) was packed in a way that is not known here; unpack it, and name the folder 'exhibit' in it."
    )
  }

  static func zipNoPlace(_ folder: String, _ reason: String) -> Phrase {
    Phrase(
      "zip.no-place",
      "The archive can't be unpacked in \(folder): \(reason). Name a folder with more room in TMPDIR."
    )
  }
}
