extension Configuration {
  /// How hot the board may become, in degrees Celsius.
  package struct Temperature: Hashable, Sendable {
    /// From here on capture pauses.
    package var pause: Double
    /// Under this it goes on.
    package var resume: Double

    init(_ reader: inout Reader) {
      reader.section("temperature")
      pause = reader.value("temperature.pause_c", .number(1...125), default: 80)
      resume = reader.value("temperature.resume_c", .number(0...124), default: 70)
      if resume >= pause {
        reader.refuse("temperature.resume_c", notBelow: "temperature.pause_c", of: pause)
      }
    }
  }
}
