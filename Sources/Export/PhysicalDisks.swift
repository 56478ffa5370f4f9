import Core
import Glibc
import System

/// The physical disks below a mounted file system, as the kernel's own tables tell them (proc(5), sysfs(5)).
///
/// A disk is what has hardware of its own, known by the folder of that in sysfs. Behind all else may be a file of the
/// store's own card, memory, a network or a program: nobody knows, and then nothing is said.
struct PhysicalDisks {
  /// Devices that lie on others are followed no further.
  private static let deepest = 16
  /// What drivers of disks call them: SCSI and USB, cards, NVMe, those of virtual machines.
  private static let names = ["sd", "mmcblk", "nvme", "vd", "xvd"]
  /// Folders of the way to a disk that is elsewhere in a network, or a file: iSCSI, Fibre Channel, the kernel's target.
  private static let detours = ["session", "rport", "tcm_loop", "virtual"]
  private static let inMemory = ["tmpfs", "ramfs", "devtmpfs"]

  /// What stands before `/proc` and `/sys`: nothing, or a test's folder.
  let root: String

  /// A file system that is mounted.
  struct Mount {
    /// `MAJOR:MINOR`.
    let device: String
    /// Whether it is gone when the power is off.
    let isInMemory: Bool
    /// Whether a program answers for what is in it (FUSE), of a block device too.
    fileprivate let isProgram: Bool
  }

  /// The mount with the kernel's number `id`; nil where there is none.
  func mount(_ id: Int) -> Mount? {
    MountTable(below: root).first { $0.id == "\(id)" }.map { mount in
      let type = String(mount.type)
      return Mount(
        device: String(mount.device), isInMemory: PhysicalDisks.inMemory.contains(type),
        isProgram: type.hasPrefix("fuse"))
    }
  }

  /// The number of the mount that `path` is on; nil where that can't be told.
  static func mountID(of path: String) -> Int? {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      let facts = try File.bytes(at: "/proc/self/fdinfo/\(file.number)", limit: 1 << 16) ?? []
      let words = String(decoding: facts, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      let name = words.firstIndex(of: "mnt_id:")
      return name.flatMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil }
    } catch {
      return nil
    }
  }

  /// The disks below `mount`, by the folders of their hardware: none below memory, and nil where nobody knows.
  func disks(below mount: Mount) -> Set<String>? {
    if mount.isInMemory { return [] }
    guard !mount.isProgram, let device = real("\(root)/sys/dev/block/\(mount.device)") else {
      return nil
    }
    return disks(below: device, depth: PhysicalDisks.deepest)
  }

  /// Those below the block device whose folder in sysfs is `device`.
  private func disks(below device: String, depth: Int) -> Set<String>? {
    guard depth > 0 else { return nil }
    if access("\(device)/partition", F_OK) == 0 {
      return disks(below: "\(device)/..", depth: depth - 1)
    }
    let parts = names(in: "\(device)/slaves")
    guard !parts.isEmpty else { return hardware(of: device).map { [$0] } }
    var all: Set<String> = []
    for part in parts {
      // All of it is unknown where a part is.
      guard let place = real("\(device)/slaves/\(part)"),
        let some = disks(below: place, depth: depth - 1)
      else { return nil }
      all.formUnion(some)
    }
    return all
  }

  /// The folder of the hardware whose disk `device` is.
  ///
  /// Several disks of one chip (namespaces, the boot parts of a card) lead to one.
  private func hardware(of device: String) -> String? {
    guard var folder = real(device),
      PhysicalDisks.names.contains(where: { folder.lastPart.hasPrefix($0) })
    else { return nil }
    for _ in 0..<PhysicalDisks.deepest where isLink("\(folder)/device") {
      guard let next = real("\(folder)/device") else { return nil }
      folder = next
    }
    let way = folder.split(separator: "/")
    let isElsewhere = way.contains { part in
      PhysicalDisks.detours.contains { part.hasPrefix($0) }
    }
    return folder == real(device) || isElsewhere ? nil : folder
  }

  private func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  /// `path` without links; nil where there is nothing.
  private func real(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  private func names(in folder: String) -> [String] {
    // Most devices have no such folder.
    (try? Folder.names(in: folder)) ?? []
  }
}

extension String {
  /// What comes after the last slash.
  fileprivate var lastPart: Substring { split(separator: "/").last ?? "" }
}
