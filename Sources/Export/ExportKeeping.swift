import Core

/// Whether what was written outlives the store's own medium.
package enum ExportKeeping: String, Sendable {
  /// It is on another physical disk.
  case apart
  /// It is on the file system that the store is on, and goes with it.
  case sameFileSystem = "same_file_system"
  /// It is on another file system of the disk or card that the store is on, and goes with it.
  case sameDisk = "same_disk"
  /// It is in memory, and gone when the board is switched off.
  case memory
  /// Nobody knows on which disk it is, or the store.
  case unknown
  /// Nobody knows who took it.
  case stream

  /// How what is on the file system `other` is kept beside a store on `own`.
  init(on other: PhysicalDisks.Mount?, beside own: PhysicalDisks.Mount?, by disks: PhysicalDisks) {
    guard let own, let other else {
      self = .unknown
      return
    }
    if other.isInMemory {
      self = .memory
    } else if own.device == other.device {
      self = .sameFileSystem
    } else if let owns = disks.disks(below: own), let others = disks.disks(below: other) {
      self = owns.isDisjoint(with: others) ? .apart : .sameDisk
    } else {
      self = .unknown
    }
  }

  /// How what is in the folder or file `path` is kept, beside the store in `store`.
  init(of path: String, beside store: String) {
    let disks = PhysicalDisks(root: "")
    let (own, other) = (PhysicalDisks.mountID(of: store), PhysicalDisks.mountID(of: path))
    self.init(
      on: other.flatMap(disks.mount), beside: own.flatMap(disks.mount), by: disks)
  }

  /// Why what is in `place` is not safe there; nil where it may be.
  package func caution(_ place: String) -> Phrase? {
    switch self {
    case .apart: nil
    case .sameFileSystem, .sameDisk:
      Phrase(
        "export.own-file-system",
        "\(place) is on the card or disk that has the store: these copies are lost with it.")
    case .memory:
      Phrase(
        "export.in-memory", "\(place) is in memory: these copies are gone when the power is off.")
    case .unknown:
      Phrase(
        "export.disk-unknown",
        """
        Whether \(place) is on another disk than the store can't be told here: these copies don't count as safe, \
        and the store removes nothing because of them. Take a disk or stick that is plugged in.
        """)
    case .stream:
      Phrase(
        "export.to-stream",
        "Whether it arrived can't be told here: unpack it where it went, and run 'exhibit verify'.")
    }
  }
}
