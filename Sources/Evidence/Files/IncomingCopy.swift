import CLinux
import Core
import Glibc
import System

/// A file that is being copied into the store, a slice at a time; nothing of the store until it is placed.
///
/// What it reads is a plain file, so that no slice waits for somebody to write; and one that changes meanwhile is no
/// copy of anything.
package struct IncomingCopy: ~Copyable {
  /// The largest file that is taken in, in bytes.
  package static let largest = 200_000_000
  /// So much is read and written at once.
  package static let slice = 1 << 18
  /// So many slices may be on their way to the medium before the next waits for the first of them.
  private static let slicesUnderWay = 4

  /// What the file is called.
  package let name: String
  /// The bytes that were copied.
  private(set) var byteCount: Int
  private(set) var head: [UInt8]
  let file: FileDescriptor
  private let source: FileDescriptor
  private let beginning: stat
  private var digest: Digest
  private var keys: PrivateKeySearch
  private let path: String

  /// Begins to copy `source`, called `name`, of at most so many bytes, to `path`, where nothing is.
  init(
    of source: consuming FileDescriptor, called name: String, to path: String,
    on medium: any Medium, atMost limit: Int = largest
  ) throws(Failure) {
    let facts = try IncomingCopy.facts(of: source, name)
    try IncomingCopy.require(facts, name, atMost: limit)
    let file = try IncomingCopy.made(path, on: medium)
    self.name = name
    self.path = path
    self.file = file
    self.source = source
    beginning = facts
    byteCount = 0
    head = []
    digest = Digest()
    keys = PrivateKeySearch()
  }

  /// Bytes that the file had when its copy began.
  package var wantedByteCount: Int { Int(beginning.st_size) }

  /// What it is, by its first bytes.
  package var kind: ImportedKind { ImportedKind(head: head) }

  /// The SHA-256 of what was copied, in hexadecimal.
  package var sha256: String { digest.soFar }

  /// Copies one slice more.
  ///
  /// - Returns: whether that was the last.
  mutating func advance(on medium: any Medium) throws(Failure) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: IncomingCopy.slice, alignment: 4096)
    defer { buffer.deallocate() }
    let count: Int
    do throws(SystemError) { count = try IncomingCopy.read(source, into: buffer, byteCount) } catch
    {
      throw .refused(.importUnreadable(name.printable, error.reason))
    }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    guard !keys.finds(in: bytes) else {
      throw .refused(
        Phrase(
          "import.private-key",
          """
          \(name.printable) has a private key in it, and what is imported leaves by exports: it stays where it is.
          """))
    }
    do throws(SystemError) { try medium.writeAll(bytes, to: file) } catch {
      throw Failure(error, at: path)
    }
    digest.update(bytes)
    if head.count < ImportedKind.headByteCount {
      head += bytes.prefix(ImportedKind.headByteCount - head.count)
    }
    linux_write_behind(file.number, byteCount, count, IncomingCopy.window)
    byteCount += count
    guard byteCount <= wantedByteCount else { throw .refused(.importChanged(name.printable)) }
    guard count == 0 else { return false }
    try checkUnchanged()
    return true
  }

  /// Whoever handed the file over may have moved its position, and may still do so.
  private static func read(
    _ source: borrowing FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, _ offset: Int
  ) throws(SystemError) -> Int {
    let number = source.number
    return try SystemError.check("pread") {
      pread(number, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  /// The empty file `path`; what stands there already and could not be removed is in the way of this import, and no
  /// fault of the store.
  private static func made(_ path: String, on medium: any Medium) throws(Failure) -> FileDescriptor
  {
    do throws(SystemError) {
      return try medium.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
    } catch {
      throw error.code == EEXIST
        ? .refused(Phrase("import.in-the-way", "\(path) is in the way of an import; remove it."))
        : Failure(error, at: path)
    }
  }

  /// The size of the picture that was copied, as far as `measure` tells by its beginning.
  borrowing func size(by measure: (UnsafeRawBufferPointer) -> PictureSize?) -> PictureSize? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(byteCount, IncomingCopy.headerLimit), alignment: 16)
    defer { buffer.deallocate() }
    let count = pread(file.number, buffer.baseAddress, buffer.count, 0)
    return count > 0 ? measure(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
  }

  /// A picture's header is no longer, whatever profiles and previews it has.
  private static let headerLimit = 1 << 20
  private static var window: Int { slicesUnderWay * slice }

  /// A file that somebody writes to is not copied as it was at any moment.
  private func checkUnchanged() throws(Failure) {
    let facts = try IncomingCopy.facts(of: source, name)
    let isSame =
      byteCount == wantedByteCount && facts.st_size == beginning.st_size
      && facts.st_mtim.tv_sec == beginning.st_mtim.tv_sec
      && facts.st_mtim.tv_nsec == beginning.st_mtim.tv_nsec
    if !isSame { throw .refused(.importChanged(name.printable)) }
  }

  /// Refuses the open file `source`, called `name`, where it is nothing to copy: before anybody reads it.
  package static func require(
    _ source: borrowing FileDescriptor, called name: String
  ) throws(Failure) {
    try require(try facts(of: source, name), name)
  }

  private static func facts(
    of source: borrowing FileDescriptor, _ name: String
  ) throws(Failure) -> stat {
    var facts = stat()
    guard fstat(source.number, &facts) == 0 else {
      throw .refused(.importUnreadable(name.printable, SystemError(errnoOf: "fstat").reason))
    }
    return facts
  }

  private static func require(
    _ facts: stat, _ name: String, atMost limit: Int = largest
  ) throws(Failure) {
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw .refused(
        .importNoFile(name.printable, OwnPlace.word(for: facts.st_mode & S_IFMT)))
    }
    guard facts.st_size > 0 else {
      throw .refused(Phrase("import.empty", "\(name.printable) is empty."))
    }
    guard facts.st_size <= limit else {
      throw .refused(
        Phrase("import.too-large", "\(name.printable) is larger than \(limit / 1_000_000) MB."))
    }
  }
}

extension Phrase {
  package static func importUnreadable(_ name: String, _ reason: String) -> Phrase {
    Phrase("import.unreadable", "\(name) can't be read: \(reason).")
  }

  package static func importNoFile(_ name: String, _ kind: Phrase) -> Phrase {
    Phrase("import.no-file", "\(name) is \(kind), and only files are imported.")
  }

  static func importChanged(_ name: String) -> Phrase {
    Phrase(
      "import.changed",
      "\(name) was changed while it was copied; import it again when nobody writes to it.")
  }
}
