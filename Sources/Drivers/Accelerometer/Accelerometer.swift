import Core

/// The accelerometer, under the kernel's driver or spoken to directly.
package struct Accelerometer: ~Copyable {
  /// Where the kernel lists its IIO devices.
  package static let iioRoot = "/sys/bus/iio/devices"

  // One of them is there. They are not private: an optimised build of another module refers to the
  // types of what it destroys. Both are variables, nil from the start, so that Swift 6.0 knows what to
  // destroy when an initialiser throws.
  var iio: IIOAccelerometer?
  var direct: MPU6050?

  /// Opens the IIO device called `name`, or the first that measures acceleration, and finds the best way
  /// to listen to it; nothing is switched on before `keep`.
  ///
  /// - Parameters:
  ///   - name: the driver's name for it, or that of its directory (`iio:device1`) where two are alike.
  ///   - root: where devices are looked for.
  package init(
    named name: String? = nil, under root: String = Accelerometer.iioRoot
  ) throws(Failure) {
    iio = try IIOAccelerometer(named: name, under: root)
  }

  /// Wakes the MPU-6050 at `address` of the I²C bus `bus`, such as `/dev/i2c-1`.
  ///
  /// No driver of the kernel may hold the chip. Its axes count as the board's. Its first reading is
  /// worth something some 50 ms later.
  ///
  /// - Parameter address: seven bits, 0x68 or 0x69.
  package init(at address: Int, on bus: String) throws(Failure) {
    direct = try MPU6050(I2CAddress(bus: bus, chip: UInt8(address)))
  }

  /// Way in which the chip is read; it may change with each call.
  package var sensing: Sensing {
    switch iio {
    case .some(let chip): chip.sensing
    case nil: Sensing(by: .polling)
    }
  }

  /// Sentence that says how the chip is read, and why not in a better way; nil where there is no other.
  package var report: Phrase? {
    switch iio {
    case .some(let chip): chip.report
    case nil: nil
    }
  }

  /// Whether there may be a better way that could not be used, for want of rights or of a trigger.
  package var hasObstacles: Bool {
    switch iio {
    case .some(let chip): chip.hasObstacles
    case nil: false
    }
  }

  /// Descriptors that the poller watches for reading; one that is given up is closed, and so forgotten.
  package var descriptors: [Int32] {
    switch iio {
    case .some(let chip): chip.descriptors
    case nil: []
    }
  }

  /// Has it measure at `pace`.
  ///
  /// Blocks for some milliseconds.
  package mutating func setPace(_ pace: Sensing.Pace) throws(Failure) {
    try iio?.setPace(pace)
  }

  /// The acceleration at this moment, in the board's axes.
  ///
  /// Blocks for as long as the chip takes to answer, some milliseconds.
  ///
  /// - Returns: nil where the driver answers nobody while its events are on.
  package mutating func sample() throws(Failure) -> Acceleration? {
    switch direct {
    case .some(let chip): try chip.sample()
    case nil: try iio?.sample() ?? nil
    }
  }

  /// The newest acceleration that came by itself since the last call; nil if none came.
  package mutating func newest() throws(Failure) -> Acceleration? { try iio?.newest() ?? nil }

  /// When the chip itself last reported movement; nil if it has not since the last call.
  package mutating func jolt() throws(Failure) -> Instant? { try iio?.jolt() ?? nil }
}
