import CLinux
import Core
import Glibc
import System

/// Whether a file system takes extended attributes, in which the facts of a photo travel with its file; tried with
/// a file that has no name any more.
package enum AttributeTrial {
  private static let attribute = "user.exhibit.trial"
  /// The facts of a photo, with their signature, take about 700 bytes.
  private static let byteCount = 900

  /// Why the file system of `folder` refuses one as long as facts may be; nil where it takes it.
  ///
  /// Blocks on the medium. The file is gone at the end, whichever way that comes.
  package static func refusal(in folder: String) -> SystemError? {
    do throws(SystemError) {
      let path = "\(folder)/.attribute-\(getpid())"
      let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      unlink(path)
      let value = [UInt8](repeating: 0x20, count: byteCount)
      let number = file.number
      try SystemError.check("fsetxattr") {
        fsetxattr(number, attribute, value, value.count, 0)
      }
      return nil
    } catch {
      return error
    }
  }
}
