import Core
import Glibc
import System

/// A stick's file system, mounted where only this program looks for it, for as long as this value lives.
///
/// Needs root's right to mount. Nothing on it is run or followed: neither programs, devices nor links.
struct StickMount: ~Copyable {
  /// Where it is mounted.
  let path: String

  /// The kinds that are tried with their options, the most frequent first; a kernel that lacks one says so.
  ///
  /// FAT stores names in UTF-16, and takes all letters of ours only where it knows that they come in UTF-8; exFAT does
  /// so unless told otherwise.
  private static let kinds = [("vfat", "utf8=1"), ("exfat", ""), ("ext4", "")]

  /// MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_NOSYMFOLLOW (mount(2)), which Glibc's module has in another type or lacks.
  private static let flags: UInt = 2 | 4 | 8 | 256

  /// Mounts what is on `device`, and makes a folder for that.
  init(_ device: String) throws(Failure) {
    path = try StickMount.mounted(device)
  }

  private static func mounted(_ device: String) throws(Failure) -> String {
    var template = Array("/run/exhibit-stick-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.store, .stickNoFolder(SystemError(errnoOf: "mkdtemp").reason))
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var reason = ""
    for (kind, options) in kinds {
      if mount(device, path, kind, flags, options) == 0 { return path }
      let error = SystemError(errnoOf: "mount")
      reason = error.reason
      // The first that is not about the kind is about the stick.
      guard error.code == EINVAL || error.code == ENODEV else { break }
    }
    rmdir(path)
    throw Failure(.store, .stickNotMounted(device, reason))
  }

  /// Unmounts it, after which it may be pulled out; says why that can't be.
  consuming func end() -> Phrase? {
    guard umount2(path, 0) != 0 else { return nil }
    let error = SystemError(errnoOf: "umount")
    return .stickNotUnmounted(path, error.reason)
  }

  deinit {
    // What is unmounted already is no mount any more; what can't be goes when nobody uses it.
    if umount2(path, 0) != 0 { _ = umount2(path, Int32(MNT_DETACH)) }
    rmdir(path)
  }
}

extension Phrase {
  static func stickNoFolder(_ reason: String) -> Phrase {
    Phrase("stick.no-folder", "There is no place in /run to mount the stick at: {1}.", reason)
  }

  static func stickNotMounted(_ device: String, _ reason: String) -> Phrase {
    Phrase(
      "stick.not-mounted",
      """
      What is on {1} can't be mounted: {2}. It takes root, and a stick with FAT32, ext4, or exFAT \
      where the kernel has it.
      """, device, reason)
  }

  static func stickNotUnmounted(_ path: String, _ reason: String) -> Phrase {
    Phrase("stick.not-unmounted", "The stick can't be unmounted from {1}: {2}.", path, reason)
  }
}
