/// What the kernel tells of a device that came, went or changed.
///
/// The message is `ACTION@DEVPATH`, a zero, and lines `KEY=VALUE`, a zero after each (`kobject_uevent_env`
/// in the kernel's `lib/kobject_uevent.c`).
package struct Uevent: Hashable, Sendable {
  /// `add`, `remove`, `change`, `bind` and others.
  package let action: String
  /// `video4linux`, `gpio`, `iio` and others.
  package let subsystem: String
  /// The node under /dev, such as `video0`, where there is one.
  package let node: String?

  /// An event with these facts.
  package init(action: String, subsystem: String, node: String? = nil) {
    self.action = action
    self.subsystem = subsystem
    self.node = node
  }

  /// The event in a message of the kernel; nil where it is something else, or says too little.
  package init?(parsing message: UnsafeRawBufferPointer) {
    let parts = message.split(separator: 0)
    guard let header = parts.first, header.contains(UInt8(ascii: "@")) else { return nil }
    let lines = parts.dropFirst()
    guard let action = Uevent.value(of: "ACTION=", in: lines),
      let subsystem = Uevent.value(of: "SUBSYSTEM=", in: lines)
    else { return nil }
    self.init(
      action: action, subsystem: subsystem, node: Uevent.value(of: "DEVNAME=", in: lines))
  }

  /// Whether a device may be usable now that was not before.
  package var isArrival: Bool { action == "add" || action == "change" }

  private static func value(
    of key: String, in lines: ArraySlice<Slice<UnsafeRawBufferPointer>>
  ) -> String? {
    guard let line = lines.first(where: { $0.starts(with: key.utf8) }) else { return nil }
    return String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self)
  }
}
