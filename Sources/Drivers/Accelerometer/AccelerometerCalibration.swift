import Core

/// Scale, offset and mounting that turn a sensor's counts into an acceleration of the board.
///
/// Source: the kernel's `sysfs-bus-iio`: `(raw + offset) * scale` is in m/s².
struct AccelerometerCalibration: Hashable {
  /// Standard gravity in m/s².
  static let gravity = 9.80665

  /// m/s² a count, along each of the sensor's axes.
  var scale: SIMD3<Double>
  /// Counts to add first, along each of the sensor's axes.
  var offset: SIMD3<Double>
  /// How the sensor sits.
  var mounting: MountMatrix

  /// The acceleration behind the counts `raw`, rounded to thousandths of g.
  func acceleration(raw: SIMD3<Double>) -> Acceleration {
    let milliG = mounting.applied(to: (raw + offset) * scale) * (1000 / Self.gravity)
    return Acceleration(x: Self.whole(milliG.x), y: Self.whole(milliG.y), z: Self.whole(milliG.z))
  }

  /// All factors are finite and bounded, so this is no NaN; what no sensor measures is cut to 1000 g.
  private static func whole(_ milliG: Double) -> Int {
    Int(min(max(milliG, -1e6), 1e6).rounded())
  }
}

/// How a sensor sits on the board: the rotation that turns its axes into the board's.
///
/// Source: the kernel's `sysfs-bus-iio`, `in_mount_matrix`.
struct MountMatrix: Hashable {
  /// Rows of the rotation: the share of the sensor's three axes in each of the board's.
  let x, y, z: SIMD3<Double>

  /// A sensor that sits as the board does.
  static let identity = MountMatrix(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

  /// `vector` of the sensor, in the board's axes.
  func applied(to vector: SIMD3<Double>) -> SIMD3<Double> {
    [(x * vector).sum(), (y * vector).sum(), (z * vector).sum()]
  }
}

extension MountMatrix {
  /// Reads `1, 0, 0; 0, 1, 0; 0, 0, 1`; nil unless these are three rows of three numbers.
  init?(_ text: String) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).compactMap(Self.row)
    guard rows.count == 3, text.count(where: { $0 == ";" }) == 2 else { return nil }
    self.init(x: rows[0], y: rows[1], z: rows[2])
  }

  private static func row(_ text: Substring) -> SIMD3<Double>? {
    let cells = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = cells.compactMap { Double(sysfs: $0) }
    guard numbers.count == 3, cells.count == 3 else { return nil }
    return SIMD3(numbers)
  }
}

extension IIODevice {
  /// Reads scale, offset and mount matrix of an accelerometer, which stay as they are while it is open.
  func calibration() throws(Failure) -> AccelerometerCalibration {
    AccelerometerCalibration(
      scale: try axes("scale", missing: nil), offset: try axes("offset", missing: 0),
      mounting: try mounting())
  }

  private func axes(_ quantity: String, missing: Double?) throws(Failure) -> SIMD3<Double> {
    SIMD3(
      try number(quantity, "x", missing), try number(quantity, "y", missing),
      try number(quantity, "z", missing))
  }

  /// Drivers have one attribute for all axes, or one for each.
  private func number(
    _ quantity: String, _ axis: String, _ missing: Double?
  ) throws(Failure) -> Double {
    let text = try text(of: "in_accel_\(axis)_\(quantity)", "in_accel_\(quantity)")
    guard let number = text.map({ Double(sysfs: $0) }) ?? missing else {
      throw unclear(quantity, text ?? "")
    }
    return number
  }

  private func mounting() throws(Failure) -> MountMatrix {
    let text = try text(of: "in_accel_mount_matrix", "in_mount_matrix", "mount_matrix")
    guard let text else { return .identity }
    guard let matrix = MountMatrix(text) else { throw unclear("mount matrix", text) }
    return matrix
  }
}
