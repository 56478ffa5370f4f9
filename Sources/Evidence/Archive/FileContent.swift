import Core
import Glibc
import System

/// What a piece's file holds now, against the digest in its record.
package enum FileContent: Hashable, Sendable {
  /// What was stored.
  case unchanged
  /// Something else, so many bytes with this SHA-256.
  case altered(sha256: String, byteCount: Int)
  /// There is no such file.
  case missing
  /// There is something else than a file, with a word for it.
  case notAFile(Phrase)
  /// It can't be read, for this reason.
  case unreadable(String)

  private static let pieceByteCount = 1 << 16

  /// Reads the file `path`, whose SHA-256 should be `sha256`; blocks on the disk until all of it is read.
  package init(of path: String, expecting sha256: String) {
    do throws(SystemError) {
      self = try FileContent.compare(path, sha256)
    } catch {
      self = FileContent.obstacle(error, path)
    }
  }

  private static func obstacle(_ error: SystemError, _ path: String) -> FileContent {
    guard !error.isAbsence else { return .missing }
    // Links and sockets can't be opened at all.
    let kind = OwnPlace(path: path).kind ?? S_IFREG
    return kind == S_IFREG ? .unreadable(error.reason) : .notAFile(OwnPlace.word(for: kind))
  }

  private static func compare(_ path: String, _ expected: String) throws(SystemError) -> FileContent
  {
    let file = try PieceFile(path)
    guard file.kind == S_IFREG else { return .notAFile(OwnPlace.word(for: file.kind)) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceByteCount, alignment: 16)
    defer { buffer.deallocate() }
    var digest = Digest()
    var byteCount = 0
    while true {
      let count = try file.descriptor.read(into: buffer)
      if count == 0 { break }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      byteCount += count
    }
    let found = digest.finish()
    return found == expected ? .unchanged : .altered(sha256: found, byteCount: byteCount)
  }

  /// The word of programs.
  var word: String {
    switch self {
    case .unchanged: "unchanged"
    case .altered: "altered"
    case .missing: "missing"
    case .notAFile, .unreadable: "unreadable"
    }
  }
}

/// What stands under the name of a piece, open for reading.
struct PieceFile: ~Copyable {
  let descriptor: FileDescriptor
  /// What it is, by the bits of `S_IFMT`.
  let kind: mode_t
  /// Its size in bytes.
  let byteCount: Int

  /// Opens what is at `path`, a link not followed.
  ///
  /// Never blocks: nobody may ever write to what is a pipe by now. A link can't be opened (ELOOP), and a socket neither
  /// (ENXIO).
  init(_ path: String) throws(SystemError) {
    let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let number = descriptor.number
    var facts = stat()
    try SystemError.check("fstat") { fstat(number, &facts) }
    self.descriptor = descriptor
    kind = facts.st_mode & S_IFMT
    byteCount = Int(facts.st_size)
  }
}
