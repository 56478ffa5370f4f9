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
  init(_ device: String) throws(StickRefusal) {
    if let place = StickMount.place(of: device) {
      throw StickRefusal(
        outcome: .mounted,
        phrase: Phrase(
          "stick.mounted",
          """
          \(device) is in use at \(place). Unmount it there, as by 'umount \(device)', and put the stick in \
          again.
          """))
    }
    path = try StickMount.mounted(device)
  }

  private static func mounted(_ device: String) throws(StickRefusal) -> String {
    var template = Array("/run/exhibit-stick-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = SystemError(errnoOf: "mkdtemp").reason
      throw StickRefusal(
        outcome: .unusable,
        phrase: Phrase(
          "stick.no-folder", "There is no place in /run to mount the stick at: \(reason)."))
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var error = SystemError(call: "mount", code: EINVAL)
    for (kind, options) in kinds {
      if mount(device, path, kind, flags, options) == 0 { return path }
      error = SystemError(errnoOf: "mount")
      // The first that is not about the kind is about the stick.
      guard [EINVAL, ENODEV].contains(error.code) else { break }
    }
    rmdir(path)
    throw StickRefusal(of: device, error)
  }

  /// Where what is on `device` is mounted already, as by a desktop; nil where it is nowhere.
  private static func place(of device: String) -> String? {
    guard let number = number(of: device) else { return nil }
    let (major, minor) = (number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00)
    return MountTable().first { $0.device == "\(major):\(minor)" }?.place
  }

  /// Name of the file system on `device` by udev, which is its UUID or serial number; nil where there is none.
  static func name(of device: String) -> String? {
    let folder = "/dev/disk/by-uuid"
    guard let number = number(of: device) else { return nil }
    // Without udev there is no such folder.
    let names = (try? Folder.names(in: folder)) ?? []
    return names.first { self.number(of: "\(folder)/\($0)") == number }
  }

  private static func number(of device: String) -> dev_t? {
    var status = stat()
    guard stat(device, &status) == 0, status.st_mode & S_IFMT == S_IFBLK else { return nil }
    return status.st_rdev
  }

  /// Unmounts it, after which it may be pulled out; says why that can't be.
  consuming func end() -> Phrase? {
    guard umount2(path, 0) != 0 else { return nil }
    let error = SystemError(errnoOf: "umount")
    return Phrase(
      "stick.not-unmounted", "The stick can't be unmounted from \(path): \(error.reason).")
  }

  deinit {
    // What is unmounted already is no mount any more; what can't be goes when nobody uses it.
    if umount2(path, 0) != 0 { _ = umount2(path, Int32(MNT_DETACH)) }
    rmdir(path)
  }
}

/// Why what is on a stick can't be mounted.
struct StickRefusal: Error {
  /// The end of it for people at the board.
  let outcome: Stick.Outcome
  /// The same for whoever reads errors.
  let phrase: Phrase
}

extension StickRefusal {
  /// That the kernel refuses to mount what is on `device`.
  fileprivate init(of device: String, _ error: SystemError) {
    switch error.code {
    case EINVAL, ENODEV:
      self.init(
        outcome: .format,
        phrase: Phrase(
          "stick.format",
          """
          What is on \(device) can't be written here: \(error.reason). Format the stick as FAT32 or exFAT, and \
          call it EXHIBIT; NTFS is not written.
          """))
    case EROFS, EACCES:
      self.init(
        outcome: .protected,
        phrase: Phrase(
          "stick.protected",
          "\(device) is write-protected: move the stick's switch, or take another one."))
    default:
      self.init(
        outcome: .unusable,
        phrase: Phrase(
          "stick.not-mounted",
          """
          What is on \(device) can't be mounted: \(error.reason). It takes root, and a stick with FAT32, ext4, or \
          exFAT where the kernel has it.
          """))
    }
  }
}
