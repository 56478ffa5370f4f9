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
  /// It can't be read, for this reason.
  case unreadable(String)

  private static let pieceByteCount = 1 << 16

  /// Reads the file `path`, whose SHA-256 should be `sha256`; blocks on the disk until all of it is read.
  package init(of path: String, expecting sha256: String) {
    do throws(SystemError) {
      self = try FileContent.compare(path, sha256)
    } catch {
      self = error.code == ENOENT ? .missing : .unreadable(error.reason)
    }
  }

  private static func compare(_ path: String, _ expected: String) throws(SystemError) -> FileContent
  {
    // Nobody may ever write to what is a pipe by now.
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var facts = stat()
    try SystemError.check("fstat") { fstat(file.number, &facts) }
    // A device may have no end; of a folder reading says that it is one.
    guard [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) else {
      throw SystemError(call: "open", code: EINVAL)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceByteCount, alignment: 16)
    defer { buffer.deallocate() }
    var digest = Digest()
    var byteCount = 0
    while true {
      let count = try file.read(into: buffer)
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
    case .unreadable: "unreadable"
    }
  }
}
