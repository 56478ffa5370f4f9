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
  static let asleep: UInt8 = 0x40

  /// What is written to which register, in this order, to make `model` measure.
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
