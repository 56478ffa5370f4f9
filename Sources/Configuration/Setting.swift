/// One key with the value that counts, and who gave it.
public struct Setting: Hashable, Sendable, CustomStringConvertible {
  /// Its path, such as `camera.quality`.
  public let key: String
  /// Its value as a file would have it.
  public let value: String
  /// `FILE:LINE`; nil for a default.
  public let place: String?

  /// `key = value  # place`, a line of TOML.
  public var description: String { "\(key) = \(value)  # \(place ?? "default")" }
}
