/// How warm a part of the board is.
public struct Temperature: Hashable, Sendable {
  /// Thousandths of a degree Celsius.
  public let milliCelsius: Int
  /// What the kernel calls the place where it was measured, such as `cpu-thermal`.
  public let zone: String

  /// A temperature measured in `zone`.
  public init(milliCelsius: Int, zone: String) {
    self.milliCelsius = milliCelsius
    self.zone = zone
  }
}
