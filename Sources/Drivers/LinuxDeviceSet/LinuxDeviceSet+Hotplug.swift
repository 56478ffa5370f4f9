import Board
import Core
import System

/// From the kernel's news of devices to roles that may have theirs again.
extension LinuxDeviceSet {
  /// Begins to listen; where that is denied, devices are found again by trying from time to time.
  mutating func listenForPlugs() {
    do throws(SystemError) {
      let hotplug = try Hotplug()
      try poller.add(hotplug.descriptor, as: Self.token(.hotplug), for: .readable)
      self.hotplug = consume hotplug
    } catch {
      log(.info, "Hotplug", .hotplugDenied(error.call, error.reason))
    }
  }

  /// One event a role, however many messages there are: an adapter may have many nodes.
  mutating func takePlugs(_ news: inout News) {
    var roles: Set<Role> = []
    do throws(SystemError) {
      for _ in 0..<Hotplug.batch {
        guard let message = try hotplug?.read() ?? nil else { break }
        if message.mayEndAccelerometer { takeAcceleration(&news) }
        if message.mayImproveAccelerometer { listenAnew(&news) }
        roles.formUnion(message.roles)
      }
    } catch {
      stopListening(error)
    }
    for role in Role.allCases where roles.contains(role) { news.add(.device(.plugged(role))) }
  }

  /// A socket that fails would be found ready for ever.
  private mutating func stopListening(_ error: SystemError) {
    log(.warning, "Hotplug", .hotplugDenied(error.call, error.reason))
    if let descriptor = hotplug?.descriptor { forget(descriptor) }
    hotplug = nil
  }
}

extension Hotplug.Event {
  /// The roles whose device it may be.
  var roles: Set<Role> {
    switch self {
    case .event(let event): event.isArrival ? Hotplug.Event.roles(of: event.subsystem) : []
    case .overrun: [.camera, .button, .light, .buzzer, .accelerometer]
    }
  }

  /// Whether an IIO device may have gone: its descriptors do not say so by themselves.
  fileprivate var mayEndAccelerometer: Bool {
    switch self {
    case .event(let event): event.subsystem == "iio" && !event.isArrival
    case .overrun: true
    }
  }

  /// Whether an IIO device is told of again: our rules for udev ask for that when they are done with it.
  var mayImproveAccelerometer: Bool {
    guard case .event(let event) = self else { return false }
    return event.subsystem == "iio" && event.action == "change"
  }

  private static func roles(of subsystem: String) -> Set<Role> {
    switch subsystem {
    case "video4linux": [.camera]
    case "gpio": [.button, .light, .buzzer]
    case "leds": [.light, .buzzer]
    case "iio", "i2c-dev": [.accelerometer]
    default: []
    }
  }
}

extension Phrase {
  static func hotplugDenied(_ call: String, _ reason: String) -> Phrase {
    Phrase(
      "hotplug.denied",
      """
      the kernel's news of devices cannot be read (\(call): \(reason)); a device that is plugged in is found by \
      trying again, within 30 s.
      """)
  }
}
