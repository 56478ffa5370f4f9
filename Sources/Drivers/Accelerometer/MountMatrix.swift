/// How a sensor sits on the board: the rotation that turns its axes into the board's.
///
/// Source: the kernel's `sysfs-bus-iio`, `in_mount_matrix`.
struct MountMatrix: Hashable {
  /// What each of the board's axes takes from the sensor's three.
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
