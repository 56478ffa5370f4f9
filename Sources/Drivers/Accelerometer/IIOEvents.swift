import CLinux
import Core
import Glibc
import System

/// The events by which an accelerometer reports movement itself, switched on while they are wanted.
///
/// Source: the kernel's `iio/iio_devbuf` and `sysfs-bus-iio`; `struct iio_event_data` in
/// `linux/iio/events.h`.
struct IIOEvents: ~Copyable {
  /// Threshold of movement in m/s²: no threshold of ours is ever greater than 0.05 g.
  static let threshold = 0.05 * AccelerometerCalibration.gravity
  /// The kernel holds no more events than these.
  static let queueLimit = 16

  private let device: IIODevice
  private let event: MotionEvent
  private let queue: FileDescriptor
  /// The clock by which events are stamped.
  private let settings: TemporarySettings
  private let isMonotonic: Bool
  // With `?` it would be nil before anything is thrown, and Swift 6.0 can't destroy a part.
  private var armed: Optional<TemporarySettings>

  /// Opens the event queue of `device`; nothing is switched on yet.
  ///
  /// - Parameter nodes: where the devices' nodes are.
  init(of device: IIODevice, nodes: String = "/dev") throws(Failure) {
    guard let event = device.motionEvent else {
      throw Failure(.accelerometer, .eventsAbsent)
    }
    let queue = try Self.open(device, nodes)
    var settings = TemporarySettings()
    let isMonotonic = settings.setIfPossible(
      "monotonic", at: device.path + "/current_timestamp_clock")
    self.device = device
    self.event = event
    self.queue = queue
    self.settings = settings
    self.isMonotonic = isMonotonic
    armed = nil
  }

  private static func open(
    _ device: IIODevice, _ nodes: String
  ) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      let node = try FileDescriptor(opening: "\(nodes)/\(device.directory)", O_RDONLY)
      var number: Int32 = -1
      try node.control("IIO_GET_EVENT_FD", linux_iio_get_event_fd, &number)
      // The kernel has set O_CLOEXEC, and the queue outlives the node.
      let queue = FileDescriptor(owning: number)
      try SystemError.check("F_SETFL") { fcntl(number, F_SETFL, O_NONBLOCK) }
      return queue
    } catch {
      throw Failure(.accelerometer, .eventsRefused(error.words), cause: error)
    }
  }

  /// Its descriptor, to be watched for readability.
  var descriptor: Int32 { queue.number }
  /// Whether they are switched on.
  var isArmed: Bool { armed != nil }

  /// Switches the events on.
  ///
  /// - Parameters:
  ///   - rest: what is measured now, in counts.
  ///   - scale: m/s² a count.
  mutating func arm(rest: SIMD3<Double>, scale: SIMD3<Double>) throws(Failure) {
    disarm()
    _ = try newest()
    var armed = TemporarySettings()
    for stem in event.stems {
      let axis = MotionEvent.axis(of: stem)
      let gravity = event.kind.countsGravity ? Self.strength(of: rest * scale, along: axis) : 0
      setThreshold(gravity + Self.threshold, scale[axis ?? 0], stem, &armed)
    }
    try enable(&armed)
    self.armed = consume armed
  }

  /// Switches them off.
  mutating func disarm() {
    armed = nil
  }

  /// Strength of `acceleration` along `axis`, or as a whole.
  static func strength(of acceleration: SIMD3<Double>, along axis: Int?) -> Double {
    axis.map { abs(acceleration[$0]) } ?? (acceleration * acceleration).sum().squareRoot()
  }

  /// A threshold that can't be set stays what it is.
  private func setThreshold(
    _ strength: Double, _ scale: Double, _ stem: String, _ armed: inout TemporarySettings
  ) {
    let path = "\(device.path)/events/\(stem)_value"
    let before = SysfsAttribute.textIfReadable(at: path)
    let threshold = EventThreshold(strength, scale: scale, attribute: before)
    for text in threshold.texts where armed.setIfPossible(text, at: path) {
      if threshold.isTaken(text, SysfsAttribute.textIfReadable(at: path)) { return }
    }
  }

  /// One axis is enough where a chip has no more.
  private func enable(_ armed: inout TemporarySettings) throws(Failure) {
    var refusal: SystemError?
    var count = 0
    for stem in event.stems {
      do throws(SystemError) {
        try armed.set("1", at: "\(device.path)/events/\(stem)_en")
        count += 1
      } catch {
        refusal = error
      }
    }
    if count == 0, let refusal {
      throw Failure(.accelerometer, .eventsRefused(refusal.words), cause: refusal)
    }
  }

  /// When the newest of the events came that are there; nil if there is none.
  func newest() throws(Failure) -> Instant? {
    do throws(SystemError) {
      let size = MemoryLayout<iio_event_data>.size
      let bytes = try queue.someBytes(atMost: Self.queueLimit * size)
      guard bytes.count >= size else { throw SystemError(call: "read", code: EIO) }
      let event = bytes.suffix(size).withUnsafeBytes { $0.loadUnaligned(as: iio_event_data.self) }
      return isMonotonic ? Instant(nanoseconds: event.timestamp) : Clock.now
    } catch {
      guard error.code == EAGAIN else { throw device.failure(error) }
      return nil
    }
  }
}

extension IIODevice {
  /// The event by which the driver tells movement, if it has one.
  var motionEvent: MotionEvent? {
    MotionEvent.best(among: DevicePaths.matching(path + "/events/*_en").map(DevicePaths.name))
  }
}

extension SystemError {
  /// The call and what it answered, such as "open: Permission denied".
  var words: String { "\(call): \(reason)" }

  /// What the kernel answers about a device that is no longer there.
  static let gone = SystemError(call: "access", code: ENODEV)
}

extension Phrase {
  static let eventsAbsent = Phrase(
    "accelerometer.events.absent", "Its driver has no events that tell movement.")

  static func eventsRefused(_ reason: String) -> Phrase {
    Phrase("accelerometer.events.refused", "Its events cannot be used: \(reason).")
  }
}
