import Glibc
import System
import Testing

@testable import Export

/// A folder in the place of the root, with the kernel's tables of a board: card 179:0 with the store on its second part,
/// sticks, and what only looks like disks.
private final class Tables {
  private let folder = ExportFolder()
  var disks: PhysicalDisks { PhysicalDisks(root: folder.path) }

  init() throws {
    let mounts = [
      "27 1 179:2 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw",
      "28 27 179:1 / /boot rw - vfat /dev/mmcblk0p1 rw",
      "29 27 8:1 / /media/stick rw,nosuid - vfat /dev/sda1 rw",
      "30 27 0:45 / /run rw - tmpfs tmpfs rw",
      "31 27 0:46 / /over rw - overlay overlay rw,lowerdir=/,upperdir=/run/u,workdir=/run/w",
      "32 27 7:0 / /image rw - ext4 /dev/loop0 rw",
      "33 27 7:1 / /other rw - ext4 /dev/loop1 rw",
      "34 27 254:0 / /zram rw - ext4 /dev/zram0 rw",
      "35 27 8:1 / /media/program rw - fuseblk /dev/sda1 rw,user_id=0",
      "36 27 0:50 / /media/far rw - nfs4 server:/photos rw",
      "37 27 253:0 / /crypt rw - ext4 /dev/mapper/crypt rw",
      "38 27 253:1 / /pair rw - ext4 /dev/md0 rw",
      "39 27 253:2 / /mixed rw - ext4 /dev/mapper/mixed rw",
      "40 27 8:16 / /iscsi rw - ext4 /dev/sdb rw",
      "41 27 179:8 / /chip rw - ext4 /dev/mmcblk0boot0 rw",
      "42 27 259:0 / /fast rw - ext4 /dev/nvme0n1 rw",
      "43 27 259:1 / /fast2 rw - ext4 /dev/nvme0n2 rw",
      "44 27 253:3 / /empty rw - ext4 /dev/mapper/empty rw",
      "45 27 99:9 / /gone rw - ext4 /dev/sdz rw",
      "46 27 43:0 / /far rw - ext4 /dev/nbd0 rw",
    ]
    try write(mounts.joined(separator: "\n") + "\n", as: "proc/self/mountinfo")
    let card = "devices/platform/mmc0/mmc0:0001"
    try disk("\(card)/block/mmcblk0", "179:0", of: card)
    try part("\(card)/block/mmcblk0/mmcblk0p1", "179:1")
    try part("\(card)/block/mmcblk0/mmcblk0p2", "179:2")
    try disk("\(card)/block/mmcblk0/mmcblk0boot0", "179:8", of: "\(card)/block/mmcblk0")
    let stick = "devices/pci0/usb1/1-1/host0/target0:0:0/0:0:0:0"
    try disk("\(stick)/block/sda", "8:0", of: stick)
    try part("\(stick)/block/sda/sda1", "8:1")
    let far = "devices/platform/host2/session1/target2:0:0/2:0:0:0"
    try disk("\(far)/block/sdb", "8:16", of: far)
    for name in ["nvme0n1", "nvme0n2"] {
      try disk(
        "devices/pci0/nvme/nvme0/\(name)", "259:\(name.last == "1" ? 0 : 1)",
        of: "devices/pci0/nvme/nvme0")
    }
    for (name, number) in [
      ("loop0", "7:0"), ("loop1", "7:1"), ("zram0", "254:0"), ("nbd0", "43:0"),
    ] {
      try device("devices/virtual/block/\(name)", number)
    }
    try pool("dm-0", "253:0", on: ["\(stick)/block/sda/sda1"])
    try pool("md0", "253:1", on: ["\(stick)/block/sda", "\(card)/block/mmcblk0/mmcblk0p2"])
    try pool("dm-2", "253:2", on: ["\(stick)/block/sda", "devices/virtual/block/loop0"])
    try pool("dm-3", "253:3", on: [])
  }

  private func write(_ text: String, as name: String) throws {
    try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try folder.write(text, as: name)
  }

  private func makeFolder(_ name: String) throws {
    var path = folder.path
    for part in name.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }

