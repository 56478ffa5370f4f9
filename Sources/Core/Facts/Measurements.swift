/// Facts that only the board knows, and that are looked up when somebody wants to know them.
package struct Measurements: Hashable, Sendable {
  /// Room on the store's file system; nil while it can't be told.
  package var space: Space?
  /// What became of the camera's frames since it was opened; nil while it is closed.
  package var frames: FrameCounts?
  /// What takes its time at a camera; nil while nothing does.
  package var cameraDelay: CameraDelay?
  /// Bytes that consoles did not take and that were dropped.
  package var droppedByteCount = 0
  /// How warm the processor is; nil where the board can't tell.
  package var temperature: Temperature?
  /// Whether the board's supply is too low; nil where it can't tell.
  package var isUnderVoltage: Bool?
  /// What the calendar says, and on whose word.
  package var wall = WallTime.unset
  /// By how much that can be wrong; nil where nobody knows.
  package var wallError: Duration?

  /// Nothing known yet.
  package init() {}
}

/// How much room a file system has.
package struct Space: Hashable, Sendable {
  /// Bytes that an ordinary user may still fill.
  package let free: Int
  /// Bytes altogether.
  package let total: Int

  /// The room of one file system.
  package init(free: Int, total: Int) {
    self.free = free
    self.total = total
  }
}

/// How warm a part of the board is.
package struct Temperature: Hashable, Sendable {
  /// Thousandths of a degree Celsius.
  package let milliCelsius: Int
  /// Name of the kernel's thermal zone, such as `cpu-thermal`.
  package let zone: String

  /// A temperature measured in `zone`.
  package init(milliCelsius: Int, zone: String) {
    self.milliCelsius = milliCelsius
    self.zone = zone
  }
}
