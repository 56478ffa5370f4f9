/// When something happened, as far as a board without a real-time clock can know it.
///
/// Order within one boot comes from `instant`, order between boots from the store; the calendar only
/// adds to that.
package struct Moment: Hashable, Sendable {
  /// The kernel's name for this boot (`/proc/sys/kernel/random/boot_id`).
  package let bootID: String
  /// When it was on the monotonic clock of that boot.
  package let instant: Instant
  /// When it was by the calendar, where that is known.
  package let wall: WallTime

  /// A moment of the boot `bootID`.
  package init(bootID: String, instant: Instant, wall: WallTime) {
    self.bootID = bootID
    self.instant = instant
    self.wall = wall
  }
}

/// What the calendar said, in Unix seconds, and on whose word.
package enum WallTime: Hashable, Sendable {
  /// The system's clock, kept by a time server.
  case synchronised(Double)
  /// A person told the time in this boot.
  case told(Double)
  /// Nobody knows: the system's clock may read 1970.
  case unset

  /// Unix seconds, or nothing while nobody knows.
  package var unixSeconds: Double? {
    switch self {
    case .synchronised(let seconds), .told(let seconds): seconds
    case .unset: nil
    }
  }

  /// The word for its source in records, status and listings.
  package var source: String {
    switch self {
    case .synchronised: "synchronised"
    case .told: "told"
    case .unset: "unset"
    }
  }
}
