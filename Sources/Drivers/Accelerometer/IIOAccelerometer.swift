import Core
import Glibc
import System

/// An accelerometer under the kernel's industrial I/O subsystem, listened to in the best way that its
/// driver has and that is permitted: events, else a buffer, else by asking.
struct IIOAccelerometer: ~Copyable {
  private let device: IIODevice
  private let calibration: AccelerometerCalibration
  private let axes: IIOAxes
  private var buffer: IIOBuffer?
  private var events: IIOEvents?
  /// Why the better ways are not used.
  private var obstacles: [Phrase]

  /// Opens the device called `name`, or the first that measures acceleration; nothing is switched on.
  ///
  /// - Parameters:
  ///   - name: the driver's name for it, or that of its directory (`iio:device1`) where two are alike.
  ///   - root: where devices are looked for.
  ///   - nodes: where their nodes are.
  init(
    named name: String? = nil, under root: String = Accelerometer.iioRoot, nodes: String = "/dev"
  ) throws(Failure) {
    let device = try IIODevice.accelerometer(named: name, among: IIODevice.all(under: root))
    self.init(device, try device.calibration(), try IIOAxes(of: device), nodes: nodes)
  }

  private init(
    _ device: IIODevice, _ calibration: AccelerometerCalibration, _ axes: consuming IIOAxes,
    nodes: String
  ) {
    self.device = device
    self.calibration = calibration
    self.axes = axes
    var obstacles: [Phrase] = []
    events = Self.orObstacle(&obstacles) { () throws(Failure) in
      try IIOEvents(of: device, nodes: nodes)
    }
    buffer = Self.orObstacle(&obstacles) { () throws(Failure) in
      try IIOBuffer(of: device, nodes: nodes)
    }
    self.obstacles = obstacles
  }

  /// Result of `open`, or nil and one obstacle more.
  private static func orObstacle<Way: ~Copyable>(
    _ obstacles: inout [Phrase], _ open: () throws(Failure) -> Way
  ) -> Way? {
    do throws(Failure) {
      return try open()
    } catch {
      obstacles.append(error.phrase)
      return nil
    }
  }

  /// Whether there may be a better way that could not be used.
  var hasObstacles: Bool { !obstacles.isEmpty }

  /// Name of the chip by its driver, such as `mpu6050`.
  var name: String { device.name }

  /// Way in which the chip is read now.
  var sensing: Sensing {
    Sensing(by: buffer == nil ? .polling : .buffer, hasEvents: events != nil)
  }

  /// Sentence that says how the chip is read, and why not in a better way.
  var report: Phrase {
    let delivery = sensing.delivery.rawValue
    let plain =
      events == nil
      ? Phrase.sensing(name, delivery)
      : Phrase(
        "accelerometer.sensing.events",
        "The accelerometer \(name) reports movement by events, and is read by \(delivery) while capture runs."
      )
    return obstacles.reduce(plain) { text, obstacle in
      Phrase.followed(text, obstacle)
    }
  }

  /// The descriptors to be watched for readability.
  var descriptors: [Int32] {
    eventDescriptor + bufferDescriptor
  }

  private var eventDescriptor: [Int32] {
    switch events {
    case .some(let events): [events.descriptor]
    case nil: []
    }
  }

  private var bufferDescriptor: [Int32] {
    switch buffer {
    case .some(let buffer): [buffer.descriptor]
    case nil: []
    }
  }

  /// Has it measure at `pace`; a way that turns out not to work is given up.
  mutating func setPace(_ pace: Sensing.Pace) throws(Failure) {
    switch pace {
    case .running:
      events?.disarm()
      startBuffer(at: pace)
    case .paused:
      buffer?.stop()
      try armEvents()
      if events == nil { startBuffer(at: pace) }
    }
  }

  private mutating func startBuffer(at pace: Sensing.Pace) {
    do throws(Failure) {
      try buffer?.start(at: pace)
    } catch {
      buffer = nil
      obstacles.append(error.phrase)
    }
  }

  private mutating func armEvents() throws(Failure) {
    guard events != nil else { return }
    let rest = try axes.counts()
    do throws(Failure) {
      try events?.arm(rest: rest, scale: calibration.scale)
    } catch {
      events = nil
      obstacles.append(error.phrase)
    }
  }

  /// The acceleration at this moment, in the board's axes.
  ///
  /// Where a buffer runs it is what came last; one that has nothing is given up. Otherwise it blocks for
  /// as long as the chip takes to answer three times, some milliseconds on I²C.
  ///
  /// - Returns: nil where the driver answers nobody while its events are on.
  mutating func sample() throws(Failure) -> Acceleration? {
    if buffer?.isRunning ?? false {
      if let sample = try newest() { return sample }
      obstacles.append(Phrase.bufferSilent(buffer?.triggerName ?? ""))
      buffer = nil
    }
    do throws(Failure) {
      return calibration.acceleration(raw: try axes.counts())
    } catch {
      guard error.cause?.code == EBUSY, events?.isArmed ?? false else { throw error }
      return nil
    }
  }

  /// Newest reading of the buffer since the last call; nil if there is none.
  mutating func newest() throws(Failure) -> Acceleration? {
    guard let counts = try buffer?.newest() ?? nil else { return nil }
    return calibration.acceleration(raw: counts)
  }

  /// When the chip last reported movement; nil if it has not since the last reading.
  mutating func jolt() throws(Failure) -> Instant? {
    try events?.newest() ?? nil
  }
}

extension Phrase {
  static func sensing(_ name: String, _ delivery: String) -> Phrase {
    Phrase("accelerometer.sensing", "The accelerometer \(name) is read by \(delivery).")
  }

  static func bufferSilent(_ trigger: String) -> Phrase {
    Phrase(
      "accelerometer.buffer.silent",
      "Its buffer stays empty: its trigger \(trigger) never fires.")
  }
}
