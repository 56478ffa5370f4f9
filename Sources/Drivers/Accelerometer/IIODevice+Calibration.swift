import Core

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
