import Core

/// An MPU-6050 or one of its successors, spoken to without a driver of the kernel.
///
/// It measures within ±2 g behind its low-pass of 21 Hz: unfiltered it has 8 mg rms of noise. It stays
/// awake when the value ends: with its gyroscopes off it takes half a milliampere, whoever looks at
/// it next finds it alive, and one more call to a chip that has just failed would hold the loop up.
///
/// Source: InvenSense, "MPU-6000 and MPU-6050 Register Map and Descriptions", and those of the
/// MPU-6500, MPU-9250 and MPU-9255.
struct MPU6050: ~Copyable {
  /// Model by the chip's own identity; many a board sold with an MPU-6050 has one of the others.
  enum Model: UInt8 {
    case mpu6050 = 0x68
    case mpu6500 = 0x70
    case mpu9250 = 0x71
    case mpu9255 = 0x73

    /// Whether the accelerometer's low-pass has a register of its own.
    var hasOwnLowPass: Bool { self != .mpu6050 }
  }

  private let device: I2CDevice

  /// Takes the chip at `address`, makes sure of what it is, and sets it up.
  init(_ address: I2CAddress) throws(Failure) {
    let device = try I2CDevice(address)
    let model = try Self.model(try device.byte(at: Register.identity), at: address)
    for (register, byte) in Self.settings(of: model) { try device.write(byte, at: register) }
    self.device = device
  }

  /// The model that calls itself `identity`.
  static func model(_ identity: UInt8, at address: I2CAddress) throws(Failure) -> Model {
    if let model = Model(rawValue: identity) { return model }
    let name = Figures.hexadecimal(Int(identity))
    throw Failure(
      .accelerometer, .i2cChipOther(address.bus, address.hexadecimal, name))
  }

  /// The acceleration at this moment, in the chip's own axes.
  func sample() throws(Failure) -> Acceleration {
    let counts = try device.withBytes(Self.measurementByteCount, from: Register.measurement) {
      Self.counts(in: $0)
    }
    // A chip that lost its power is asleep again and answers with zeros; awake it hardly ever does.
    if counts == .zero, try device.byte(at: Register.power) & Self.asleep != 0 {
      let address = device.address
      throw Failure(
        .accelerometer,
        Phrase(
          "i2c.chip.reset",
          """
          The accelerometer at \(address.hexadecimal) of \(address.bus) has lost its power and its settings; \
          check its wiring.
          """))
    }
    return Self.acceleration(counts)
  }

  /// Three numbers of 16 bits, the high byte of each first.
  static func counts(in bytes: UnsafeRawBufferPointer) -> SIMD3<Int16> {
    SIMD3(
      bytes.loadUnaligned(fromByteOffset: 0, as: Int16.self).bigEndian,
      bytes.loadUnaligned(fromByteOffset: 2, as: Int16.self).bigEndian,
      bytes.loadUnaligned(fromByteOffset: 4, as: Int16.self).bigEndian)
  }

  /// Acceleration behind `counts`, within ±2 g.
  static func acceleration(_ counts: SIMD3<Int16>) -> Acceleration {
    calibration.acceleration(raw: SIMD3<Double>(counts))
  }

  private static let measurementByteCount = 6
  private static let calibration = AccelerometerCalibration(
    scale: SIMD3(repeating: AccelerometerCalibration.gravity / 16384), offset: .zero,
    mounting: .identity)
}

extension MPU6050 {
  /// The registers that are used.
  enum Register {
    /// CONFIG.
    static let lowPass: UInt8 = 0x1A
    /// ACCEL_CONFIG.
    static let range: UInt8 = 0x1C
    /// ACCEL_CONFIG_2, which the MPU-6050 itself doesn't have.
    static let ownLowPass: UInt8 = 0x1D
    /// ACCEL_XOUT_H, the first of six.
    static let measurement: UInt8 = 0x3B
    /// PWR_MGMT_1.
    static let power: UInt8 = 0x6B
    /// PWR_MGMT_2.
    static let standby: UInt8 = 0x6C
    /// WHO_AM_I.
    static let identity: UInt8 = 0x75
  }

  /// SLEEP of PWR_MGMT_1, set by power-on.
  fileprivate static let asleep: UInt8 = 0x40

  /// Registers and their bytes, in this order, that make `model` measure.
  static func settings(of model: Model) -> [(register: UInt8, byte: UInt8)] {
    var settings = [
      // Awake, by the oscillator inside: the other clocks are the gyroscopes'.
      (Register.power, UInt8(0)),
      // The gyroscopes in standby; the accelerometers not, where a driver of the kernel leaves them.
      (Register.standby, 0x07),
      // AFS_SEL 0: ±2 g.
      (Register.range, 0),
      (Register.lowPass, at21Hertz),
    ]
    if model.hasOwnLowPass { settings.append((Register.ownLowPass, at21Hertz)) }
    return settings
  }

  /// DLPF_CFG and A_DLPF_CFG.
  private static let at21Hertz: UInt8 = 4
}

extension Phrase {
  static func i2cChipOther(_ bus: String, _ address: String, _ name: String) -> Phrase {
    Phrase(
      "i2c.chip.other",
      """
      The chip at \(address) of \(bus) is no MPU-6050: it calls itself \(name); correct address in \
      [accelerometer], or use the chip's kernel driver with iio.
      """)
  }

}