  private func link(_ name: String, to target: String) throws {
    try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try #require(symlink("\(folder.path)/sys/\(target)", "\(folder.path)/\(name)") == 0)
  }

  private func device(_ place: String, _ number: String) throws {
    try write("1\n", as: "sys/\(place)/size")
    try link("sys/dev/block/\(number)", to: place)
  }

  private func disk(_ place: String, _ number: String, of hardware: String) throws {
    try device(place, number)
    try link("sys/\(place)/device", to: hardware)
  }

  private func part(_ place: String, _ number: String) throws {
    try device(place, number)
    try write("1\n", as: "sys/\(place)/partition")
  }

  private func pool(_ name: String, _ number: String, on parts: [String]) throws {
    try device("devices/virtual/block/\(name)", number)
    try makeFolder("sys/devices/virtual/block/\(name)/slaves")
    for part in parts {
      let slave = part.split(separator: "/").last ?? ""
      try link("sys/devices/virtual/block/\(name)/slaves/\(slave)", to: part)
    }
  }

  /// How an export on the mount `place` is kept, beside a store on the mount `store`.
  func keeping(on place: Int, besideStoreOn store: Int) -> ExportKeeping {
    ExportKeeping(on: disks.mount(place), beside: disks.mount(store), by: disks)
  }
}

@Suite struct PhysicalDisksTests {
  @Test(
    arguments: [
      (29, .apart, "a stick"), (37, .apart, "an encrypted stick"), (42, .apart, "another disk"),
      (27, .sameFileSystem, "the store's own"), (28, .sameDisk, "another part of the card"),
      (38, .sameDisk, "a mirror that is on the card too"), (41, .sameDisk, "the card's own chip"),
      (30, .memory, "tmpfs"), (31, .unknown, "an overlay"), (32, .unknown, "a file as a disk"),
      (34, .unknown, "memory as a disk"), (35, .unknown, "a program, on a stick"),
      (36, .unknown, "a network"), (39, .unknown, "partly a file"), (40, .unknown, "iSCSI"),
      (44, .unknown, "a map of nothing"), (45, .unknown, "what is gone"), (46, .unknown, "nbd"),
      (99, .unknown, "no mount"),
    ] as [(Int, ExportKeeping, String)])
  func onlyAnotherPhysicalDiskIsApart(place: Int, keeping: ExportKeeping, what: String) throws {
    #expect(try Tables().keeping(on: place, besideStoreOn: 27) == keeping)
  }

  @Test(
    arguments: [
      (33, 32, .unknown, "two files, or one twice"), (29, 32, .unknown, "a store in a file"),
      (29, 31, .unknown, "a store on an overlay"), (43, 42, .sameDisk, "two parts of one chip"),
      (29, 30, .apart, "a store in memory"), (30, 30, .memory, "both in memory"),
      (27, 37, .apart, "a store on an encrypted stick"), (29, 37, .sameDisk, "that stick itself"),
    ] as [(Int, Int, ExportKeeping, String)])
  func theStoresDiskHasToBeKnownToo(
    place: Int, store: Int, keeping: ExportKeeping, what: String
  ) throws {
    #expect(try Tables().keeping(on: place, besideStoreOn: store) == keeping)
  }

  @Test func aPlaceThatCannotBeAskedIsNotApart() {
    #expect(ExportKeeping(of: "/nowhere", beside: "/tmp") == .unknown)
  }

  @Test func whatIsOnOneFileSystemIsBesideTheStore() throws {
    let folder = ExportFolder()
    try folder.write("", as: "archive.zip")
    let keeping = ExportKeeping(of: "\(folder.path)/archive.zip", beside: folder.path)
    #expect(keeping == .sameFileSystem || keeping == .memory)
  }

  @Test(
    arguments: [.sameFileSystem, .sameDisk, .memory, .unknown, .stream] as [ExportKeeping])
  func whatIsNotApartIsSaidAndNotCounted(keeping: ExportKeeping) {
    #expect(keeping.caution("/media") != nil)
    var report = StickReport()
    report.keeping = keeping
    report.digests = [1: "digest"]
    #expect(report.safeDigests == [:])
  }
}
