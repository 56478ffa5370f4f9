import Core
import Glibc
import System

/// The kernel's buffer of a device, filled with scans by a trigger while it runs.
///
/// It is the only reader as long as it lives. What it sets up says in the end what it said before.
struct IIOBuffer: ~Copyable {
  /// How many scans the kernel holds, and one read takes.
  private static let scanLimit = 64
  /// Most bytes of a scan; with more it is no accelerometer's.
  private static let scanByteLimit = 1024

  private let device: IIODevice
  private let node: FileDescriptor
  private let layout: ScanLayout
  private let trigger: IIOTrigger?
  private let bytes: UnsafeMutableRawBufferPointer
  /// Trigger, elements and length; and below what differs from pace to pace.
  private let settings: TemporarySettings
  // With `?` it would be nil before anything is thrown, and Swift 6.0 can't destroy a part.
  private var running: Optional<TemporarySettings>

  /// Opens and sets up the buffer of `device`, and leaves it switched off.
  ///
  /// - Parameters:
  ///   - nodes: where the devices' nodes are.
  ///   - timers: the folder of configfs where timers are made.
  init(
    of device: IIODevice, nodes: String = "/dev", timers: String = IIOTrigger.timerFolder
  ) throws(Failure) {
    guard let folders = device.bufferFolders else {
      throw Failure(.accelerometer, .bufferAbsent)
    }
    var settings = TemporarySettings()
    let node = try Self.open(device, nodes, folders.buffer)
    let trigger = try Self.follow(device, timers, &settings)
    let layout = try Self.enable(device, folders.elements, &settings)
    settings.setIfPossible("\(Self.scanLimit)", at: folders.buffer + "/length")
    self.device = device
    self.trigger = trigger
    self.layout = layout
    self.node = node
    self.settings = settings
    bytes = .allocate(byteCount: Self.scanLimit * layout.byteCount, alignment: 8)
    running = nil
  }

  deinit {
    bytes.deallocate()
  }

  /// Its descriptor, to be watched for readability.
  var descriptor: Int32 { node.number }
  /// Whether it is switched on.
  var isRunning: Bool { running != nil }
  /// Name of the trigger that fills the buffer.
  var triggerName: String { trigger?.name ?? device.name }

  /// The node lets one reader in; so whoever left the buffer switched on has gone.
  private static func open(
    _ device: IIODevice, _ nodes: String, _ folder: String
  ) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      let node = try FileDescriptor(
        opening: "\(nodes)/\(device.directory)", O_RDONLY | O_NONBLOCK)
      if try SysfsAttribute.text(at: folder + "/enable") == "1" {
        try SysfsAttribute.write("0\n", at: folder + "/enable")
      }
      return node
    } catch {
      throw Failure(.accelerometer, .bufferRefused(error.words), cause: error)
    }
  }

  /// Buffers that the chip fills by itself need no trigger, and have none.
  private static func follow(
    _ device: IIODevice, _ timers: String, _ settings: inout TemporarySettings
  ) throws(Failure) -> IIOTrigger? {
    let current = device.path + "/trigger/current_trigger"
    guard access(current, F_OK) == 0 else { return nil }
    for trigger in IIOTrigger.candidates(for: device, timers: timers)
    where settings.setIfPossible(trigger.name, at: current) {
      return trigger
    }
    throw Failure(.accelerometer, .triggerAbsent)
  }

  private static func enable(
    _ device: IIODevice, _ folder: String, _ settings: inout TemporarySettings
  ) throws(Failure) -> ScanLayout {
    do throws(SystemError) {
      for axis in IIOAxes.names { try settings.set("1", at: "\(folder)/\(axis)_en") }
    } catch {
      throw Failure(.accelerometer, .bufferRefused(error.words), cause: error)
    }
    let layout = try device.scanLayout(in: folder)
    guard layout.byteCount <= scanByteLimit else {
      throw device.unclear("scan size", "\(layout.byteCount)")
    }
    return layout
  }

  /// Switches it on at `pace`, or off and on again if it runs.
  mutating func start(at pace: Sensing.Pace) throws(Failure) {
    stop()
    guard let folders = device.bufferFolders else { throw device.failure(.gone) }
    var running = TemporarySettings()
    let count = setFrequency(pace.frequency, &running)
    running.setIfPossible("\(count)", at: folders.buffer + "/watermark")
    do throws(SystemError) {
      try running.set("1", at: folders.buffer + "/enable")
    } catch {
      throw Failure(.accelerometer, .bufferRefused(error.words), cause: error)
    }
    self.running = consume running
  }

  /// Switches it off.
  mutating func stop() {
    running = nil
  }

  /// - Returns: how many samples make one of the wanted.
  private func setFrequency(_ wanted: Int, _ running: inout TemporarySettings) -> Int {
    guard let path = frequencyPath else { return 1 }
    let offers = SysfsAttribute.textIfReadable(at: path + "_available")
    running.setIfPossible(SamplingFrequency.choice(wanted, among: offers), at: path)
    let actual = SysfsAttribute.textIfReadable(at: path).flatMap { Double(sysfs: $0) }
    return SamplingFrequency.samples(actual, per: wanted, atMost: Self.scanLimit / 2)
  }

  /// A timer's own frequency, or else the device's.
  private var frequencyPath: String? {
    [
      trigger.map { $0.path + "/sampling_frequency" },
      device.path + "/in_accel_sampling_frequency", device.path + "/sampling_frequency",
    ].compactMap { $0 }.first { access($0, F_OK) == 0 }
  }

  /// The counts of the newest scan that has come since the last reading; those before it are dropped.
  func newest() throws(Failure) -> SIMD3<Double>? {
    do throws(SystemError) {
      let size = layout.byteCount
      let count = try node.read(into: bytes) / size
      guard count > 0 else { throw SystemError(call: "read", code: EIO) }
      return counts(in: UnsafeRawBufferPointer(bytes)[(count - 1) * size..<count * size])
    } catch {
      guard error.code == EAGAIN else { throw device.failure(error) }
      return nil
    }
  }

  private func counts(in scan: Slice<UnsafeRawBufferPointer>) -> SIMD3<Double> {
    SIMD3(IIOAxes.names.map { Double(layout.value(of: $0, in: scan) ?? 0) })
  }
}

extension Phrase {
  static let bufferAbsent = Phrase(
    "accelerometer.buffer.absent", "Its driver has no buffer for the three axes.")

  static func bufferRefused(_ reason: String) -> Phrase {
    Phrase("accelerometer.buffer.refused", "Its buffer cannot be used: \(reason).")
  }

  static let triggerAbsent = Phrase(
    "accelerometer.trigger.absent",
    "Its buffer cannot be used, because there is no trigger for it: load the kernel's module iio-trig-hrtimer."
  )
}
