/// One sample of the accelerometer in the board's own axes, after scale and mount matrix.
package struct Acceleration: Hashable, Sendable {
  /// Thousandths of standard gravity (9.80665 m/s²) along each axis.
  package let x, y, z: Int

  /// A sample in thousandths of standard gravity.
  package init(x: Int, y: Int, z: Int) {
    self.x = x
    self.y = y
    self.z = z
  }
}
