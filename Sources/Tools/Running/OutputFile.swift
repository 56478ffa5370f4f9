import Core
import Glibc
import System

/// A file that a command makes because somebody named it.
enum OutputFile {
  /// Writes `bytes` to the file at `path`, in place of what is in it, and says so by `told`; blocks until it has all.
  static func write(_ bytes: [UInt8], to path: String, saying told: Phrase) throws {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      try bytes.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in try file.writeAll(bytes) }
      }.get()
    } catch {
      throw complaint(
        Phrase("output.file-refused", "\(path.printable) can't be written: \(error.reason)."))
    }
    try CommandAnswer.tell(told)
  }
}
