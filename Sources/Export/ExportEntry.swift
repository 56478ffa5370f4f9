import Core
import Evidence
import Glibc
import System

/// One file of an export, before it is written.
struct ExportEntry {
  /// Its path in the export, parts separated by slashes.
  let name: String
  /// What it holds.
  let content: ExportContent
  /// How many bytes that is.
  let byteCount: Int
  /// Their SHA-256.
  let sha256: String
  /// When it was taken, where it is a picture whose time is known.
  var time: KnownTime?
  /// Whether it is evidence as it was stored: another file of its name is never written over.
  var isOriginal = false

  /// A file with these `bytes`.
  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    content = .bytes(bytes)
    byteCount = bytes.count
    sha256 = Digest.of(bytes)
  }

  /// A file with this `content`, which was looked through before.
  init(_ name: String, _ content: ExportContent, byteCount: Int, sha256: String) {
    self.name = name
    self.content = content
    self.byteCount = byteCount
    self.sha256 = sha256
  }
}

/// `list.jsonl`: all files of an export, and what it lacks on purpose; by its digest the store's records prove the export.
final class FileList {
  static let file = "\(PieceSource.proof)/\(FileListReader.file)"
  /// What can't be in the list: the records that have its digest, and their head.
  static let records = "\(PieceSource.proof)/\(Bundle.records)"
  static let head = "\(PieceSource.proof)/\(Bundle.head)"

  /// Lines of what was written, by its name, and of what is left out, in its order.
  private let files, absences: SortedLines
  private var absenceCount = 0

  /// Nothing yet.
  init() throws(Failure) { (files, absences) = (try SortedLines(), try SortedLines()) }

  /// How many files it lists.
  func fileCount() throws(Failure) -> Int { try files.count() }

  /// Takes in `entry`, in place of what had its name before.
  func add(_ entry: ExportEntry) throws(Failure) {
    if [FileList.file, FileList.records, FileList.head].contains(entry.name) { return }
    try add(ExportedFile.Part(path: entry.name, byteCount: entry.byteCount, sha256: entry.sha256))
  }

  /// Takes in `file`, which is there.
  func add(_ file: ExportedFile.Part) throws(Failure) {
    let line = ListLine.file(path: file.path, byteCount: file.byteCount, sha256: file.sha256)
    try files.put(line.line, at: 0, file.path)
  }

  /// Takes in what is left out.
  func add(_ absence: ListLine) throws(Failure) {
    absenceCount += 1
    try absences.put(absence.line, at: absenceCount)
  }

  /// It as a file of the export.
  func entry() throws(Failure) -> ExportEntry {
    let text = try ScratchFile()
    for lines in [files, absences] {
      try lines.each { _, _, line throws(Failure) in text.append("\(line)\n") }
    }
    return try text.entry(FileList.file)
  }
}

/// What a file of an export holds.
enum ExportContent {
  case bytes([UInt8])
  case scratch(ScratchFile)
  /// The file at `path`, with `beginning` in place of its first `resumeOffset` bytes.
  case file(path: String, beginning: [UInt8], resumeOffset: Int)
}

/// Reads what is to be written, block by block.
final class ContentReader {
  private static let blockByteCount = 1 << 20

  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: blockByteCount, alignment: 4096)

  deinit { buffer.deallocate() }

  /// Lends all of `content` to `body`, a block after the other; blocks on the disk.
  func read(
    _ content: ExportContent, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    switch content {
    case .bytes(let bytes): try lend(bytes, body)
    case .scratch(let file): try read(file, body)
    case .file(let path, let beginning, let resumeOffset):
      try lend(beginning, body)
      try read(ContentReader.opened(path), at: path, from: resumeOffset, body)
    }
  }

  private func read(
    _ file: ScratchFile, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var offset = 0
    while true {
      let count = try file.read(into: buffer, at: offset)
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }

  /// Lends the rest of the open file, called `path` in errors, or what it has from `offset`.
  func read(
    _ file: borrowing FileDescriptor, at path: String, from offset: Int? = nil,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if let offset { lseek(file.number, off_t(offset), SEEK_SET) }
    while true {
      let count = try someBytes(of: file, path)
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Opens the file at `path` of the store: nothing but a file, and no link to one.
  static func opened(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      var facts = stat()
      try SystemError.check("fstat") { fstat(file.number, &facts) }
      guard facts.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(call: "open", code: EINVAL)
      }
      return file
    } catch {
      throw Failure(.store, .exportUnreadable(path, error.reason), cause: error)
    }
  }

  private func someBytes(of file: borrowing FileDescriptor, _ path: String) throws(Failure) -> Int {
    do throws(SystemError) { return try file.read(into: buffer) } catch {
      throw Failure(.store, .exportUnreadable(path, error.reason), cause: error)
    }
  }

  /// Lends `bytes` in blocks of their own memory, since those of an array can't be lent with typed errors.
  private func lend(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<offset + count])
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }
}

extension Phrase {
  static func exportUnreadable(_ path: String, _ reason: String) -> Phrase {
    Phrase("export.unreadable", "\(path) can't be read: \(reason).")
  }
}
