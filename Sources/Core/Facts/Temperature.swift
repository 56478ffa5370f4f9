/// How warm a part of the board is.
package struct Temperature: Hashable, Sendable {
  /// Thousandths of a degree Celsius.
  package let milliCelsius: Int
  /// What the kernel calls the place where it was measured, such as `cpu-thermal`.
  package let zone: String

  /// A temperature measured in `zone`.
  package init(milliCelsius: Int, zone: String) {
    self.milliCelsius = milliCelsius
    self.zone = zone
  }
}
